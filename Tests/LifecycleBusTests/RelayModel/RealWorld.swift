import Foundation
import LifecycleBus
import TestSupport
import Testing

@Suite("The relay and its model")
struct RelayModelTests {
  /// In a process of its own, because all centers share one queue: a post of another test could
  /// bring a post forward that a sequence makes on another thread.
  ///
  /// `LIFECYCLEBUS_ROUNDS=1,8378` repeats one sequence that differed.
  @Test("the relay matches the model in random sequences (1 to 72)")
  func random() async {
    await #expect(processExitsWith: .success) { @MainActor in
      for seed in Rounds.seeds(1_000) {
        let (expected, actual) = (
          await Model(seed: seed).play(), await RealWorld(seed: seed).play()
        )
        #expect(actual == expected, "seed \(seed)")
        if actual != expected { exit(EXIT_FAILURE) }
      }
    }
  }
}

/// Plays on the package, and keeps what it has made, so that no release is seen.
final class RealWorld: Player {
  /// They stand for their windows too.
  private let centers = [NotificationCenter(), NotificationCenter()]
  /// One mediator for each center, because no rule is about a center without mediators.
  private var keepers: [AppLifecycleMediator] = []
  private var mediators: [Int: AppLifecycleMediator] = [:]
  private var listeners: [Int: any AppLifecycleListener & AnyObject] = [:]

  override init(seed: UInt64) {
    super.init(seed: seed)
    keepers = centers.map { AppLifecycleMediator(notificationCenter: $0) }
    for (keeper, center) in zip(keepers, centers) { keeper.observeScenes(on: center) }
    for number in 1...4 { listeners[number] = Noted("listener \(number)", self) }
    for number in [5, 6] {
      let children = groups[number, default: []].compactMap { listeners[$0] }
      listeners[number] = ListenerGroup("listener \(number)") { children }
    }
  }

  override func post(_ post: Post) {
    let app = post.event.flatMap { AppLifecycleVocabulary.current.name(for: $0) }
    guard let name = app ?? post.scene?.notificationName else { return }
    perform(elsewhere: post.isElsewhere) { [center = centers[post.channel % 2]] in
      center.post(name: name, object: center, userInfo: ["post": post.number])
    }
  }

  override func attach(_ listener: Int, to place: Int, _ priority: Int, _ replay: Replay) {
    guard let listener = listeners[listener] else { return }
    (listeners[place] as? ListenerGroup)?.attach(listener, priority: priority)
    mediators[place]?.attach(listener, priority: priority, replay: replay)
  }

  override func detach(_ listener: Int, from place: Int) {
    guard let listener = listeners[listener] else { return }
    (listeners[place] as? ListenerGroup)?.detach(listener)
    mediators[place]?.detach(listener)
  }

  override func make(_ number: Int, _ plan: Plan) {
    let mediator = AppLifecycleMediator(
      listeners: plan.listeners.compactMap { listeners[$0] }, policy: plan.policy,
      notificationCenter: centers[plan.center], initialState: plan.state)
    mediators[number] = mediator
    mediator.onAnomaly = { [weak self] anomaly in
      self?.callback("mediator \(number)", "\("\(anomaly)".prefix { $0 != " " })")
    }
  }

  override func release(_ number: Int, elsewhere: Bool) {
    // Used by one thread after another: the first one waits for the second.
    nonisolated(unsafe) var last = mediators.removeValue(forKey: number)
    perform(elsewhere: elsewhere) { withExtendedLifetime(last.take()) {} }
  }

  override func observe(_ number: Int, _ channel: Int) {
    if channel > 1 { mediators[number]?.observeScenes(on: centers[channel - 2]) }
    if channel < 2 { mediators[number]?.observe(centers[channel]) }
  }

  override func setProbe(_ number: Int, isOn: Bool) {
    mediators[number]?.probe = isOn ? Noted("probe \(number)", self) : nil
  }

  /// What is posted elsewhere in a turn comes in the next one.
  override func turn() async { for _ in 0..<5 { await nextMainTurn() } }

  override func reading(of number: Int) -> String {
    mediators[number].map { "\($0.state) \($0.listenerCount) \($0.connectedSceneCount)" } ?? ""
  }

  private func perform(elsewhere: Bool, _ action: @escaping @Sendable () -> Void) {
    if !elsewhere { return action() }
    let done = DispatchGroup()
    DispatchQueue.global().async(group: done, execute: action)
    done.wait()
  }
}

/// A listener or a probe, which writes down each call.
@MainActor
private final class Noted: AppSceneListener, AppNamedListener, AppLifecycleProbe {
  let listenerName: String
  private weak var world: RealWorld?

  init(_ name: String, _ world: RealWorld) { (listenerName, self.world) = (name, world) }

  private func note(_ text: String) { world?.callback(listenerName, text) }

  func onAttach(to mediator: AppLifecycleMediator) { note("attached \(mediator.state)") }
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    let post = context.origin == .posted ? context.userInfo?["post"] : nil
    note("\(event) \(context.previousState)>\(context.state) \(context.origin) \(post ?? "")")
  }
  func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
    note("scene \(event) \(scene.previousState)>\(scene.state) \(scene.visibleSceneCount)")
  }
  func willDeliver(_ context: AppLifecycleContext) { note("begin \(context.event)") }
  func didDeliver(_ context: AppLifecycleContext) { note("end \(context.event)") }
  func didCall(_ call: AppLifecycleProbeCall) { note("called \(call.listener) \(call.event)") }
  func willCall(_ listener: String, for context: AppLifecycleContext) {
    note("calls \(listener) \(context.event)")
  }
}
