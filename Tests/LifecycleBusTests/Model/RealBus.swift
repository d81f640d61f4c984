import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners
import TestSupport

/// The same operations on the real bus.
@MainActor
final class RealBus {
  private(set) var seen: [Seen] = []
  let center = NotificationCenter()
  private var held: [Int: HeldMediator] = [:]
  private(set) var groups: [Int: ListenerGroup] = [:]
  private(set) var objects: [Int: any AppLifecycleListener & AnyObject] = [:]
  private var attachments: [Int: AppLifecycleAttachment] = [:]
  private var places: [Int: Place] = [:]
  private var holds: [Int: AppLifecycleHold] = [:]
  private var probes: [Int: RealProbe] = [:]
  private var times: [Int: RealTime] = [:]
  private let scenes = (0..<Bounds.scenes).map { RealScene($0) }
  private var isWaitOver = false
  private var depth = 0
  private var script: [Int: [[Act]]]

  init(_ script: [Int: [[Act]]]) {
    self.script = script
    for id in Bounds.listeners where ActSequence.Kind(of: id) != .value { objects[id] = object(id) }
    for id in Bounds.groups { groups[id] = ListenerGroup("G\(id)") }
  }

  private func mediator(_ id: Int) -> AppLifecycleMediator? { held[id]?.mediator }

  func see(_ observed: Seen) { seen.append(observed) }

  /// A callback: performs the next acts of its script.
  func call(_ key: Int, _ observed: Seen) {
    seen.append(observed)
    depth += 1
    if depth <= ActSequence.deepest, script[key]?.isEmpty == false {
      for act in script[key]?.removeFirst() ?? [] { perform(act) }
    }
    depth -= 1
  }

  func perform(_ act: Act) {
    switch act {
    case .post(let event): center.post(event)
    case .postElsewhere(let event): Elsewhere.post(event, on: center)
    case .postScene(let event, let scene): center.post(event, scene: scenes[scene])
    case .postSceneElsewhere(let event, let scene):
      Elsewhere.post(event, scene: scenes[scene], on: center)
    case .attach(let number, let listener, let place, let priority, let replay, let weakly):
      let attachment = attach(listener, place, priority, replay, weakly: weakly)
      places[number] = place
      attachments[number] = attachment
      // The mediator may have been released in a callback.
      if case .mediator(let id) = place, held[id] == nil { attachments[number] = nil }
    case .end(let number): attachments[number]?.detach()
    case .detach(let id, let place):
      guard let object = objects[id] ?? groups[id] else { return }
      switch place {
      case .mediator(let number): mediator(number)?.detach(object)
      case .group(let number): groups[number]?.detach(object)
      }
    case .free(let id):
      if let object = objects[id] as? any RealListener, !object.wasKept { objects[id] = nil }
    case .make(let id, let isLifecycle, let state): make(id, isLifecycle, state)
    case .observeScenes(let id): mediator(id)?.observeScenes(on: center)
    case .drop(let id): _ = release(id)
    case .dropElsewhere(let id):
      guard let released = release(id) else {
        return
      }
      Elsewhere.run { released.mediator = nil }
    case .probe(let id, let isOn): mediator(id)?.probe = isOn ? probes[id] : nil
    case .open(let id, let untilTaken):
      guard let mediator = mediator(id) else { return }
      let isTaken = mediator.askToOpen(
        URL(filePath: "/"), untilTaken: untilTaken)
      see(.answer(mediator: id, "open \(isTaken)"))
    case .terminate(let id):
      guard let mediator = mediator(id) else { return }
      see(.answer(mediator: id, "terminate \(mediator.askWhetherToTerminate { _ in })"))
    case .hold(let number, let id):
      holds[number] = mediator(id)?.hold("H\(number)") { [weak self] in
        self?.see(.expired(hold: number))
      }
    case .release(let number): holds[number]?.release()
    case .expire(let id): if held[id] != nil { times[id]?.runOut() }
    case .look: look()
    case .turn, .fetch, .runOut: break
    }
  }

  private func make(_ id: Int, _ isLifecycle: Bool, _ state: AppLifecycleState) {
    let mediator = AppLifecycleMediator(
      policy: isLifecycle ? .lifecycle : .relay, notificationCenter: center, initialState: state)
    mediator.onAnomaly = { [weak self] anomaly in
      self?.call(ActSequence.anomalies + id, .anomaly(mediator: id, anomaly))
    }
    let time = RealTime(id, self)
    mediator.backgroundTime = time
    times[id] = time
    probes[id] = RealProbe(id, self)
    held[id] = HeldMediator(mediator)
  }

  private func attach(
    _ id: Int, _ place: Place, _ priority: Int, _ replay: AppLifecycleMediator.Replay,
    weakly: Bool
  ) -> AppLifecycleAttachment? {
    let isValue = Bounds.listeners.contains(id) && ActSequence.Kind(of: id) == .value
    let listener: (any AppLifecycleListener)? =
      isValue ? ValueListener(id, self) : objects[id] ?? groups[id]
    guard let listener else { return nil }
    switch place {
    case .mediator(let number):
      guard let mediator = mediator(number) else { return nil }
      if weakly, let object = objects[id] ?? groups[id] {
        return mediator.attach(weakly: object, priority: priority, replay: replay)
      }
      (listener as? any RealListener)?.wasKept = true
      return mediator.attach(listener, priority: priority, replay: replay)
    case .group(let number):
      (listener as? any RealListener)?.wasKept = true
      return groups[number]?.attach(listener, priority: priority)
    }
  }

  /// Gives up the reference to a mediator, and forgets the attachments to it: when they end while an
  /// event is under way is not part of the contract.
  private func release(_ id: Int) -> HeldMediator? {
    guard let released = held.removeValue(forKey: id) else { return nil }
    for number in attachments.keys where places[number] == .mediator(id) {
      attachments[number] = nil
    }
    return released
  }

  private func look() {
    var look = Look()
    for id in held.keys.sorted() {
      guard let mediator = mediator(id) else { continue }
      look.mediators.append(
        .init(
          id: id, state: mediator.state, count: mediator.listenerCount, holds: mediator.openHolds,
          connected: mediator.connectedSceneCount, visible: mediator.visibleSceneCount))
    }
    look.groups = Bounds.groups.map { groups[$0]?.listenerCount ?? 0 }
    for (number, attachment) in attachments where attachment.isAttached {
      look.attached |= 1 << UInt64(number)
    }
    for (number, hold) in holds where hold.isOpen { look.open |= 1 << UInt64(number) }
    see(.look(look))
  }

  // MARK: Asynchronous calls

  func fetch(_ id: Int) async {
    guard let mediator = mediator(id) else { return }
    let result = await mediator.askToFetchInBackground(clock: ManualClock())
    see(.answer(mediator: id, "fetch \(result)"))
  }

  /// Lets the main queue run until nothing of this bus is left there.
  ///
  /// - Parameter turns: How often each piece of work there may put another one behind itself.
  func turn(_ turns: Int) async {
    for _ in 0..<turns { await turnOnce() }
  }

  private func turnOnce() async {
    await withCheckedContinuation { turned in
      DispatchQueue.main.async { turned.resume() }
    }
  }

  /// Waits for the holds of a mediator until the budget runs out.
  func runOut(_ id: Int, turns: Int) async {
    guard let mediator = mediator(id) else { return }
    let clock = ManualClock()
    let wait = Task {
      let expired = await mediator.waitForHolds(upTo: .seconds(1), clock: clock)
      isWaitOver = true
      return expired
    }
    // The wait may not be asleep yet; then the clock is moved again.
    isWaitOver = false
    while !isWaitOver {
      clock.advance(by: .seconds(1))
      await turnOnce()
    }
    let expired = await wait.value
    await turn(turns)
    see(.waited(mediator: id, expired))
    withExtendedLifetime(mediator) {}
  }

  /// Releases all, and returns the listeners, which must be freed then.
  func end() -> [Int: WeakObject] {
    let weak = objects.mapValues { WeakObject(object: $0) }
    (objects, attachments, holds, probes, times) = ([:], [:], [:], [:], [:])
    (held, groups) = ([:], [:])
    return weak
  }

  /// The only reference to a mediator, which another thread may release.
  private final class HeldMediator: @unchecked Sendable {
    // Proof for @unchecked: another thread uses it only while the main actor waits for that thread.
    var mediator: AppLifecycleMediator?
    init(_ mediator: AppLifecycleMediator) { self.mediator = mediator }
  }

  struct WeakObject {
    weak var object: AnyObject?
  }
}
