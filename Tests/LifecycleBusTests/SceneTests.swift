import Foundation
import LifecycleBus
import TestSupport
import Testing

/// What scenes have of their own. Other suites have scene events beside those of the app.
@MainActor
@Suite("Scenes")
struct SceneTests {
  private let bus = TestBus()
  private let first = Scene()
  private let second = Scene()
  private let log = SceneLog()

  init() {
    bus.mediator.observeScenes(on: bus.center)
    bus.mediator.attach(log)
  }

  private func post(_ events: AppSceneEvent..., to scene: Scene) {
    for event in events {
      bus.center.post(event, scene: scene)
    }
  }

  nonisolated static let names = [
    "UISceneWillConnectNotification", "UISceneWillEnterForegroundNotification",
    "UISceneDidActivateNotification", "UISceneWillDeactivateNotification",
    "UISceneDidEnterBackgroundNotification", "UISceneDidDisconnectNotification",
    "UISceneSystemProtectionDidChangeNotification",
  ]

  @Test(
    "each event has UIKit's name and calls its own method and then the general one (4, 45, 47)",
    arguments: zip(AppSceneEvent.allCases, names))
  func methods(event: AppSceneEvent, name: String) {
    struct Bare: AppSceneListener {}
    bus.mediator.attach(Bare(), priority: 1)

    bus.center.post(name: Notification.Name(name), object: first)
    post(event, to: first)

    #expect(log.calls == ["typed \(event)", "\(event)", "typed \(event)", "\(event)"])
    #expect(log.contexts.map(\.event) == [event, event])
    #expect(Self.names.count == 7)
  }

  @Test("a scene is the notification's object, and has a state of its own (19)")
  func states() {
    post(.willConnect, .didActivate, to: first)
    post(.willEnterForeground, to: second)
    post(.systemProtectionDidChange, to: first)
    post(.willDeactivate, .didEnterBackground, .didDisconnect, to: first)

    let scenes = [first, first, second, first, first, first, first]
    #expect(log.contexts.map(\.id) == scenes.map { AppSceneID($0) })
    #expect(log.contexts.map { $0.scene === first } == scenes.map { $0 === first })

    let states: [AppSceneState] = [
      .connected, .active, .inactive, .active, .inactive, .background, .disconnected,
    ]
    #expect(log.contexts.map(\.state) == states)
    #expect(
      log.contexts.map(\.previousState)
        == [.disconnected, .connected, .disconnected, .active, .active, .inactive, .background])

    #expect(log.contexts.map(\.visibleSceneCount) == [0, 1, 2, 2, 2, 1, 1])
  }

  @Test("a scene that is freed without being disconnected is no longer counted")
  func freed() {
    do {
      let scene = Scene()
      post(.didActivate, to: scene)
      log.contexts = []
    }

    post(.willConnect, to: second)
    #expect(log.contexts.map(\.visibleSceneCount) == [0])
  }

  @Test(
    "a scene at the address of a freed one begins as a new scene (19)",
    .enabled(if: Sanitizer.current == nil, "a sanitizer doesn't use an address again soon"))
  func reusedAddress() {
    var addresses: Set<AppSceneID> = []
    var previousStates: [AppSceneState] = []

    for _ in 1...200 {
      // The allocator mostly gives it the address of the one before.
      let scene = Scene()
      addresses.insert(AppSceneID(scene))
      post(.didActivate, to: scene)
      previousStates += log.contexts.map(\.previousState)
      log.contexts = []
    }

    #expect(addresses.count < 200, "no address was used again")
    #expect(previousStates == Array(repeating: .disconnected, count: 200))
  }

  @Test("a listener of one scene hears that scene and the app (66)")
  func ofOneScene() {
    let one = SceneLog(of: first)
    let two = SceneLog(of: second)
    bus.mediator.attach(one)
    bus.mediator.attach(ListenerGroup { two })

    post(.didActivate, to: first)
    post(.willConnect, to: second)
    bus.post(.didBecomeActive)

    #expect(one.calls == ["typed didActivate", "didActivate"])
    #expect(two.calls == ["typed willConnect", "willConnect"])
    #expect(one.appEvents == [.didBecomeActive])
    #expect(two.appEvents == [.didBecomeActive])
  }

  #if canImport(ObjectiveC)
    // On Apple platforms every value is an object once it has been posted.
    nonisolated static let noScenes: [String?] = [nil]
  #else
    nonisolated static let noScenes = [nil, "no scene"]
  #endif

  @Test("a notification without a scene is dropped, and reported (34)", arguments: noScenes)
  func missing(object: String?) {
    bus.center.post(name: AppSceneEvent.didActivate.notificationName, object: object)

    #expect(log.calls.isEmpty)
    #expect(
      bus.anomalies == [
        .other(
          kind: "sceneMissing",
          sentence: "A scene's didActivate was posted without the scene as its object; it was "
            + "dropped.")
      ])
  }
}

/// A fake of a window.
private final class Scene: NSObject {}

/// Each method names its event with its own word, so that a wrong wiring shows.
private final class SceneLog: AppSceneListener {
  let answersForScene: AppSceneID?
  private(set) var calls: [String] = []
  private(set) var appEvents: [AppLifecycleEvent] = []
  var contexts: [AppSceneContext] = []

  init(of scene: Scene? = nil) { answersForScene = scene.map { AppSceneID($0) } }

  private func typed(_ event: String) { calls.append("typed \(event)") }

  func onAppSceneWillConnect(_ scene: AppSceneContext) { typed("willConnect") }
  func onAppSceneWillEnterForeground(_ scene: AppSceneContext) { typed("willEnterForeground") }
  func onAppSceneDidActivate(_ scene: AppSceneContext) { typed("didActivate") }
  func onAppSceneWillDeactivate(_ scene: AppSceneContext) { typed("willDeactivate") }
  func onAppSceneDidEnterBackground(_ scene: AppSceneContext) { typed("didEnterBackground") }
  func onAppSceneDidDisconnect(_ scene: AppSceneContext) { typed("didDisconnect") }
  func onAppSceneSystemProtectionDidChange(_ scene: AppSceneContext) {
    typed("systemProtectionDidChange")
  }
  func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
    calls.append("\(event)")
    contexts.append(scene)
  }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    appEvents.append(event)
  }
}
