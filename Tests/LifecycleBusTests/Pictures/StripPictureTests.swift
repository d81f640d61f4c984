import LifecycleBus
import Testing

/// The runs behind the strips. Those on a terminal and of a service are with the tests of signals.
@Suite("Pictures of scenarios show what a run does")
@MainActor
struct StripPictureTests {
  @Test("a launch")
  func launch() throws {
    let run = StripRun(listeners: ["Database", "Editor"])
    run.post(AppLifecycleScenario.coldLaunchWithScenes.events)
    try PictureFacts.check("strip-launch", run.facts)
  }

  @Test("to the background and back")
  func background() throws {
    let run = StripRun(listeners: ["Database", "Editor"], initialState: .active)
    let scenario = AppLifecycleScenario.toBackground + .toForeground
    run.post(scenario.events)
    try PictureFacts.check("strip-background", run.facts)
  }

  @Test("a termination, after which nothing is heard")
  func termination() throws {
    let run = StripRun(
      listeners: ["Database", "Editor"], policy: .lifecycle, initialState: .active)
    run.post(AppLifecycleScenario.terminatedInForeground.events + [.didBecomeActive])
    try PictureFacts.check("strip-termination", run.facts)
  }

  @Test("the strict policy adds what is missing and drops what is too much")
  func strict() throws {
    let run = StripRun(listeners: ["Database", "Editor"], policy: .lifecycle)
    run.post([
      .didBecomeActive, .didBecomeActive, .didEnterBackground, .willResignActive, .didBecomeActive,
      .willTerminate,
    ])
    try PictureFacts.check("strip-strict", run.facts)
  }

  @Test("two windows, whose events come beside the app's")
  func scenes() throws {
    let run = StripRun(listeners: [])
    run.mediator.observeScenes(on: run.center)
    let (first, second) = (Window(), Window())
    run.mediator.attach(
      WindowWatcher(
        run: run, names: [AppSceneID(first): "window 1", AppSceneID(second): "window 2"]))
    func post(_ event: AppSceneEvent, _ window: Window) {
      run.begin(event.rawValue, window: window === first ? "window 1" : "window 2")
      run.center.post(event, scene: window)
    }
    // What UIKit posts: within one update the scene's own events come before the app's, and a
    // second window moves the app only when the last one leaves.
    run.post([.didFinishLaunching])
    for event in [AppSceneEvent.willConnect, .willEnterForeground] { post(event, first) }
    run.post([.willEnterForeground])
    post(.didActivate, first)
    run.post([.didBecomeActive])
    for event in [AppSceneEvent.willConnect, .willEnterForeground, .didActivate] {
      post(event, second)
    }
    for event in [AppSceneEvent.willDeactivate, .didEnterBackground] { post(event, first) }
    post(.willDeactivate, second)
    run.post([.willResignActive])
    post(.didEnterBackground, second)
    run.post([.didEnterBackground])
    try PictureFacts.check("strip-scenes", run.facts)
  }

  private final class Window {}

  private struct WindowWatcher: AppSceneListener {
    let run: StripRun
    let names: [AppSceneID: String]

    func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
      run.add(
        StripFacts.Heard(
          event: event.rawValue, state: scene.state.rawValue, window: names[scene.id]))
    }

    func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
      run.add(StripFacts.Heard(event: event.rawValue, state: context.state.rawValue))
    }
  }
}
