import Foundation
import LifecycleBus
import TestSupport
import Testing

/// What a group has beyond a list; the tables have groups in each of their rules.
@MainActor
@Suite("Listener group")
struct GroupTests {
  private let bus = TestBus()

  @Test("a child hears its own method and onAppEvent, and may be freed in its call (4, 8)")
  func child() {
    let (group, journal, live) = (ListenerGroup(), CallJournal(), LiveCount())
    group.attach(EveryMethodListener("it", journal))
    let slot = Slot<AppLifecycleAttachment>()
    slot.value = group.attach(live.listener { _ in slot.value?.detach() })
    bus.mediator.attach(group)
    bus.post(.didBecomeActive)
    #expect(journal.lines == ["it typed didBecomeActive", "it any didBecomeActive"])
    #expect(live.count == 0 && group.listenerCount == 1 && slot.value?.isAttached == false)
  }

  @Test("a group passes on what is called by hand: receive and onAttach (61)")
  func byHand() {
    let (journal, group) = (CallJournal(), ListenerGroup())
    group.attach(ListenerGroup { EveryMethodListener("it", journal) })
    group.receive(.willTerminate)
    group.onAttach(to: bus.mediator)
    #expect(journal.lines == ["it typed willTerminate", "it any willTerminate"])
  }

  @Test("a group releases its children, and an attachment keeps neither (8)")
  func released() {
    let live = LiveCount()
    var group: ListenerGroup? = ListenerGroup()
    let attachment = group?.attach(live.listener())
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(
      listeners: [group].compactMap { $0 }, notificationCenter: bus.center)
    #expect(mediator?.listenerCount == 1 && live.count == 1)
    mediator = nil
    #expect(attachment?.isAttached == true)
    bus.post(.didBecomeActive)
    group = nil
    #expect(live.count == 0)
    attachment?.detach()
    #expect(attachment?.isAttached == false)
  }

  #if os(macOS) || os(Linux)
    @Test("a group that is attached to itself, at any depth, stops the program")
    func cycle() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let outer = ListenerGroup()
          outer.attach(ListenerGroup { outer })
        }
      }
    }
  #endif
}
