import Foundation

/// The subscriber of a mediator on a bus: admits each event and delivers it to the listeners.
///
/// The mediator owns it, and closes it when the mediator is released; an event under way then still
/// reaches each listener.
@MainActor
final class EventDispatcher: BusSubscriber {
  let policy: AppLifecycleMediator.Policy
  let store = ListenerStore()
  var transitions: AppLifecycleTransitions
  var probe: (any AppLifecycleProbe)?
  var onAnomaly: (@MainActor (AppLifecycleAnomaly) -> Void)?
  /// Made with the first hold, the first wait or the background time.
  var holds: HoldCoordinator?
  /// The relay of scene events, once scenes are observed.
  var scenes: (any BusSubscriber)?
  /// The `userInfo` of the launch, for a later replay.
  private(set) var launchUserInfo: [AnyHashable: Any]?
  /// Whether the mediator lives.
  private(set) var isOpen = true
  /// The event that is being delivered; `nil` between events.
  var current: Delivery?
  /// What is to be delivered after the event. Never changed in place, as `ListenerStore.isUnsettled`
  /// explains.
  var steps: [Step] = []
  /// The post that is to be delivered next, before `steps`.
  var noted: (event: AppLifecycleEvent, userInfo: [AnyHashable: Any]?, isOffMain: Bool)?
  /// How many bodies run that need the listeners.
  private var keepers = 0

  /// The events by the code that the bus knows them by.
  static let events = AppLifecycleEvent.allCases

  /// The delivery of one event.
  struct Delivery {
    let context: AppLifecycleContext
    /// The position before the event.
    let before: AppLifecycleTransitions
    let probe: (any AppLifecycleProbe)?
  }

  init(policy: AppLifecycleMediator.Policy, initialState: AppLifecycleState) {
    self.policy = policy
    transitions = AppLifecycleTransitions(initialState: initialState)
  }

  func report(_ anomaly: @autoclosure () -> AppLifecycleAnomaly) {
    onAnomaly?(anomaly())
  }

  // MARK: As a subscriber

  /// The hot path.
  func receive(_ code: Int, _ notification: Notification, isOffMain: Bool) {
    if isOffMain {
      note(code, notification, isOffMain: true)
      return deliverNoted()
    }
    if policy.passesObjects {
      note(code, notification, isOffMain: false)
      return deliverNoted()
    }
    if isOpen { admit(Self.events[code], notification.userInfo) }
    if !steps.isEmpty { deliverSteps() }
    if !isOpen { releaseListeners() }
  }

  /// What the context carries of a notification. The object is added to the values, because a property
  /// of its own in the context costs each post 360 instructions.
  @inline(__always)
  func userInfo(of notification: Notification) -> [AnyHashable: Any]? {
    policy.passesObjects ? Self.userInfoWithObject(of: notification) : notification.userInfo
  }

  @inline(never)
  private static func userInfoWithObject(of notification: Notification) -> [AnyHashable: Any]? {
    guard let object = notification.object else { return notification.userInfo }
    var userInfo = notification.userInfo ?? [:]
    userInfo[AppLifecycleContext.objectKey] = object
    return userInfo
  }

  /// Ends the delivery, because the mediator was released. No later event is delivered, and the
  /// listeners are released when the event under way has reached each of them.
  func close() {
    guard isOpen else { return }
    isOpen = false
    releaseListeners()
  }

  /// Runs a body during which the listeners stay attached, also if the mediator goes meanwhile.
  func keepingListeners(_ body: () -> Void) {
    keepers += 1
    body()
    keepers -= 1
    if !isOpen { releaseListeners() }
  }

  func releaseListeners() {
    guard current == nil, steps.isEmpty, keepers == 0 else { return }
    scenes?.close()
    holds?.close()
    // Releasing these may run a `deinit` that re-enters the mediator, so they are taken out first.
    let released = (probe, onAnomaly, launchUserInfo, scenes)
    probe = nil
    onAnomaly = nil
    launchUserInfo = nil
    scenes = nil
    store.close()
    withExtendedLifetime(released) {}
  }

  // MARK: Delivery

  @inline(__always)
  func admit(_ event: AppLifecycleEvent, _ userInfo: [AnyHashable: Any]?) {
    if policy.admission == .asPosted { return deliver(event, .posted, userInfo) }
    switch transitions.decision(on: event) {
    case .drop(let anomaly):
      report(anomaly)
    case .relay(let missing):
      if missing.isEmpty { return deliver(event, .posted, userInfo) }
      let added = missing.map {
        Step(event: $0, origin: .synthesized, anomaly: .synthesized($0, before: event))
      }
      steps = added + [Step(event: event, userInfo: userInfo)] + steps
    }
  }

  func deliver(
    _ event: AppLifecycleEvent, _ origin: AppLifecycleContext.Origin,
    _ userInfo: [AnyHashable: Any]?
  ) {
    if event == .didFinishLaunching { return deliverLaunch(origin, userInfo) }
    deliverToListeners(event, origin, userInfo)
  }

  // Apart, because each event would pay for what only a launch needs.
  @inline(never)
  private func deliverLaunch(
    _ origin: AppLifecycleContext.Origin, _ userInfo: [AnyHashable: Any]?
  ) {
    let released = launchUserInfo
    launchUserInfo = userInfo
    deliverToListeners(.didFinishLaunching, origin, userInfo)
    // Releasing the old value may run a `deinit` that posts the end of the app, which comes after
    // this event.
    withExtendedLifetime(released) {}
  }

  private func deliverToListeners(
    _ event: AppLifecycleEvent, _ origin: AppLifecycleContext.Origin,
    _ userInfo: [AnyHashable: Any]?
  ) {
    let before = transitions
    transitions.advance(by: event)
    let isMirrored = policy.order == .mirrored && event.direction == .down
    let context = AppLifecycleContext(
      event: event, state: transitions.state, previousState: before.state, origin: origin,
      order: isMirrored ? .mirrored : .registration, userInfo: userInfo)
    let probe = probe
    current = Delivery(context: context, before: before, probe: probe)
    holds?.willDeliver(event, leadingTo: transitions.state)
    probe?.relayWillBegin(context)
    store.deliver(context, to: probe)
    // An urgent event that came meanwhile has finished the delivery already.
    if current != nil {
      current = nil
      probe?.relayDidEnd(context)
    }
    // Listeners that were detached are released when the event is over.
    store.settle()
  }
}
