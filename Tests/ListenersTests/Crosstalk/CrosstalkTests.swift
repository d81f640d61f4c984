import Foundation
import LifecycleBus
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("Listeners that exchange typed messages on the mediator's center")
struct CrosstalkTests {
  private let center = NotificationCenter()
  private let journal = CallJournal()

  private func post(_ events: AppLifecycleEvent...) { for event in events { center.post(event) } }

  @Test("a message is delivered when its post returns, in the order of posts")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func inOrder() {
    let mediator = makeMediator(center: center) { journal.write("badge \($0)") }
    mediator.attach(ClosureListener { journal.write("\($0.event)") })
    post(.didFinishLaunching, .didBecomeActive, .willResignActive, .didBecomeActive)
    #expect(
      journal.lines == [
        "didFinishLaunching", "badge 1 unread", "didBecomeActive", "badge ", "willResignActive",
        "badge 2 unread", "didBecomeActive",
      ])
  }

  @Test("a message comes before its event reaches the next listener, its own events later (15)")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func beforeTheEvent() {
    let observation = center.addObserver(for: UnreadDidChange.self) {
      journal.write("message \($0.count)")
      center.post(.didReceiveMemoryWarning)
    }
    let mediator = AppLifecycleMediator(notificationCenter: center) {
      Inbox(center: center)
      ClosureListener { journal.write("\($0.event)") }
    }
    post(.didBecomeActive)
    center.removeObserver(observation)
    post(.didBecomeActive)
    #expect(
      journal.lines == [
        "message 1", "didBecomeActive", "didReceiveMemoryWarning", "didBecomeActive",
      ])
    #expect(mediator.state == .active)
  }

  @Test("a detached and released listener gets no message (7)")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func listenerGone() {
    let mediator = AppLifecycleMediator(
      listeners: [Inbox(center: center)], notificationCenter: center)
    mediator.attach(Badge(center: center, show: journal.write)).detach()
    post(.didBecomeActive)
    #expect(journal.lines == [])
  }

  @Test("listeners that observe the center are released with the mediator")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func mediatorGone() {
    weak var mediator: AppLifecycleMediator?
    do {
      let made = makeMediator(center: center, show: journal.write)
      mediator = made
      post(.didBecomeActive)
    }
    #expect(mediator == nil)
    center.post(UnreadDidChange(count: 9), subject: Inbox(center: center))
    #expect(journal.lines == ["1 unread"])
  }

  #if os(Linux)
    private struct Named: NotificationCenter.MainActorMessage {
      typealias Subject = Inbox
      static let name = Notification.Name("Named")
    }

    @Test("off Apple platforms a typed message does not reach an observer of its name")
    func plainObserver() {
      let token = center.addObserver(forName: Named.name, object: nil, queue: nil) { _ in
        MainActor.assumeIsolated { journal.write("notification") }
      }
      center.post(Named(), subject: Inbox(center: center))
      #expect(journal.lines == [])
      center.post(name: Named.name, object: nil)
      #expect(journal.lines == ["notification"])
      center.removeObserver(token)
    }

    @Test("off Apple platforms a typed message ends a process that observes with a nil name")
    func nilName() async {
      await #expect(processExitsWith: .failure) { @MainActor in
        let center = NotificationCenter()
        let token = center.addObserver(forName: nil, object: nil, queue: nil) { _ in }
        center.post(UnreadDidChange(count: 1), subject: Inbox(center: center))
        center.removeObserver(token)
      }
    }
  #endif
}
