import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Membership during an event")
struct MembershipTests {
  private let bus = TestBus(vocabulary: .uiKit)

  @Test("a listener that is detached before it is reached is not called (7)")
  func detached() {
    bus.attach("a")
    bus.attach("b", priority: 5)
    bus.attachWeakly("c")
    bus.attach("d", priority: -5)
    bus.attach("e")
    bus.when("b", .hears(.didBecomeActive)) { bus.detach("a", "c", "d") }

    bus.live("A")

    #expect(
      bus.diagram == """
        a
        b  A
        c
        d
        e    A
        """)
  }

  @Test("a listener that detaches itself leaves its neighbours alone, and adds no step (8, 24)")
  func detachesItself() {
    let bus = TestBus(policy: .balanced, initialState: .inactive)
    bus.attach("a", "b", "c")
    bus.when("b", .hears(.didBecomeActive)) { bus.detach("b") }

    bus.live("A R")

    #expect(
      bus.diagram == """
        a  A     R
        b    A
        c      A   R
        """)
  }

  @Test("in a mirrored event, nobody is called whose place is now empty (9)")
  func detachedWhileMirrored() {
    let bus = TestBus(policy: .balanced.mirrored, initialState: .active)
    bus.attach("a", "b", "c")
    bus.when("b", .hears(.willResignActive)) {
      bus.detach("c", "b", "a")
      #expect(bus.mediator.listenerCount == 0)
    }

    bus.live("R A")

    #expect(
      bus.diagram == """
        a
        b    R
        c  R
        """)
  }

  @Test("a detach in an event that waits takes effect in that event (11)")
  func detachedInWaitingEvent() {
    bus.attach("a", "b", "c")
    bus.when("a", .hears(.willResignActive)) { bus.live("B") }
    bus.when("b", .hears(.didEnterBackground)) { bus.detach("c") }

    bus.live("R")

    #expect(
      bus.diagram == """
        a  R     B
        b    R     B
        c      R
        """)
  }

  @Test("listenerCount is exact after each step, inside a callback too (12)")
  func count() {
    bus.attach("a")
    let b = bus.listener("b")
    bus.mediator.attach(b)
    bus.attach("c")
    let weak = Slot<AppLifecycleAttachment>()
    bus.when("a", .hears(.didBecomeActive)) {
      bus.mediator.detach(b)
      #expect(bus.mediator.listenerCount == 2)
      bus.mediator.attach(b)
      #expect(bus.mediator.listenerCount == 3)
      weak.value = bus.attachWeakly("d")
      #expect(bus.mediator.listenerCount == 4)
      bus.forget("d")
      #expect(bus.mediator.listenerCount == 3)
    }

    bus.live("A")

    weak.value?.detach()
    #expect(bus.mediator.listenerCount == 3)
    #expect(
      bus.diagram == """
        a  A
        b    +
        c        A
        d      +
        """)
  }

  @Test("a listener that is attached in a callback hears the next event (10)")
  func attached() {
    bus.attach("a", "b")
    bus.when("a", .hears(.didFinishLaunching)) { bus.attach("late", priority: 9) }

    bus.live("L A")

    #expect(
      bus.diagram == """
        a     L       A
        b         L     A
        late    +   A
        """)
  }

  @Test("with .state it is walked to the state before the event, and hears the event last (10)")
  func attachedWithState() {
    bus.attach("a", "b")
    bus.when("a", .hears(.didBecomeActive)) { bus.attach("late", priority: 9, replay: .state) }

    bus.live("L F A")

    #expect(
      bus.diagram == """
        a     L   F   A
        b       L   F         A
        late            + l f   A
        """)
  }

  @Test("a weak listener may be freed before it is reached, and inside its own call (8, 13)")
  func freed() {
    bus.attach("a")
    bus.attachWeakly("b")
    bus.attachWeakly("c")
    bus.attach("d")
    bus.when("a", .hears(.didBecomeActive)) { bus.forget("b") }
    bus.when("c", .hears(.didBecomeActive)) { bus.forget("c") }

    bus.live("A R")

    #expect(bus.mediator.listenerCount == 2)
    #expect(
      bus.diagram == """
        a  A     R
        b
        c    A
        d      A   R
        """)
  }

  @Test("a group that is detached while its children are called stops (7)")
  func detachedGroup() {
    let group = ListenerGroup {
      bus.group("a", "b")
      bus.listener("c")
    }
    bus.mediator.attach(group)
    bus.attach("d")
    bus.when("a", .hears(.didBecomeActive)) { bus.mediator.detach(group) }

    bus.live("A R")

    #expect(
      bus.diagram == """
        a  A
        b
        c
        d    A R
        """)
  }

  // MARK: One call, and the end of an attachment

  @Test("the event's own method and onAppEvent are one call (55)", arguments: [false, true])
  func oneCall(isProbed: Bool) {
    final class Leaver: AppLifecycleListener {
      var leave: () -> Void = {}
      var heard: [String] = []

      func onAppDidBecomeActive() {
        heard.append("typed")
        leave()
      }

      func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
        heard.append("any")
      }
    }
    let leaver = Leaver()
    let late = Leaver()
    if isProbed {
      bus.mediator.probe = FakeProbe()
    }
    bus.mediator.attach(leaver)
    bus.mediator.attach(late)
    leaver.leave = { [unowned leaver] in
      bus.mediator.detach(leaver)
      bus.mediator.detach(late)
    }

    bus.post(.didBecomeActive, .didBecomeActive)

    #expect(leaver.heard == ["typed", "any"])
    #expect(late.heard == [])
  }

  @Test("both ways to detach do the same, and a second time does nothing (8)")
  func twoWaysOut() {
    let listener = bus.listener("it")
    let attachment = bus.mediator.attach(listener)
    bus.mediator.detach(bus.listener("a stranger"))
    #expect(attachment.isAttached)

    bus.mediator.detach(listener)
    #expect(!attachment.isAttached)

    let again = bus.mediator.attach(listener)
    attachment.detach()
    #expect(again !== attachment)
    #expect(again.isAttached)

    bus.post(.didBecomeActive)
    #expect(bus.calls == ["it.didBecomeActive"])
  }

  enum Way: CaseIterable {
    case kept, keptTwice, weaklyThenKept
  }

  @Test(
    "a detached listener is released, and so is one whose mediator is (8, 14)",
    arguments: Way.allCases)
  func letGo(way: Way) {
    let live = LockedCount(0)
    func attach(to mediator: AppLifecycleMediator) -> AppLifecycleAttachment {
      let listener = CountedListener(live)
      switch way {
      case .kept:
        break
      case .keptTwice:
        mediator.attach(listener)
      case .weaklyThenKept:
        mediator.attach(weakly: listener)
      }
      return mediator.attach(listener)
    }
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(
      notificationCenter: NotificationCenter())
    let attachments = (0..<2).compactMap { _ in mediator.map(attach) }

    attachments[0].detach()
    #expect(live.value == 1)
    #expect(!attachments[0].isAttached)
    #expect(attachments[1].isAttached)

    weak let watched = mediator
    mediator = nil
    #expect(live.value == 0)
    #expect(watched == nil)
    #expect(!attachments[1].isAttached)
    attachments[1].detach()
  }

  @Test(
    "an object at the address of a freed listener is a new one (5, 13)",
    arguments: [false, true])
  func reusedAddress(isPruned: Bool) {
    let live = LockedCount(0)
    var calls = 0

    for round in 1...200 {
      do {
        // The allocator mostly gives it the address of the one before.
        let listener = CountedListener(live) { _ in calls += 1 }
        #expect(bus.mediator.attach(weakly: listener).isAttached)
        bus.post(.didBecomeActive)
        #expect(calls == round)
        #expect(bus.mediator.listenerCount == 1)
      }
      if isPruned {
        bus.post(.didBecomeActive)
      }
    }

    bus.post(.didBecomeActive)
    #expect(live.value == 0)
    #expect(bus.mediator.listenerCount == 0)
  }

  #if os(macOS) || os(Linux)
    @Test("a group that is attached to itself, at any depth, stops the program (60)")
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
