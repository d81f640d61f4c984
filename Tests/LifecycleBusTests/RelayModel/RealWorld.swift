import Foundation
import LifecycleBus
import Listeners
import TestSupport

/// Plays a scenario on the package, through its public interface.
@MainActor
final class RealWorld {
  typealias Listener = any AppLifecycleListener & AnyObject
  private var scenario: Scenario
  private var journal: [String] = []
  private let centers: [NotificationCenter]
  private let scenes = (0..<Scenario.scenes).map { _ in NSObject() }
  /// One mediator for each center, because no rule is about a center without mediators.
  private let keepers: [AppLifecycleMediator]
  fileprivate var mediators: [Int: AppLifecycleMediator] = [:]
  private var made: Set<Int> = []
  /// The mediators whose initializers have not returned, each inside the one before it.
  fileprivate var beingMade: [Int] = []
  private var probes: [Noted] = []
  private var groups: [Int: ListenerGroup] = [:]
  /// The listeners that are not forgotten.
  private var owned: [Int: Noted] = [:]
  private var living: [Int: () -> Listener?] = [:]
  private var attaching = 0
  private var attachments: [Host: [Int: AppLifecycleAttachment]] = [:]
  /// Kept to the end, so that no mediator and no other thread releases them.
  private var pinned: [Listener] = []
  /// Kept until the top-level act is over.
  private var kept: [AnyObject] = []

  static func journal(of scenario: Scenario) async -> [String] {
    let world = RealWorld(scenario)
    for act in scenario.acts + [.turn] {
      // What is posted elsewhere in a turn comes in the next one.
      for _ in 0..<(act == .turn ? 5 : 0) { await nextMainTurn() }
      world.perform(act)
      while !world.kept.isEmpty { withExtendedLifetime(world.kept.removeFirst()) {} }
    }
    return world.journal
  }

  private init(_ scenario: Scenario) {
    self.scenario = scenario
    centers = (0..<scenario.centers).map { _ in NotificationCenter() }
    keepers = centers.map { AppLifecycleMediator(notificationCenter: $0) }
    for (keeper, center) in zip(keepers, centers) { keeper.observeScenes(on: center) }
    for number in 0..<scenario.listeners { owned[number] = Noted("listener \(number)", self) }
    for children in scenario.groups {
      let number = scenario.listeners + groups.count
      let children: [Listener] = children.compactMap { owned[$0] ?? groups[$0] }
      groups[number] = ListenerGroup("listener \(number)") { children }
      living[number] = { [unowned self] in groups[number] }
    }
    for (number, one) in owned { living[number] = { [weak one] in one } }
    probes = scenario.mediators.indices.map { Noted("probe \($0)", self) }
  }

  /// Writes a line and performs the acts of a callback.
  fileprivate func callback(_ who: String, _ text: String) {
    journal.append("\(who) \(text)")
    for act in scenario.takeActs(of: who, at: text) {
      // No rule says when a listener or a mediator goes where an end overtakes an event (g).
      if act.isEnd { kept += members as [AnyObject] + Array(mediators.values) }
      perform(act)
    }
  }

  /// The listeners and groups that are alive.
  private var members: [Listener] { (0..<scenario.members).compactMap { living[$0]?() } }

  private func perform(_ act: Move) {
    switch act {
    case .post(let post): self.post(post)
    case .attach(let number, let place, let priority, let replay, let isWeak):
      guard let listener = living[number]?() else { break }
      attaching += 1
      let attachment =
        switch place {
        case .group(let group): groups[group]?.attach(listener, priority: priority)
        case .mediator(let mediator) where isWeak:
          mediators[mediator]?.attach(weakly: listener, priority: priority, replay: replay)
        case .mediator(let mediator):
          mediators[mediator]?.attach(listener, priority: priority, replay: replay)
        }
      attaching -= 1
      if attachment?.isAttached == true { attachments[place, default: [:]][number] = attachment }
      withExtendedLifetime(listener) {}
    case .detach(let number, let place): detach(number, from: place)
    case .forget(let number): withExtendedLifetime(owned.removeValue(forKey: number)) {}
    case .make(let number): if made.insert(number).inserted { make(number) }
    case .release(let number, let isElsewhere):
      if !beingMade.contains(number), attaching == 0 { release(number, isElsewhere) }
    case .observe(let number, let center, false): mediators[number]?.observe(centers[center])
    case .observe(let number, let center, true):
      mediators[number]?.observeScenes(on: centers[center])
    case .probe(let number, let isOn): mediators[number]?.probe = isOn ? probes[number] : nil
    case .read(let number):
      guard let it = mediators[number] else { break }
      let counts = [it.listenerCount, it.connectedSceneCount, it.visibleSceneCount]
      journal.append("mediator \(number) \(it.state) \(counts)")
    case .turn: break
    }
    journal.append("done")
  }

  private func post(_ post: Post) {
    let (name, scene): (Notification.Name?, NSObject?) =
      switch post.event {
      case .app(let event): (AppLifecycleVocabulary.current.name(for: event), nil)
      case .scene(let event, let scene): (event.notificationName, scenes[scene])
      }
    guard let name else { return }
    let values = post.payload.map { ["payload": Noted($0, self)] }
    // Used by one thread after another: the first one waits for the second.
    nonisolated(unsafe) let object = scene
    let center = Unchecked(centers[post.center])
    let act = { @Sendable in center.value.post(name: name, object: object, userInfo: values) }
    if post.isElsewhere { elsewhere(act) } else { act() }
  }

  /// Detaches by the attachment if there is one, because it does not keep the listener meanwhile.
  private func detach(_ number: Int, from place: Host) {
    if case .mediator(let mediator) = place, mediators[mediator] == nil { return }
    if let one = attachments[place]?.removeValue(forKey: number) { return one.detach() }
    guard let listener = living[number]?() else { return }
    switch place {
    case .group(let group): groups[group]?.detach(listener)
    case .mediator(let mediator): mediators[mediator]?.detach(listener)
    }
    withExtendedLifetime(listener) {}
  }

  private func make(_ number: Int) {
    let plan = scenario.mediators[number]
    let all = plan.listeners.compactMap { living[$0]?() }
    let (center, rule, state) = (centers[plan.center], plan.policy, plan.initialState)
    beingMade.append(number)
    let mediator =
      plan.usesBuilder
      ? AppLifecycleMediator(policy: rule, notificationCenter: center, initialState: state) { all }
      : AppLifecycleMediator(
        listeners: all, policy: rule, notificationCenter: center, initialState: state)
    beingMade.removeLast()
    mediators[number] = mediator
    mediator.onAnomaly = { [weak self] in self?.callback("mediator \(number)", "anomaly \($0)") }
    if plan.hasProbe { mediator.probe = probes[number] }
    withExtendedLifetime(all) {}
  }

  private func release(_ number: Int, _ isElsewhere: Bool) {
    // Written by one thread after another: the first one waits for the second.
    nonisolated(unsafe) var last = mediators.removeValue(forKey: number)
    if last == nil { return }
    // No rule says in which order a mediator releases its listeners.
    pinned += members
    if isElsewhere { elsewhere { last = nil } } else { last = nil }
  }

  private func elsewhere(_ action: @escaping @Sendable () -> Void) {
    let done = DispatchGroup()
    DispatchQueue.global().async(group: done, execute: action)
    done.wait()
  }
}

/// A listener, a probe or a payload, which writes down each call and its end as long as its world
/// is there.
@MainActor
private final class Noted: AppSceneListener, AppNamedListener, AppLifecycleProbe {
  let listenerName: String
  private weak var world: RealWorld?

  init(_ name: String, _ world: RealWorld) { (listenerName, self.world) = (name, world) }

  deinit {
    MainActor.assumeIsolated { [world, listenerName] in world?.callback(listenerName, "deinit") }
  }

  private func note(_ text: String) { world?.callback(listenerName, text) }

  func onAttach(to mediator: AppLifecycleMediator) {
    // Callers come to know a mediator before its initializer has returned.
    if let world, let number = world.beingMade.last, world.mediators[number] == nil {
      world.mediators[number] = mediator
    }
    note("attached")
  }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    let payload = (context.userInfo?["payload"] as? Noted)?.listenerName ?? "-"
    note("\(event) \(context.previousState)>\(context.state) \(context.origin) \(payload)")
  }

  func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
    note("scene \(event) \(scene.previousState)>\(scene.state) \(scene.visibleSceneCount)")
  }

  func relayWillBegin(_ context: AppLifecycleContext) { note("begin \(context.event)") }
  func relayDidEnd(_ context: AppLifecycleContext) { note("end \(context.event)") }
  func relayDidCall(_ call: AppLifecycleProbeCall) {
    note("called \(call.event) \(call.listener)\(call.isReplay ? " replayed" : "")")
  }
}
