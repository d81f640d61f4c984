import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners
import TestSupport

/// The same operations on the real bus.
@MainActor
final class RealBus {
  private(set) var seen: [Seen] = []
  let centers = Bounds.centers.map { _ in NotificationCenter() }
  private var held: [Int: Held<AppLifecycleMediator>] = [:]
  private(set) var groups: [Int: ListenerGroup] = [:]
  private(set) var objects: [Int: any RealListener] = [:]
  private var attachments: [Int: AppLifecycleAttachment] = [:]
  private var owners: [Int: Int] = [:]
  private var places: [Int: Place] = [:]
  private var holds: [Int: AppLifecycleHold] = [:]
  var waits: [Int: RealWait] = [:]
  private var probes: [Int: RealProbe] = [:]
  private var times: [Int: RealTime] = [:]
  private let scenes = (0..<Bounds.scenes).map { RealScene($0) }
  /// The listeners that another thread is releasing.
  private var fading: Set<Int> = []
  private var isOver = false
  private var depth = 0
  private var script: [Int: [[Act]]]
  /// How many listeners and payloads are alive.
  let live = LockedCount(0)

  init(_ script: [Int: [[Act]]]) {
    self.script = script
    for id in Bounds.listeners where ActSequence.Kind(of: id) != .value { objects[id] = object(id) }
    for id in Bounds.groups { groups[id] = ListenerGroup("G\(id)") }
  }

  func mediator(_ id: Int) -> AppLifecycleMediator? { held[id]?.object }

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

  /// A `deinit` on the main actor.
  func part(_ key: Int) { if !isOver { call(key, .gone(key)) } }

  /// What the `deinit` of a listener does that another thread releases, if it runs on the main actor
  /// after all: nothing that others could notice.
  func readAndDetach(_ id: Int) {
    for held in held.values { _ = held.object?.listenerCount }
    for (number, attachment) in attachments where owners[number] == id { attachment.detach() }
  }

  func perform(_ act: Act) {
    perform(act, on: centers[0], carrying: nil)
    see(.done)
  }

  private func perform(_ act: Act, on center: NotificationCenter, carrying payload: Int?) {
    switch act {
    case .on(let number, let act): perform(act, on: centers[number], carrying: payload)
    case .carrying(let number, let act): perform(act, on: center, carrying: number)
    case .post(let event):
      center.post(event, userInfo: payload.map { ["payload": newPayload($0)] })
    case .postElsewhere(let event):
      Elsewhere.post(event, on: center, payload: payload.map { Held(newPayload($0)) })
    case .postScene(let event, let scene): center.post(event, scene: scenes[scene])
    case .postSceneElsewhere(let event, let scene):
      Elsewhere.post(event, scene: scenes[scene], on: center)
    case .attach, .end, .detach, .free, .freeMeanwhile, .renew: changeMembership(act)
    case .make(let id, let isLifecycle, let state): make(id, isLifecycle, state, center)
    case .observe(let id): mediator(id)?.observe(center)
    case .observeScenes(let id): mediator(id)?.observeScenes(on: center)
    case .missSuspension(let id): mediator(id)?.noteMissedSuspension()
    case .drop(let id): withExtendedLifetime(release(id)) {}
    case .dropElsewhere(let id):
      guard let released = release(id) else { return }
      Elsewhere.run { released.object = nil }
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
    case .releaseElsewhere(let number):
      if let hold = holds[number] { Elsewhere.run { hold.release() } }
    case .expire(let id): if held[id] != nil { times[id]?.runOut() }
    case .look: look()
    case .turn, .fetch, .runOut, .wait, .endBudget: break
    }
  }

  private func newPayload(_ number: Int) -> Parting {
    Parting(ActSequence.payloads + number, self)
  }

  // MARK: Mediators

  private func make(
    _ id: Int, _ isLifecycle: Bool, _ state: AppLifecycleState, _ center: NotificationCenter
  ) {
    let mediator = AppLifecycleMediator(
      policy: isLifecycle ? .lifecycle : .relay, notificationCenter: center, initialState: state)
    mediator.onAnomaly = { [weak self] anomaly in
      self?.call(ActSequence.anomalies + id, .anomaly(mediator: id, anomaly))
    }
    let time = RealTime(id, self)
    mediator.backgroundTime = time
    times[id] = time
    probes[id] = RealProbe(id, self)
    held[id] = Held(mediator)
  }

  /// Gives up the reference to a mediator, and forgets the attachments to it: when they end while an
  /// event is under way is not part of the contract. One that is waited with stays.
  private func release(_ id: Int) -> Held<AppLifecycleMediator>? {
    if waits.values.contains(where: { $0.mediator == id }) { return nil }
    guard let released = held.removeValue(forKey: id) else { return nil }
    for number in attachments.keys where places[number] == .mediator(id) {
      attachments[number] = nil
    }
    return released
  }

  // MARK: Membership

  private func changeMembership(_ act: Act) {
    switch act {
    case .attach(let number, let listener, let place, let priority, let replay, let weakly):
      let attachment = attach(listener, place, priority, replay, weakly: weakly)
      places[number] = place
      attachments[number] = attachment
      owners[number] = listener
      // The mediator may have been released in a callback.
      if case .mediator(let id) = place, held[id] == nil { attachments[number] = nil }
    case .end(let number): attachments[number]?.detach()
    case .detach(let id, let place):
      guard let object: any AppLifecycleListener & AnyObject = objects[id] ?? groups[id] else {
        return
      }
      switch place {
      case .mediator(let number): mediator(number)?.detach(object)
      case .group(let number): groups[number]?.detach(object)
      }
    case .free(let id):
      // Taken out first, because its deinit may use the table.
      withExtendedLifetime(objects.removeValue(forKey: id)) {}
    case .freeMeanwhile(let id, let count):
      guard objects[id]?.wasKept == false else { return }
      objects[id]?.parting.isQuiet = true
      fading.insert(id)
      Elsewhere.release(Held(objects.removeValue(forKey: id)), after: count)
    case .renew(let id):
      let isObject = ActSequence.Kind(of: id) != .value
      if isObject, objects[id] == nil, !fading.contains(id) { objects[id] = object(id) }
    default: break
    }
  }

  private func attach(
    _ id: Int, _ place: Place, _ priority: Int, _ replay: AppLifecycleMediator.Replay,
    weakly: Bool
  ) -> AppLifecycleAttachment? {
    let isValue = Bounds.listeners.contains(id) && ActSequence.Kind(of: id) == .value
    let object: (any AppLifecycleListener & AnyObject)? = objects[id] ?? groups[id]
    let listener: (any AppLifecycleListener)? = isValue ? ValueListener(id, self) : object
    guard let listener else { return nil }
    switch place {
    case .mediator(let number):
      guard let mediator = mediator(number) else { return nil }
      if weakly, let object {
        return mediator.attach(weakly: object, priority: priority, replay: replay)
      }
      (listener as? any RealListener)?.wasKept = true
      return mediator.attach(listener, priority: priority, replay: replay)
    case .group(let number):
      (listener as? any RealListener)?.wasKept = true
      return groups[number]?.attach(listener, priority: priority)
    }
  }

  // MARK: Reading

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
    see(.look(fading.isEmpty ? look : look.withoutAttachments()))
  }

  /// Waits until other threads have released what they were to release.
  func endFading() {
    if fading.isEmpty { return }
    Elsewhere.run {}
    fading = []
  }

  /// Releases all. What is still alive when the main queue has run is leaked.
  func end() {
    isOver = true
    let released = (objects, attachments, holds, probes, times, held, groups)
    (objects, attachments, holds, probes, times) = ([:], [:], [:], [:], [:])
    (held, groups) = ([:], [:])
    withExtendedLifetime(released) {}
  }
}
