import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Scenes")
struct SceneTests {
  let bus = TestBus(policy: .lifecycle)
  let first = Window()
  let second = Window()

  /// What UIKit posts as the object: anything with an identity.
  final class Window: Sendable {}

  /// Writes "name.event state/previous visible" for each scene event, and the app's events by name.
  final class Watcher: AppSceneListener {
    let name: String
    var heard: [String] = []
    var ids: [AppSceneID] = []
    var action: @MainActor (AppSceneEvent) -> Void = { _ in }

    init(_ name: String = "a") { self.name = name }

    func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
      heard.append("app.\(event)")
    }
    func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
      heard.append(
        "\(name).\(event) \(scene.previousState)>\(scene.state) \(scene.visibleSceneCount)")
      ids.append(scene.id)
      action(event)
    }
  }

  func watcher(_ name: String = "a", observing: Bool = true) -> Watcher {
    let watcher = Watcher(name)
    bus.mediator.attach(watcher)
    if observing { bus.mediator.observeScenes(on: bus.center) }
    return watcher
  }

  func post(_ events: AppSceneEvent..., of scene: Window) {
    for event in events { bus.center.post(event, scene: scene) }
  }

  @Test(
    "the names are UIKit's",
    arguments: [
      (AppSceneEvent.willConnect, "UISceneWillConnectNotification"),
      (.didDisconnect, "UISceneDidDisconnectNotification"),
      (.didActivate, "UISceneDidActivateNotification"),
      (.willDeactivate, "UISceneWillDeactivateNotification"),
      (.willEnterForeground, "UISceneWillEnterForegroundNotification"),
      (.didEnterBackground, "UISceneDidEnterBackgroundNotification"),
    ])
  func names(event: AppSceneEvent, name: String) {
    #expect(event.notificationName.rawValue == name)
  }

  @Test("two windows are told apart, and the visible ones counted")
  func twoWindows() {
    let watcher = watcher()
    post(.willConnect, .willEnterForeground, .didActivate, of: first)
    post(.willConnect, .willEnterForeground, of: second)
    #expect(bus.mediator.connectedSceneCount == 2)
    #expect(bus.mediator.visibleSceneCount == 2)
    post(.willDeactivate, .didEnterBackground, .didDisconnect, of: first)
    #expect(bus.mediator.connectedSceneCount == 1)
    #expect(bus.mediator.visibleSceneCount == 1)
    #expect(
      watcher.heard == [
        "a.willConnect disconnected>connected 0",
        "a.willEnterForeground connected>inactive 1", "a.didActivate inactive>active 1",
        "a.willConnect disconnected>connected 1",
        "a.willEnterForeground connected>inactive 2", "a.willDeactivate active>inactive 2",
        "a.didEnterBackground inactive>background 1",
        "a.didDisconnect background>disconnected 1",
      ])
    #expect(
      watcher.ids.map { $0 == AppSceneID(first) } == [
        true, true, true, false, false, true, true, true,
      ])
  }

  @Test("every event reaches its own method", arguments: AppSceneEvent.allCases)
  func ownMethod(event: AppSceneEvent) {
    final class Methods: AppSceneListener {
      var heard: [String] = []
      func onAppSceneWillConnect(_ scene: AppSceneContext) { heard.append("willConnect") }
      func onAppSceneWillEnterForeground(_ scene: AppSceneContext) {
        heard.append("willEnterForeground")
      }
      func onAppSceneDidActivate(_ scene: AppSceneContext) { heard.append("didActivate") }
      func onAppSceneWillDeactivate(_ scene: AppSceneContext) { heard.append("willDeactivate") }
      func onAppSceneDidEnterBackground(_ scene: AppSceneContext) {
        heard.append("didEnterBackground")
      }
      func onAppSceneDidDisconnect(_ scene: AppSceneContext) { heard.append("didDisconnect") }
      func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
        heard.append("any \(event)")
      }
    }
    let methods = Methods()
    bus.mediator.attach(methods)
    bus.mediator.observeScenes(on: bus.center)
    post(event, of: first)
    #expect(methods.heard == ["\(event)", "any \(event)"])
  }

  @Test("nobody hears of scenes unless they are observed, and observing twice doubles nothing")
  func optIn() {
    let watcher = watcher(observing: false)
    post(.willConnect, of: first)
    #expect(watcher.heard.isEmpty)
    #expect(bus.mediator.connectedSceneCount == 0)
    bus.mediator.observeScenes(on: bus.center)
    bus.mediator.observeScenes(on: bus.center)
    post(.didActivate, of: first)
    #expect(watcher.heard == ["a.didActivate disconnected>active 1"])
  }

  @Test("the app's own events are not doubled, and its state is not moved by a window")
  func notDoubled() {
    let watcher = watcher()
    bus.post(.didFinishLaunching)
    post(.willConnect, .willEnterForeground, of: first)
    bus.post(.willEnterForeground)
    post(.didActivate, of: first)
    bus.post(.didBecomeActive)
    post(.willConnect, .willEnterForeground, of: second)
    post(.willDeactivate, .didEnterBackground, of: first)
    #expect(bus.mediator.state == .active)
    let app = watcher.heard.filter { $0.hasPrefix("app") }
    #expect(app == ["app.didFinishLaunching", "app.willEnterForeground", "app.didBecomeActive"])
    #expect(bus.anomalies.isEmpty)
  }

  @Test("the order is the mediator's: mirrored on the way down")
  func order() {
    let (one, two) = (watcher("1"), watcher("2"))
    var order: [String] = []
    one.action = { order.append("1.\($0)") }
    two.action = { order.append("2.\($0)") }
    post(.didActivate, .willDeactivate, of: first)
    #expect(order == ["1.didActivate", "2.didActivate", "2.willDeactivate", "1.willDeactivate"])
  }

  @Test(
    "a scene event posted in a callback waits its turn; one detached before its turn is not told")
  func runToCompletion() {
    let (one, two, three) = (watcher("1"), watcher("2"), watcher("3"))
    var order: [String] = []
    one.action = { [bus, first] event in
      order.append("1.\(event)")
      if event == .willEnterForeground {
        bus.center.post(.didActivate, scene: first)
        bus.mediator.detach(three)
      }
    }
    two.action = { order.append("2.\($0)") }
    three.action = { order.append("3.\($0)") }
    post(.willEnterForeground, of: first)
    #expect(
      order == [
        "1.willEnterForeground", "2.willEnterForeground", "1.didActivate", "2.didActivate",
      ])
  }

  @Test("a notification without a scene is dropped and reported")
  func noScene() {
    let watcher = watcher()
    bus.center.post(name: AppSceneEvent.didActivate.notificationName, object: nil)
    #expect(watcher.heard.isEmpty)
    #expect(bus.anomalies == [.sceneMissing(.didActivate)])
  }

  @Test("a scene freed without a word is forgotten")
  func freed() {
    _ = watcher()
    do {
      let window = Window()
      post(.willConnect, .didActivate, of: window)
      #expect(bus.mediator.visibleSceneCount == 1)
    }
    #expect(bus.mediator.visibleSceneCount == 0)
    #expect(bus.mediator.connectedSceneCount == 0)
  }

  @Test("a post away from the main actor is relayed there, in order, and reported")
  func offMain() async {
    let watcher = watcher()
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [center = bus.center, first] in
        center.post(name: AppSceneEvent.willConnect.notificationName, object: first)
        center.post(name: AppSceneEvent.didActivate.notificationName, object: first)
        continuation.resume()
      }
    }
    // A post on the main actor fetches what waits, first.
    post(.willDeactivate, of: first)
    #expect(
      watcher.heard.map { $0.prefix { $0 != " " } } == [
        "a.willConnect", "a.didActivate", "a.willDeactivate",
      ])
    #expect(
      bus.anomalies == [.scenePostedOffMain(.willConnect), .scenePostedOffMain(.didActivate)])
  }

  @Test("when the mediator goes, its scene observers go")
  func mediatorGoes() {
    let watcher = Watcher()
    weak var watched: AppLifecycleMediator?
    do {
      let mediator = AppLifecycleMediator(listeners: [watcher], notificationCenter: bus.center)
      mediator.observeScenes(on: bus.center)
      watched = mediator
    }
    post(.didActivate, of: first)
    #expect(watched == nil)
    #expect(watcher.heard.isEmpty)
  }
}
