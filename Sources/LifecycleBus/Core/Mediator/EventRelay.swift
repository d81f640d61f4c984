import Foundation

/// What a mediator does with notifications. It outlives the mediator until the posts that were made
/// before have been delivered.
@MainActor
final class EventRelay {
  /// Grows with each relay, so that mediators are called in the order of their making.
  let number: Int
  let policy: AppLifecycleMediator.Policy
  let list = ListenerList()
  var transitions: AppLifecycleTransitions
  /// Those that listeners have added.
  var addedProbes: [any AppLifecycleProbe] = []
  var ownProbe: (any AppLifecycleProbe)?
  /// The program's own is told last, because it may end the process.
  private var probes: [any AppLifecycleProbe] { ownProbe.map { addedProbes + [$0] } ?? addedProbes }
  var onAnomaly: (@MainActor (AppLifecycleAnomaly) -> Void)?
  let holds: HoldCoordinator
  let scenes = KnownScenes()
  private var channels: [NotificationChannel] = []
  /// The current event's delivery, and the position before it.
  private var present: (delivery: Delivery, before: AppLifecycleTransitions)?
  /// Of the launch, for replays. The object is weak, because it may keep the mediator.
  private var launchInfo: [AnyHashable: Any]?
  private weak var launchObject: AnyObject?

  private static var lastNumber = 0
  private let queue = EventQueue.shared

  init(policy: AppLifecycleMediator.Policy, initialState: AppLifecycleState) {
    Self.lastNumber += 1
    number = Self.lastNumber
    self.policy = policy
    transitions = AppLifecycleTransitions(initialState: initialState)
    holds = HoldCoordinator()
    holds.reportExpired = { [weak self] in self?.report(.holdsExpired($0)) }
  }

  // MARK: Observing

  /// A second call with the same event changes nothing.
  func observe(_ name: Notification.Name, on center: NotificationCenter, as event: RelayedEvent) {
    let channel = NotificationChannel.channel(name, on: center)
    if channel.add(self, event) { channels.append(channel) }
  }

  func stopObserving() {
    let former = channels
    channels = []
    for channel in former { channel.remove(self) }
  }

  func close() {
    stopObserving()
    let former = (addedProbes, ownProbe, onAnomaly, launchInfo)
    (addedProbes, ownProbe, onAnomaly, launchInfo) = ([], nil, nil, nil)
    holds.close()
    list.close()
    withExtendedLifetime(former) {}
  }

  func report(_ anomaly: @autoclosure () -> AppLifecycleAnomaly) { onAnomaly?(anomaly()) }

  // MARK: Events

  func receive(_ event: RelayedEvent, _ post: Post) {
    guard post.isOffMain else { return admit(event, post) }
    queue.push(EventQueue.Step { self.admit(event, post) })
    report(.postedOffMain(event))
  }

  private func admit(_ event: RelayedEvent, _ post: Post) {
    switch event {
    case .scene(let event): deliver(event, post)
    case .app(let event) where !policy.isBalanced: deliver(event, .posted, post)
    case .app(let event):
      switch transitions.decision(on: event) {
      case .drop(let anomaly): report(anomaly)
      case .relay(let missing):
        var steps: [EventQueue.Step] = []
        for step in missing {
          steps.append(EventQueue.Step { self.report(.synthesized(step, before: event)) })
          steps.append(EventQueue.Step { self.deliver(step, .synthesized) })
        }
        if steps.isEmpty { return deliver(event, .posted, post) }
        queue.push(steps + [EventQueue.Step { self.deliver(event, .posted, post) }])
      }
    }
  }

  private func deliver(
    _ event: AppLifecycleEvent, _ origin: AppLifecycleContext.Origin, _ post: Post? = nil
  ) {
    let before = transitions
    transitions.advance(by: event)
    let isMirrored = policy.isMirrored && event.direction == .down
    let context = AppLifecycleContext(
      event: event, state: transitions.state, previousState: before.state, origin: origin,
      isMirrored: isMirrored, object: post?.notification.object,
      userInfo: post?.notification.userInfo)
    if event == .didFinishLaunching { noteLaunch(context) }
    if event == .willEnterForeground || event == .didBecomeActive { holds.noteForeground() }
    let probes = probes
    let delivery = Delivery(
      .event(context), to: list.attachments, isMirrored: isMirrored, relay: self, probes: probes)
    present = (delivery, before)
    if probes.isEmpty { return delivery.advance() }
    queue.push(delivery.step)
    for probe in probes { probe.willDeliver(context) }
  }

  /// The delivery has reached its last listener. If an end overtook it, nothing is left to do.
  func end(_ delivery: Delivery) {
    guard present?.delivery === delivery else { return }
    present = nil
    delivery.reportEnd()
  }

  private func noteLaunch(_ context: AppLifecycleContext) {
    let former = launchInfo
    launchInfo = context.userInfo
    launchObject = context.object.flatMap { type(of: $0) is AnyClass ? $0 as AnyObject : nil }
    withExtendedLifetime(former) {}
  }

  private func deliver(_ event: AppSceneEvent, _ post: Post) {
    guard let object = post.notification.object, type(of: object) is AnyClass else {
      return report(.sceneMissing(event))
    }
    let scene = scenes.note(event, of: object as AnyObject)
    let isMirrored = policy.isMirrored && event.direction == .down
    queue.push(Delivery(.scene(scene), to: list.attachments, isMirrored: isMirrored).step)
  }

  // MARK: Attaching

  /// `weakly` is the same listener, where the attachment must not keep it. `missesLaunch` is false
  /// for one that doesn't care about the launch, so that it isn't reported.
  func attach(
    _ listener: any AppLifecycleListener, weakly: (any AppLifecycleListener & AnyObject)? = nil,
    to mediator: AppLifecycleMediator, priority: Int = 0,
    replay: AppLifecycleMediator.Replay = .none, missesLaunch: Bool = true
  ) -> AppLifecycleAttachment {
    let (attachment, isNew) = list.insert(listener, weakly: weakly, priority: priority)
    guard isNew else { return attachment }
    if replay == .state || replay == .launch && !start.hasLaunched {
      present?.delivery.join(attachment)
    }
    let missesLaunch = missesLaunch && replay == .none && transitions.hasLaunched
    queue.run([
      Delivery(.attached(mediator), to: [attachment]).step,
      EventQueue.Step {
        self.replay(replay, to: attachment)
        if missesLaunch { self.reportMissedLaunch(attachment) }
      },
    ])
    return attachment
  }

  /// Where a replay ends. During a delivery that is before its event, which the listener receives
  /// afterwards.
  private var start: AppLifecycleTransitions { present?.before ?? transitions }

  private func replay(
    _ replay: AppLifecycleMediator.Replay, to attachment: AppLifecycleAttachment
  ) {
    let start = start
    let events =
      switch replay {
      case .none: [AppLifecycleEvent]()
      case .launch: Array(start.replay.prefix(1))
      case .state: start.replay
      }
    if events.isEmpty || !attachment.isAttached { return }
    transitions.confirm(launchOnly: replay == .launch)
    var position = AppLifecycleTransitions()
    var steps: [EventQueue.Step] = []
    for event in events {
      let previousState = position.state
      position.advance(by: event)
      let isLaunch = event == .didFinishLaunching
      let context = AppLifecycleContext(
        event: event, state: position.state, previousState: previousState, origin: .replayed,
        isMirrored: false, object: isLaunch ? launchObject : nil,
        userInfo: isLaunch ? launchInfo : nil)
      steps.append(
        Delivery(.event(context), to: [attachment], relay: self, probes: probes).step)
    }
    queue.push(steps)
  }

  private func reportMissedLaunch(_ attachment: AppLifecycleAttachment) {
    if attachment.isAttached, transitions.position != .terminated {
      report(.attachedAfterLaunch(listener: attachment.name))
    }
  }
}
