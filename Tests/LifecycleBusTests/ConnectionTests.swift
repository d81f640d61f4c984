import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

@MainActor
@Suite("Connections", .timeLimit(.minutes(hangMinutes)))
struct ConnectionTests {
  private let center = NotificationCenter()

  private func connect(live: LiveCount? = nil) -> AppLifecycleConnection {
    AppLifecycleConnection { [center] in
      AppLifecycleMediator(
        listeners: live.map { [$0.listener()] } ?? [], notificationCenter: center,
        initialState: .background)
    }
  }

  @Test("on the main actor the mediator is there at once")
  func atOnce() {
    let connection = connect()
    #expect(connection.mediator != nil)
    #expect(connection.state == .background)
  }

  @Test("a connection that is made on another thread makes its mediator on the main actor")
  func elsewhere() async {
    let center = self.center
    let made = await Task.detached {
      AppLifecycleConnection { AppLifecycleMediator(notificationCenter: center) }
    }.value
    while made.mediator == nil { await Task.yield() }
    center.post(.didBecomeActive)
    #expect(made.state == .active)
  }

  @Test("the state is that after the event, also inside its delivery and from any thread")
  func state() async {
    let mediator = AppLifecycleMediator(policy: .lifecycle, notificationCenter: center)
    let connection = AppLifecycleConnection { mediator }
    var seen: [AppLifecycleState] = []
    mediator.on { _ in seen.append(connection.state) }
    for event in [AppLifecycleEvent.didFinishLaunching, .willEnterForeground, .didBecomeActive] {
      center.post(event)
    }
    center.post(.didEnterBackground)
    #expect(seen == [.inactive, .inactive, .active, .inactive, .background])
    #expect(await Task.detached { connection.state }.value == .background)
  }

  @Test("an assumed state is known to a connection")
  func assumed() {
    let mediator = AppLifecycleMediator(notificationCenter: center)
    let connection = AppLifecycleConnection { mediator }
    #expect(connection.state == .notRunning)
    mediator.assume(.active)
    #expect(connection.state == .active)
  }

  @Test("releasing the connection releases the mediator")
  func released() async {
    let live = LiveCount()
    var connection: AppLifecycleConnection? = connect(live: live)
    #expect(live.count == 1)
    _ = connection
    connection = nil
    await nextMainTurn()
    #expect(live.count == 0)
  }

  @Test(
    "the object of a notification is in the context if the policy passes it",
    arguments: [true, false])
  func object(isPassed: Bool) {
    let object = NSObject()
    let policy = AppLifecycleMediator.Policy.lifecycle
    let mediator = AppLifecycleMediator(
      policy: isPassed ? policy.passingObjects : policy, notificationCenter: center)
    var found: [Bool] = []
    mediator.on { found.append($0.object as AnyObject? === object) }
    let name = mediator.vocabulary.name(for: .didBecomeActive)
    if let name { center.post(name: name, object: object) }
    if let name = mediator.vocabulary.name(for: .willResignActive) {
      center.post(name: name, object: nil)
    }
    #expect(found == [false, isPassed, false])
  }
}
