import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("Listeners that exchange typed messages on the mediator's center")
struct CrosstalkTests {
  @MainActor
  private final class Journal {
    private(set) var lines: [String] = []
    func write(_ line: String) { lines.append(line) }
  }

  @Test("a message is delivered when its post returns, in the order of posts")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func inOrder() {
    let center = NotificationCenter()
    let journal = Journal()
    let mediator = makeMediator(center: center) { journal.write("badge \($0)") }
    mediator.attach(ClosureListener { journal.write("\($0.event)") })
    center.post(.didFinishLaunching)
    center.post(.didBecomeActive)
    center.post(.willResignActive)
    center.post(.didBecomeActive)
    #expect(
      journal.lines == [
        "didFinishLaunching",
        "badge 1 unread", "didBecomeActive",
        "badge ", "willResignActive",
        "badge 2 unread", "didBecomeActive",
      ])
  }

  @Test("a message is delivered before the event that caused it reaches the next listener")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func beforeTheEvent() {
    let center = NotificationCenter()
    let journal = Journal()
    let inbox = Inbox(center: center)
    let observation = center.addObserver(for: UnreadDidChange.self) {
      journal.write("message \($0.count)")
    }
    let mediator = AppLifecycleMediator(notificationCenter: center) {
      ClosureListener { journal.write("first \($0.event)") }
      inbox
      ClosureListener { journal.write("last \($0.event)") }
    }
    center.post(.didBecomeActive)
    center.removeObserver(observation)
    center.post(.didBecomeActive)
    #expect(
      journal.lines == [
        "first didBecomeActive", "message 1", "last didBecomeActive",
        "first didBecomeActive", "last didBecomeActive",
      ])
    #expect(mediator.state == .active)
  }

  @Test("an event posted by a message's observer waits until the current event is over (15)")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func eventFromAMessage() {
    let center = NotificationCenter()
    let journal = Journal()
    let observation = center.addObserver(for: UnreadDidChange.self) { _ in
      center.post(.didReceiveMemoryWarning)
    }
    let mediator = AppLifecycleMediator(notificationCenter: center) {
      Inbox(center: center)
      ClosureListener { journal.write("\($0.event)") }
    }
    center.post(.didBecomeActive)
    #expect(journal.lines == ["didBecomeActive", "didReceiveMemoryWarning"])
    center.removeObserver(observation)
    #expect(mediator.listenerCount == 2)
  }

  @Test("a detached and released listener gets no message (7)")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func listenerGone() {
    let center = NotificationCenter()
    let journal = Journal()
    let mediator = AppLifecycleMediator(
      listeners: [Inbox(center: center)], notificationCenter: center)
    let badge = mediator.attach(Badge(center: center, show: journal.write))
    badge.detach()
    center.post(.didBecomeActive)
    #expect(journal.lines == [])
  }

  @Test(
    "listeners that observe the center are released with the mediator")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func mediatorGone() {
    let center = NotificationCenter()
    let journal = Journal()
    weak var mediator: AppLifecycleMediator?
    do {
      let made = makeMediator(center: center, show: journal.write)
      mediator = made
      center.post(.didBecomeActive)
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
      let center = NotificationCenter()
      let journal = Journal()
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
