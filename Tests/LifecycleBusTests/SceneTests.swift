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
    #expect(log.contexts.map(\.id) == [AppSceneID(first), AppSceneID(first)])
    #expect(Self.names.count == 7)
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
