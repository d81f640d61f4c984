import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Scene events")
struct SceneEventTests {
  let bus = TestBus()
  let log = SceneLog()
  let first = Scene()
  let second = Scene()

  init() {
    bus.mediator.observeScenes(on: bus.center)
    bus.mediator.attach(log.listener("it"))
  }

  func post(_ events: AppSceneEvent..., to scene: Scene) {
    for event in events { bus.center.post(event, scene: scene) }
  }

  @Test(
    "a scene event calls its own method, then the general", arguments: AppSceneEvent.allCases)
  func methods(event: AppSceneEvent) {
    let every = EverySceneMethod()
    bus.mediator.attach(every)
    post(event, to: first)
    #expect(every.heard == ["typed \(event)", "any \(event)"])
  }

  @Test("a scene listener may leave every method out")
  func noMethods() {
    struct Bare: AppSceneListener {}
    bus.mediator.attach(Bare(), priority: 1)
    for event in AppSceneEvent.allCases { post(event, to: first) }
    #expect(log.lines == AppSceneEvent.allCases.map { "it.\($0)" })
  }

  @Test(
    "the scene events have UIKit's names",
    arguments: zip(
      AppSceneEvent.allCases,
      [
        "UISceneWillConnectNotification", "UISceneWillEnterForegroundNotification",
        "UISceneDidActivateNotification", "UISceneWillDeactivateNotification",
        "UISceneDidEnterBackgroundNotification", "UISceneDidDisconnectNotification",
      ]))
  func names(event: AppSceneEvent, name: String) {
    bus.center.post(name: Notification.Name(name), object: first)
    #expect(log.lines == ["it.\(event)"])
  }

  @Test("a scene is identified by the notification's object")
  func identity() {
    post(.willConnect, to: first)
    post(.willConnect, to: second)
    post(.didActivate, to: first)
    let ids = log.contexts.map(\.id)
    #expect(ids == [AppSceneID(first), AppSceneID(second), AppSceneID(first)])
    #expect(ids[0] != ids[1])
    #expect(log.contexts.map { $0.scene as? Scene } == [first, second, first])
    #expect(log.contexts.map(\.previousState) == [.disconnected, .disconnected, .connected])
    #expect(log.contexts.map(\.state) == [.connected, .connected, .active])
  }

  @Test("scenes are counted inside a callback too")
  func counts() {
    var counts: [[Int]] = []
    log.action = { [unowned bus] event, context in
      counts.append([
        bus.mediator.connectedSceneCount, bus.mediator.visibleSceneCount, context.visibleSceneCount,
      ])
    }
    post(.willConnect, .willEnterForeground, .didActivate, to: first)
    post(.willConnect, .willEnterForeground, .didActivate, to: second)
    post(.willDeactivate, .didEnterBackground, to: first)
    post(.didDisconnect, to: first)
    post(.willDeactivate, .didDisconnect, to: second)
    #expect(
      counts == [
        [1, 0, 0], [1, 1, 1], [1, 1, 1], [2, 1, 1], [2, 2, 2], [2, 2, 2], [2, 2, 2], [2, 1, 1],
        [1, 1, 1], [1, 1, 1], [0, 0, 0],
      ])
  }

  @Test("an unknown scene is known from its first event")
  func connectAgain() {
    post(.willConnect, .didDisconnect, .willConnect, to: first)
    post(.didEnterBackground, to: second)
    #expect(
      log.contexts.map(\.previousState) == [
        .disconnected, .connected, .disconnected, .disconnected,
      ])
    #expect(bus.mediator.connectedSceneCount == 2)
    #expect(bus.mediator.visibleSceneCount == 0)
  }

  @Test("a freed scene is no longer counted")
  func freed() {
    do {
      let scene = Scene()
      post(.willConnect, .didActivate, to: scene)
      #expect(bus.mediator.visibleSceneCount == 1)
      log.forget()
    }
    #expect(bus.mediator.connectedSceneCount == 0)
    #expect(bus.mediator.visibleSceneCount == 0)
    post(.didActivate, to: second)
    #expect(log.contexts.last?.visibleSceneCount == 1)
  }

  @Test("scene events do not change the app's state")
  func noDoubling() {
    bus.attach("app")
    let listener = log.listener("scenes")
    bus.mediator.attach(listener)
    post(.willConnect, .willEnterForeground, .didActivate, to: first)
    #expect(bus.calls.isEmpty)
    #expect(bus.mediator.state == .notRunning)
    bus.post(.didFinishLaunching, .willEnterForeground, .didBecomeActive)
    post(.willDeactivate, .didEnterBackground, to: first)
    #expect(bus.mediator.state == .active)
    #expect(
      bus.calls == ["app.didFinishLaunching", "app.willEnterForeground", "app.didBecomeActive"])
    #expect(listener.appEvents == [.didFinishLaunching, .willEnterForeground, .didBecomeActive])
    #expect(
      bus.anomalies.filter { if case .attachedAfterLaunch = $0 { false } else { true } } == [])
  }

  @Test("scene events are relayed after observeScenes only")
  func optIn() {
    let other = AppLifecycleMediator(notificationCenter: bus.center)
    let listener = SceneLog()
    other.attach(listener.listener("it"))
    post(.willConnect, to: first)
    #expect(listener.lines.isEmpty)
    #expect(other.connectedSceneCount == 0)
    other.observeScenes(on: bus.center)
    post(.didActivate, to: first)
    #expect(listener.lines == ["it.didActivate"])
    #expect(other.visibleSceneCount == 1)
  }

  @Test("observing scenes twice delivers each event once")
  func centers() {
    let other = NotificationCenter()
    bus.mediator.observeScenes(on: bus.center)
    bus.mediator.observeScenes(on: other)
    post(.willConnect, to: first)
    other.post(.didActivate, scene: first)
    #expect(log.lines == ["it.willConnect", "it.didActivate"])
    #expect(bus.mediator.connectedSceneCount == 1)
  }

  @Test(
    "scene events go in the mediator's order (2, 3, 68)",
    arguments: [
      (AppLifecycleMediator.Policy.relay, ["c", "a", "b"]), (.lifecycle, ["c", "a", "b"]),
      (.lifecycle.mirrored, ["b", "a", "c"]), (.relay.mirrored, ["b", "a", "c"]),
    ])
  func order(policy: AppLifecycleMediator.Policy, down: [String]) {
    let bus = TestBus(policy: policy)
    let log = SceneLog()
    bus.mediator.observeScenes(on: bus.center)
    bus.mediator.attach(log.listener("a"))
    bus.mediator.attach(log.listener("b"))
    bus.mediator.attach(log.listener("c"), priority: 1)
    bus.center.post(.didActivate, scene: first)
    let events: [AppSceneEvent] = [.willDeactivate, .didEnterBackground, .didDisconnect]
    for event in events { bus.center.post(event, scene: first) }
    #expect(log.lines.prefix(3) == ["c.didActivate", "a.didActivate", "b.didActivate"])
    #expect(
      Array(log.lines.dropFirst(3)) == events.flatMap { event in down.map { "\($0).\(event)" } })
  }

  @Test("a listener of one scene receives that scene's events, and those of the app (66)")
  func ofOneScene() {
    final class OneWindow: AppSceneListener {
      let answersForScene: AppSceneID?
      var heard: [String] = []
      init(_ scene: Scene) { answersForScene = AppSceneID(scene) }
      func onAppSceneDidActivate(_ scene: AppSceneContext) { heard.append("own") }
      func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
        heard.append("\(event)")
      }
      func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
        heard.append("app \(event)")
      }
    }
    let (one, two) = (OneWindow(first), OneWindow(second))
    bus.mediator.attach(one)
    bus.mediator.attach(weakly: two)
    post(.didActivate, .willDeactivate, to: first)
    post(.didEnterBackground, to: second)
    bus.post(.didBecomeActive)
    #expect(one.heard == ["own", "didActivate", "willDeactivate", "app didBecomeActive"])
    #expect(two.heard == ["didEnterBackground", "app didBecomeActive"])
    #expect(log.lines.count == 3)
  }

  @Test("a scene listener detached before its turn is skipped (7)")
  func membership() {
    let (leaving, late) = (log.listener("leaving"), log.listener("late"))
    bus.mediator.attach(leaving)
    log.action = { [unowned bus] event, _ in
      guard event == .willConnect else { return }
      bus.mediator.detach(leaving)
      bus.mediator.attach(late)
    }
    post(.willConnect, .didActivate, to: first)
    #expect(log.lines == ["it.willConnect", "it.didActivate", "late.didActivate"])
    log.action = { _, _ in }
  }

  @Test("a self-detached scene listener gets the general method (55)")
  func leavesInside() {
    let every = EverySceneMethod()
    bus.mediator.attach(every)
    every.action = { [unowned bus, unowned every] in bus.mediator.detach(every) }
    post(.didActivate, to: first)
    #expect(every.heard == ["typed didActivate", "any didActivate"])
  }

  @Test("the mediator goes in a scene callback: the remaining listeners hear the event (14)")
  func mediatorGoes() {
    let center = NotificationCenter()
    let slot = Slot<AppLifecycleMediator>()
    slot.value = AppLifecycleMediator(notificationCenter: center)
    slot.value?.observeScenes(on: center)
    let other = SceneLog()
    let log = SceneLog()
    slot.value?.attach(log.listener("1"))
    slot.value?.attach(other.listener("2"))
    log.action = { _, _ in slot.value = nil }
    center.post(.didActivate, scene: first)
    center.post(.willDeactivate, scene: first)
    #expect(log.lines == ["1.didActivate"])
    #expect(other.lines == ["2.didActivate"])
  }

  @Test("a scene event posted in a callback waits (15)")
  func reentrancy() {
    bus.mediator.attach(log.listener("last"))
    var isFirst = true
    log.action = { [unowned bus, second] _, _ in
      guard isFirst else { return }
      isFirst = false
      bus.center.post(.willConnect, scene: second)
      bus.center.post(.didActivate, scene: second)
    }
    post(.willEnterForeground, to: first)
    #expect(
      log.lines == [
        "it.willEnterForeground", "last.willEnterForeground", "it.willConnect", "last.willConnect",
        "it.didActivate", "last.didActivate",
      ])
  }

  @Test("a scene event posted off-main is relayed in order (35)")
  func elsewhere() async {
    await ScenePoster(bus.center).postElsewhere([.willConnect, .didActivate], first)
    await nextMainTurn()
    #expect(log.lines == ["it.willConnect", "it.didActivate"])
    #expect(
      bus.anomalies.filter { if case .attachedAfterLaunch = $0 { false } else { true } } == [
        .scenePostedOffMain(.willConnect), .scenePostedOffMain(.didActivate),
      ])
  }

  @Test("an off-main scene event precedes a later one (35)")
  func elsewhereFirst() async {
    let poster = ScenePoster(bus.center)
    poster.blockingPostElsewhere([.willConnect], first)
    post(.didActivate, to: first)
    #expect(log.lines == ["it.willConnect", "it.didActivate"])
    await nextMainTurn()
    #expect(log.lines.count == 2)
  }

  #if canImport(ObjectiveC)
    // On Apple platforms every value is an object once it has been posted.
    nonisolated static let strangeObjects = [false]
  #else
    nonisolated static let strangeObjects = [false, true]
  #endif

  @Test("a notification without a scene is dropped", arguments: strangeObjects)
  func strange(hasValue: Bool) {
    bus.center.post(
      name: AppSceneEvent.didActivate.notificationName, object: hasValue ? "no scene" : nil)
    #expect(log.lines.isEmpty)
    #expect(bus.anomalies == [.sceneMissing(.didActivate)])
    #expect(bus.mediator.connectedSceneCount == 0)
  }

  @Test("a released mediator relays no scene events (14)")
  func mediatorGone() {
    let log = SceneLog()
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: bus.center)
    mediator?.observeScenes(on: bus.center)
    mediator?.attach(log.listener("it"))
    weak let watched = mediator
    mediator = nil
    #expect(watched == nil)
    post(.didActivate, to: first)
    #expect(log.lines.isEmpty)
  }

  @Test("a mediator that has gone relays no scene events beside others on their center (14)")
  func mediatorGoneBesideOthers() {
    // Its own center has no other mediator, so that nothing of it is left there.
    var gone: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: NotificationCenter())
    gone?.observeScenes(on: bus.center)
    gone?.attach(log.listener("gone"))
    let others = (0..<3).map { _ in AppLifecycleMediator(notificationCenter: bus.center) }
    for other in others { other.observeScenes(on: bus.center) }
    gone = nil
    post(.didActivate, to: first)
    #expect(log.lines == ["it.didActivate"])
    withExtendedLifetime(others) {}
  }

  @Test("mediators that observe scenes in another order hear them in that of creation (49)")
  func orderOfMediators() {
    let mediators = ["1", "2", "3"].map { name in
      let mediator = AppLifecycleMediator(notificationCenter: bus.center)
      mediator.attach(log.listener(name))
      return mediator
    }
    for mediator in mediators.reversed() { mediator.observeScenes(on: bus.center) }
    post(.didActivate, to: first)
    #expect(log.lines == ["it", "1", "2", "3"].map { "\($0).didActivate" })
    withExtendedLifetime(mediators) {}
  }

  @Test("random scene events match a plain dictionary", arguments: 1...20)
  func randomWalks(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let scenes = (0..<5).map { _ in Scene() }
    var model: [Int: AppSceneEvent] = [:]
    for step in 0..<200 {
      let index = Int.random(in: 0..<5, using: &generator)
      let event = AppSceneEvent.allCases.randomElement(using: &generator) ?? .willConnect
      post(event, to: scenes[index])
      model[index] = event == .didDisconnect ? nil : event
      let shown: Set<AppSceneEvent> = [.willEnterForeground, .didActivate, .willDeactivate]
      #expect(bus.mediator.connectedSceneCount == model.count, "seed \(seed), step \(step)")
      #expect(
        bus.mediator.visibleSceneCount == model.values.filter(shown.contains).count,
        "seed \(seed), step \(step)")
    }
  }
}
