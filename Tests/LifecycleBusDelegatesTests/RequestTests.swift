import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("Requests")
struct RequestTests {
  let bus = TestBus()
  let journal = Journal()
  let url = URL(filePath: "/item")
  let coder = NSKeyedArchiver(requiringSecureCoding: true)

  /// Attaches adopters with these answers, named by their index.
  @discardableResult
  func attach(_ answers: Bool...) -> [Adopter] {
    let adopters = answers.enumerated().map { Adopter("\($0)", journal, says: $1) }
    for adopter in adopters { bus.mediator.attach(adopter) }
    return adopters
  }

  /// The answers to each request that is answered by a Bool, by name.
  func askAll() -> [String: Bool] {
    let mediator = bus.mediator
    return [
      "willFinish": mediator.askAppWillFinishLaunching(),
      "open": mediator.askToOpen(url),
      "willContinue": mediator.askWhetherToContinueUserActivity(type: "read"),
      "continue": mediator.askToContinue(AppUserActivity(activityType: "read")).isHandled,
      "allow": mediator.askWhetherToAllow(extensionPoint: "keyboard"),
      "didFinish": mediator.askToHandleLaunch(),
    ]
  }

  @Test("every adopter is asked, also after a no", arguments: [true, false])
  func oneSaysNo(first: Bool) {
    attach(first, !first)
    #expect(
      askAll() == [
        "willFinish": true, "open": true, "willContinue": true, "continue": true,
        "allow": false, "didFinish": false,
      ])
    for what in askAll().keys {
      let asked = journal.entries.filter { $0.hasSuffix(".\(what)") }.prefix(2)
      #expect(asked == ["0.\(what)", "1.\(what)"])
    }
  }

  @Test("without adopters the system's default is returned")
  func nobody() {
    bus.attach("a listener without requests")
    #expect(
      askAll() == [
        "willFinish": true, "open": false, "willContinue": false, "continue": false,
        "allow": true, "didFinish": true,
      ])
    #expect(bus.mediator.askForSupportedOrientations() == nil)
    #expect(handler() == nil)
    #expect(configuration() == nil)
    #expect(bus.calls.isEmpty)
    #expect(bus.mediator.askWhetherToTerminate { _ in } == .now)
  }

  @Test("adopters of other requests do not count")
  func notDrowned() {
    final class Keyboards: AppExtensionPointDeciding {
      func onAppShouldAllow(extensionPoint: String) -> Bool { false }
    }
    bus.mediator.attach(Keyboards())
    bus.mediator.attach(RouteOnly { true })
    #expect(!bus.mediator.askWhetherToAllow(extensionPoint: "keyboard"))
    #expect(bus.mediator.askAppWillFinishLaunching())
    #expect(bus.mediator.askToOpen(url))
    #expect(!bus.mediator.askWhetherToContinueUserActivity(type: "read"))
  }

  let scene = AppSceneRequest(role: "window", identifier: "1")

  private func configuration() -> AppSceneConfiguration? {
    bus.mediator.firstAnswer(of: (any AppSceneConfiguring).self) { $0.onAppConfigureScene(scene) }
  }

  private func handler() -> Any? {
    bus.mediator.firstAnswer(of: (any AppIntentHandling).self) { $0.onAppHandler(for: journal) }
  }

  @Test("a mediator finds the first attached listener of a type, also inside a group")
  func listenerOfType() {
    #expect(bus.mediator.listener(of: Adopter.self) == nil)
    let (first, inside) = (Adopter("first", journal), Adopter("inside", journal))
    bus.mediator.attach(RouteOnly { true })
    bus.mediator.attach(ListenerGroup { inside })
    bus.mediator.attach(weakly: first)
    #expect(bus.mediator.listener(of: Adopter.self) === inside)
    bus.mediator.attach(first, priority: 1)
    bus.mediator.detach(first)
    bus.mediator.attach(first, priority: 1)
    #expect(bus.mediator.listener(of: Adopter.self) === first)
  }

  @Test("a URL goes to all, or to the first that takes it")
  func untilTaken() {
    attach(false, true, true)
    #expect(bus.mediator.askToOpen(url, untilTaken: true))
    #expect(journal.entries == ["0.open", "1.open"])
    journal.entries = []
    #expect(bus.mediator.askToOpen(url))
    #expect(journal.entries == ["0.open", "1.open", "2.open"])
  }

  @Test("scene configuration and intents stop at an answer")
  func first() {
    attach(false, true, true)
    #expect(configuration()?.name == "1")
    #expect(handler() as? String == "1")
    #expect(journal.entries == ["0.scene", "1.scene", "0.intent", "1.intent"])
  }

  @Test("the objects of all adopters are returned in order")
  func restorationObjects() {
    let adopters = attach(true, false, true)
    let answer = bus.mediator.askToContinue(AppUserActivity(activityType: "read"))
    #expect(answer.restorationObjects.count == 2)
    #expect(answer.restorationObjects.first === adopters[0])
    #expect(answer.restorationObjects.last === adopters[2])
  }

  @Test("all adopters decide about orientations")
  func orientations() {
    attach(false, true)
    #expect(bus.mediator.askForSupportedOrientations() == .landscape)
  }

  @Test("a cancel does not stop the asking")
  func terminate() {
    attach(true, false)
    #expect(bus.mediator.askWhetherToTerminate { _ in } == .cancel)
    #expect(journal.entries == ["0.terminate", "1.terminate"])
  }

  @Test("one listener may adopt several requests")
  func several() {
    attach(true)
    bus.post(.didFinishLaunching)
    _ = askAll()
    #expect(journal.entries.first == "0.didFinishLaunching")
    #expect(Set(journal.entries).count == 7)
  }

  /// Each message that has no answer.
  private func tellAll() {
    let error = CancellationError()
    bus.mediator.ask((any AppUserActivityContinuing).self) {
      $0.onAppDidFailToContinueUserActivity(type: "read", error: error)
      $0.onAppDidUpdateUserActivity(AppUserActivity(activityType: "read"))
    }
    bus.mediator.ask((any AppRemoteNotificationRegistering).self) {
      $0.onAppDidRegisterForRemoteNotifications(deviceToken: Data([1, 2]))
      $0.onAppDidFailToRegisterForRemoteNotifications(error: error)
    }
    bus.mediator.ask((any AppSceneConfiguring).self) {
      $0.onAppDidDiscardScenes(identifiers: ["1"])
    }
  }

  @Test("an adopter may leave messages without an answer out")
  func noNews() {
    final class Registering: AppRemoteNotificationRegistering, AppUserActivityContinuing,
      AppSceneConfiguring
    {
      var heard: [String] = []
      func onAppDidRegisterForRemoteNotifications(deviceToken: Data) { heard.append("token") }
      func onAppConfigureScene(_ request: AppSceneRequest) -> AppSceneConfiguration? { nil }
      func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer {
        .notHandled
      }
    }
    let listener = Registering()
    bus.mediator.attach(listener)
    tellAll()
    #expect(listener.heard == ["token"])
  }

  @Test("a message without an answer reaches every adopter")
  func news() {
    final class Watcher: AppUserActivityContinuing, AppRemoteNotificationRegistering,
      AppSceneConfiguring
    {
      var heard: [String] = []
      func onAppDidFailToContinueUserActivity(type: String, error: any Error) {
        heard.append("failed \(type)")
      }
      func onAppDidUpdateUserActivity(_ activity: AppUserActivity) {
        heard.append("updated \(activity.activityType)")
      }
      func onAppDidRegisterForRemoteNotifications(deviceToken: Data) {
        heard.append("token \(deviceToken.count)")
      }
      func onAppDidFailToRegisterForRemoteNotifications(error: any Error) {
        heard.append("no token")
      }
      func onAppConfigureScene(_ request: AppSceneRequest) -> AppSceneConfiguration? { nil }
      func onAppDidDiscardScenes(identifiers: [String]) { heard += identifiers }
      func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer {
        .notHandled
      }
    }
    let watchers = [Watcher(), Watcher()]
    for watcher in watchers { bus.mediator.attach(watcher) }
    tellAll()
    for watcher in watchers {
      #expect(watcher.heard == ["failed read", "updated read", "token 2", "no token", "1"])
    }
  }
}

/// Adopts one request, as a struct.
struct RouteOnly: AppURLOpening {
  let route: @MainActor () -> Bool
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool { route() }
}
