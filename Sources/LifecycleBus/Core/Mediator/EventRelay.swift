import Foundation

/// What a mediator does with notifications. It outlives the mediator until earlier posts have been
/// delivered.
@MainActor
final class EventRelay: Subscriber {
  let number: Int
  let policy: AppLifecycleMediator.Policy
  let list = ListenerList()
  var transitions: AppLifecycleTransitions
  let holds: HoldCoordinator

  var addedProbes: [any AppLifecycleProbe] = []
  var ownProbe: (any AppLifecycleProbe)?
  var onAnomaly: (@MainActor (AppLifecycleAnomaly) -> Void)?

  private var channels: [NotificationChannel] = []
  private var current: Current?
  /// For replays of the launch. The object is weak, because it may keep the mediator.
  private var launchInfo: [AnyHashable: Any]?
  private weak var launchObject: AnyObject?

  private let queue = EventQueue.shared
  private static var lastNumber = 0
  private static var lastDelivery = 0

  private struct Current {
    let delivery: Delivery
    let before: AppLifecycleTransitions
  }

  init(policy: AppLifecycleMediator.Policy, initialState: AppLifecycleState) {
    Self.lastNumber += 1
    number = Self.lastNumber
    self.policy = policy
    transitions = AppLifecycleTransitions(initialState: initialState)
    holds = HoldCoordinator()
    holds.reportExpired = { [weak self] in self?.report(.holdsExpired($0)) }
  }

  /// The program's own is told last, because it may end the process.
  private var probes: [any AppLifecycleProbe] {
    guard let ownProbe else { return addedProbes }
    return addedProbes + [ownProbe]
  }

  // MARK: Observing

  func observe(_ name: Notification.Name, on center: NotificationCenter, as event: RelayedEvent) {
    let channel = NotificationChannel.channel(name, on: center)
    let isNew = channel.add(self, event)
    if isNew {
      channels.append(channel)
    }
  }

  func stopObserving() {
    let former = channels
    channels = []

    for channel in former {
      channel.remove(self)
    }
  }

  func close() {
    stopObserving()

    let former = (addedProbes, ownProbe, onAnomaly, launchInfo)
    addedProbes = []
    ownProbe = nil
    onAnomaly = nil
    launchInfo = nil

    holds.close()
    list.close()
    withExtendedLifetime(former) {}
  }

  func report(_ anomaly: @autoclosure () -> AppLifecycleAnomaly) { onAnomaly?(anomaly()) }

  // MARK: Events

  func receive(_ event: RelayedEvent, _ post: Post) {
    if post.isOffMain {
      queue.push(EventQueue.Step { self.admit(event, post) })
      report(.postedOffMain(event))
    } else {
      admit(event, post)
    }
  }

  private func admit(_ event: RelayedEvent, _ post: Post) {
    switch event {
    case .scene(let event):
      deliver(event, post)
    case .app(let event) where !policy.isBalanced:
      deliver(event, .posted, post)
    case .app(let event):
      switch transitions.decision(on: event) {
      case .drop(let anomaly):
        report(anomaly)
      case .relay(let missing) where missing.isEmpty:
        deliver(event, .posted, post)
      case .relay(let missing):
        deliver(missing, andThen: event, post)
      }
    }
  }

  private func deliver(
    _ missing: [AppLifecycleEvent], andThen event: AppLifecycleEvent, _ post: Post
  ) {
    var steps: [EventQueue.Step] = []
    for step in missing {
      steps.append(EventQueue.Step { self.report(.synthesized(step, before: event)) })
      steps.append(EventQueue.Step { self.deliver(step, .synthesized) })
    }
    steps.append(EventQueue.Step { self.deliver(event, .posted, post) })

    queue.push(steps)
  }

  private func deliver(
    _ event: AppLifecycleEvent, _ origin: AppLifecycleContext.Origin, _ post: Post? = nil
  ) {
    let before = transitions
    transitions.advance(by: event)

    let isMirrored = policy.isMirrored && event.direction == .down
    let context = context(
      of: event, from: before, to: transitions, origin, isMirrored: isMirrored,
      object: post?.notification.object, userInfo: post?.notification.userInfo)

    // Not by `==`, which would compare the raw values, two strings.
    switch event {
    case .didFinishLaunching:
      noteLaunch(context)
    case .willEnterForeground, .didBecomeActive:
      holds.noteForeground()
    default:
      break
    }

    let probes = probes
    let delivery = Delivery(
      .event(context), to: list.attachments, isMirrored: isMirrored, relay: self, probes: probes)
    current = Current(delivery: delivery, before: before)

    if probes.isEmpty, !event.isOnTheWayDown {
      delivery.advance()
      return
    }

    // A probe, or who is asked for background time, may post an end.
    queue.push(delivery.step)
    if event.isOnTheWayDown {
      AsyncCalls.shared.takeHolds(of: self)
    }
    for probe in probes {
      probe.willDeliver(context)
    }
  }

  private func context(
    of event: AppLifecycleEvent, from before: AppLifecycleTransitions,
    to after: AppLifecycleTransitions, _ origin: AppLifecycleContext.Origin,
    isMirrored: Bool = false, object: Any?, userInfo: [AnyHashable: Any]?
  ) -> AppLifecycleContext {
    Self.lastDelivery += 1
    return AppLifecycleContext(
      event: event, state: after.state, previousState: before.state,
      isInForeground: after.isInForeground, origin: origin, isMirrored: isMirrored,
      delivery: Self.lastDelivery, object: object, userInfo: userInfo)
  }

  /// On the way down and in the background, `async` calls are waited for.
  var isGoingDown: Bool {
    switch transitions.position {
    case .resigned, .background, .terminated: true
    case .notRunning, .launched, .entering, .active: false
    }
  }

  /// A condition has no chain: a memory warning must not wait for a slow save.
  func chain(for event: AppLifecycleEvent) -> Int? {
    policy.isMirrored && event.direction != .none ? number : nil
  }

  func end(_ delivery: Delivery) {
    guard current?.delivery === delivery else { return }

    current = nil
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
      report(.sceneMissing(event))
      return
    }

    let scene = AppSceneContext(event: event, scene: object as AnyObject)
    let isMirrored = policy.isMirrored && event.direction == .down
    let delivery = Delivery(.scene(scene), to: list.attachments, isMirrored: isMirrored)
    queue.push(delivery.step)
  }

  // MARK: Attaching

  /// `missesLaunch` is false for a listener that doesn't care about the launch.
  @inline(never)  // Each caller would contain a copy.
  func attach(
    _ listener: any AppLifecycleListener, isWeak: Bool = false, to mediator: AppLifecycleMediator,
    priority: Int = 0, replay: AppLifecycleMediator.Replay = .none, missesLaunch: Bool = true
  ) -> AppLifecycleAttachment {
    let (attachment, isNew) = list.insert(listener, isWeak: isWeak, priority: priority)
    guard isNew else { return attachment }

    if let current, replay.includesEvent(after: current.before) {
      current.delivery.join(attachment)
    }

    let missesLaunch = missesLaunch && replay == .none && transitions.hasLaunched
    queue.run([
      Delivery(.attached(mediator), to: [attachment]).step,
      EventQueue.Step {
        self.replay(replay, to: attachment)
        if missesLaunch {
          self.reportMissedLaunch(attachment)
        }
      },
    ])
    return attachment
  }

  private func replay(
    _ replay: AppLifecycleMediator.Replay, to attachment: AppLifecycleAttachment
  ) {
    let events = replay.events(to: current?.before ?? transitions)
    if events.isEmpty || !attachment.isAttached { return }

    transitions.confirm(launchOnly: replay == .launch)

    var position = AppLifecycleTransitions()
    var steps: [EventQueue.Step] = []
    for event in events {
      let former = position
      position.advance(by: event)

      let isLaunch = event == .didFinishLaunching
      let context = context(
        of: event, from: former, to: position, .replayed, object: isLaunch ? launchObject : nil,
        userInfo: isLaunch ? launchInfo : nil)
      let delivery = Delivery(.event(context), to: [attachment], relay: self, probes: probes)
      steps.append(delivery.step)
    }
    queue.push(steps)
  }

  private func reportMissedLaunch(_ attachment: AppLifecycleAttachment) {
    guard attachment.isAttached, transitions.position != .terminated else { return }
    report(.attachedAfterLaunch(listener: attachment.name))
  }
}

extension AppLifecycleMediator.Replay {
  fileprivate func events(to position: AppLifecycleTransitions) -> [AppLifecycleEvent] {
    switch self {
    case .none: []
    case .launch: Array(position.replay.prefix(1))
    case .state: position.replay
    }
  }

  /// Whether a listener that's attached during an event receives that too. `position` is the one
  /// before the event.
  fileprivate func includesEvent(after position: AppLifecycleTransitions) -> Bool {
    switch self {
    case .none: false
    case .launch: !position.hasLaunched
    case .state: true
    }
  }
}
