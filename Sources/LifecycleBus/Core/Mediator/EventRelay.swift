/// A mediator's subscriber: decides about each event, and delivers it. It ends after the mediator
/// is released and the earlier posts are delivered.
@MainActor
final class EventRelay: BusSubscriber {
  let policy: AppLifecycleMediator.Policy
  let store = ListenerStore()
  var transitions: AppLifecycleTransitions
  var probe: (any AppLifecycleProbe)?
  var onAnomaly: (@MainActor (AppLifecycleAnomaly) -> Void)?
  var holds: HoldCoordinator?
  var scenes: BusSubscriber?
  var hasAskedAtLaunch = false
  private var launch: AppLifecycleContext?

  /// The events by their code on the bus.
  static let events = AppLifecycleEvent.allCases

  init(policy: AppLifecycleMediator.Policy, initialState: AppLifecycleState) {
    self.policy = policy
    transitions = AppLifecycleTransitions(initialState: initialState)
    super.init()
  }

  override func close() {
    scenes?.close()
    scenes = nil
    let former = Box((probe, onAnomaly, launch))
    (probe, onAnomaly, launch) = (nil, nil, nil)
    EventQueue.shared.release([consume former])
    store.close()
    holds?.close()
    super.close()
  }

  func report(_ anomaly: @autoclosure () -> AppLifecycleAnomaly) { onAnomaly?(anomaly()) }

  // MARK: Events

  override func receive(_ code: Int, _ post: Post) {
    let event = Self.events[code]
    guard post.isOffMain else { return admit(event, post) }
    EventQueue.shared.push(Work { self.admit(event, post) })
    report(.postedOffMain(event))
  }

  private func admit(_ event: AppLifecycleEvent, _ post: Post) {
    if policy.admission == .asPosted { return deliver(event, .posted, post) }
    switch transitions.decision(on: event) {
    case .drop(let anomaly): report(anomaly)
    case .relay(let missing):
      if missing.isEmpty { return deliver(event, .posted, post) }
      let added = missing.flatMap { step in
        [
          Work { self.report(.synthesized(step, before: event)) },
          Work { self.deliver(step, .synthesized) },
        ]
      }
      EventQueue.shared.push(added + [Work { self.deliver(event, .posted, post) }])
    }
  }

  private func deliver(
    _ event: AppLifecycleEvent, _ origin: AppLifecycleContext.Origin, _ post: Post? = nil
  ) {
    let before = transitions
    transitions.advance(by: event)
    let isMirrored = policy.order == .mirrored && event.direction == .down
    let context = AppLifecycleContext(
      event: event, state: transitions.state, previousState: before.state, origin: origin,
      order: isMirrored ? .mirrored : .registration, userInfo: post?.userInfo,
      poster: policy.passesObjects ? post?.object.map(AppLifecycleContext.Poster.init) : nil)
    if event == .didFinishLaunching {
      let former = Box(launch as Any)
      launch = context
      EventQueue.shared.release([consume former])
      if origin == .posted, !hasAskedAtLaunch, onAnomaly != nil { reportNotAsked() }
    }
    holds?.willDeliver(event, leadingTo: transitions.state)
    let probe = probe
    let delivery = EventDelivery(
      context, to: store.entries(isMirrored: isMirrored), report: probe.map { ProbeReport($0) },
      origin: (self, before))
    guard let probe else { return EventQueue.shared.push(delivery) }
    EventQueue.shared.push([delivery, Work { probe.relayDidEnd(context) }])
    probe.relayWillBegin(context)
  }

  // MARK: Attaching

  /// `weakly`: the listener again, if it is not kept. `missesLaunch`: whether a listener without a
  /// replay is reported after the launch.
  func attach(
    _ listener: any AppLifecycleListener, weakly: (any AppLifecycleListener & AnyObject)? = nil,
    to mediator: AppLifecycleMediator, priority: Int = 0,
    replay: AppLifecycleMediator.Replay = .none, missesLaunch: Bool = true
  ) -> AppLifecycleAttachment {
    let (attachment, new) = store.insert(listener, weakly: weakly, priority: priority)
    guard let new else { return attachment }
    if replay == .state || replay == .launch && !start.hasLaunched { underWay?.join(new) }
    let missesLaunch = missesLaunch && transitions.hasLaunched
    let attached = AttachDelivery(mediator, to: [new])
    if replay != .none {
      EventQueue.shared.run([attached, Work { self.replay(replay, to: new) }])
    } else if missesLaunch {
      EventQueue.shared.run([attached, Work { self.reportMissedLaunch(attachment) }])
    } else {
      EventQueue.shared.run([attached])
    }
    return attachment
  }

  /// The delivery of the current event.
  private var underWay: EventDelivery? {
    let deliveries = EventQueue.shared.steps.lazy.compactMap { $0 as? EventDelivery }
    return deliveries.first { $0.origin?.relay === self }
  }

  /// Where a replay ends. During a delivery that is before its event, which the listener receives
  /// afterwards.
  private var start: AppLifecycleTransitions { underWay?.origin?.before ?? transitions }

  private func replay(_ replay: AppLifecycleMediator.Replay, to entry: ListenerEntry) {
    let start = start
    let events = replay == .launch ? Array(start.replay.prefix(1)) : start.replay
    if events.isEmpty || entry.attachment.store == nil { return }
    transitions.confirm(launchOnly: replay == .launch)
    var position = AppLifecycleTransitions()
    let report = probe.map { ProbeReport($0) }
    let deliveries = events.map { event in
      let previousState = position.state
      position.advance(by: event)
      let launch = event == .didFinishLaunching ? launch : nil
      let context = AppLifecycleContext(
        event: event, state: position.state, previousState: previousState, origin: .replayed,
        order: .registration, userInfo: launch?.userInfo, poster: launch?.poster)
      return EventDelivery(context, to: [entry], report: report)
    }
    EventQueue.shared.push(deliveries)
  }

  private func reportNotAsked() {
    for turn in store.turns where turn.listener is any AppLaunchAsked {
      let name = turn.attachment.name
      EventQueue.shared.push(Work { self.report(.notAskedAtLaunch(listener: name)) })
    }
  }

  private func reportMissedLaunch(_ attachment: AppLifecycleAttachment) {
    if attachment.isAttached, transitions.position != .terminated {
      report(.attachedAfterLaunch(listener: attachment.name))
    }
  }
}
