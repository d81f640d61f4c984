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
  /// The position before the event that is being delivered; `nil` between events.
  private(set) var transitionsBefore: AppLifecycleTransitions?
  var probe: (any AppLifecycleProbe)?
  var onAnomaly: (@MainActor (AppLifecycleAnomaly) -> Void)?
  /// The `userInfo` of the launch, for a later replay.
  private(set) var launchUserInfo: [AnyHashable: Any]?
  private(set) var parts: [any MediatorPart] = []
  /// A plain flag, because opening the array costs more at each event.
  private var hasParts = false
  /// Whether the mediator lives.
  private(set) var isOpen = true
  /// The buses that the dispatcher subscribes to.
  var buses: [NotificationBus] = []

  /// The event that is being delivered, with its number; 0 between events.
  private var current: AppLifecycleContext?
  private(set) var currentNumber: UInt64 = 0
  private var currentProbe: (any AppLifecycleProbe)?
  private var lastNumber: UInt64 = 0
  /// How many bodies run that need the listeners.
  private var keepers = 0
  /// The steps that are still to be delivered for the current post; the last one is the post
  /// itself.
  private var steps: [Step] = []
  /// The post that was made off the main actor, while that is being reported.
  private var reported: (event: AppLifecycleEvent, userInfo: [AnyHashable: Any]?)?
  /// Whether `steps` or `reported` is not empty: a plain flag for the hot path.
  private var hasMore = false

  private struct Step {
    let event: AppLifecycleEvent
    let origin: AppLifecycleContext.Origin
    let userInfo: [AnyHashable: Any]?
    /// Whether the handler of anomalies has been told that it was missing.
    var isReported = false
  }

  init(policy: AppLifecycleMediator.Policy, initialState: AppLifecycleState) {
    self.policy = policy
    transitions = AppLifecycleTransitions(initialState: initialState)
  }

  func add(_ part: any MediatorPart) {
    parts.append(part)
    hasParts = true
  }

  func report(_ anomaly: @autoclosure () -> AppLifecycleAnomaly) {
    onAnomaly?(anomaly())
  }

  // MARK: As a subscriber

  func receive(_ code: Int, _ notification: Notification, isOffMain: Bool) {
    guard isOpen else { return }
    if currentNumber != 0 || hasMore { finishReceiving() }
    let event = AppLifecycleEvent(ordinal: code)
    if isOffMain {
      receiveOffMain(event, notification.userInfo)
    } else if policy.admission == .balanced {
      admit(event, notification.userInfo)
    } else {
      deliver(event, origin: .posted, notification.userInfo)
    }
    if !isOpen { releaseListeners() }
  }

  private func receiveOffMain(_ event: AppLifecycleEvent, _ userInfo: [AnyHashable: Any]?) {
    reported = (event, userInfo)
    hasMore = true
    keepers += 1
    report(.postedOffMain(event))
    keepers -= 1
    // An urgent event from the handler has finished this one already.
    if reported != nil { finishReceiving() }
  }

  func finishReceiving() {
    if currentNumber != 0, let context = current {
      store.finish(context, to: currentProbe)
      didDeliver(context)
    }
    if let (event, userInfo) = reported {
      reported = nil
      hasMore = false
      if policy.admission == .balanced {
        admit(event, userInfo)
      } else {
        deliverStep(Step(event: event, origin: .posted, userInfo: userInfo))
      }
    }
    deliverSteps()
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

  private func releaseListeners() {
    guard currentNumber == 0, keepers == 0 else { return }
    for part in parts { part.close() }
    // Releasing these may run a `deinit` that re-enters the mediator, so they are taken out first.
    let released = (probe, onAnomaly, launchUserInfo, parts)
    probe = nil
    onAnomaly = nil
    launchUserInfo = nil
    parts = []
    store.close()
    withExtendedLifetime(released) {}
  }

  // MARK: Delivery

  private func admit(_ event: AppLifecycleEvent, _ userInfo: [AnyHashable: Any]?) {
    switch transitions.decision(on: event) {
    case .drop(let anomaly):
      report(anomaly)
    case .relay(let missing) where missing.isEmpty:
      deliverStep(Step(event: event, origin: .posted, userInfo: userInfo))
    case .relay(let missing):
      steps = missing.map { Step(event: $0, origin: .synthesized, userInfo: nil) }
      steps.append(Step(event: event, origin: .posted, userInfo: userInfo))
      hasMore = true
      // All steps are one event, also if the mediator is released between two of them.
      keepers += 1
      deliverSteps()
      keepers -= 1
    }
  }

  /// Delivers the steps that are left. Each stays in the list while it is reported, so that an urgent
  /// event from the handler finds it there and delivers it first.
  private func deliverSteps() {
    while let step = steps.first {
      if let cause = steps.last, steps.count > 1, !step.isReported {
        steps[0].isReported = true
        report(.synthesized(step.event, before: cause.event))
        continue
      }
      steps.removeFirst()
      hasMore = !steps.isEmpty
      deliverStep(step)
    }
  }

  private func deliverStep(_ step: Step) {
    deliver(step.event, origin: step.origin, step.userInfo)
  }

  /// Inlined into the relay's own path, like what it calls there: six calls cost 100 instructions.
  @inline(__always)
  private func deliver(
    _ event: AppLifecycleEvent, origin: AppLifecycleContext.Origin,
    _ userInfo: [AnyHashable: Any]?
  ) {
    let before = transitions
    transitionsBefore = before
    transitions.advance(by: event)
    if event == .didFinishLaunching {
      // Releasing the old value may run a `deinit` that re-enters the mediator; it is released
      // after the assignment.
      let released = launchUserInfo
      launchUserInfo = userInfo
      withExtendedLifetime(released) {}
    }
    let context = AppLifecycleContext(
      event: event, state: transitions.state, previousState: before.state, origin: origin,
      order: event.direction == .down ? policy.order : .registration, userInfo: userInfo)
    if hasParts { for part in parts { part.willDeliver(context) } }
    lastNumber += 1
    let number = lastNumber
    currentNumber = number
    current = context
    if let probe {
      currentProbe = probe
      probe.relayWillBegin(context)
      store.deliver(context, to: probe)
    } else {
      store.deliver(context)
    }
    // An urgent event that came meanwhile has finished this one already.
    if currentNumber == number { didDeliver(context) }
  }

  @inline(__always)
  private func didDeliver(_ context: AppLifecycleContext) {
    currentNumber = 0
    current = nil
    transitionsBefore = nil
    guard let probe = currentProbe else { return }
    currentProbe = nil
    probe.relayDidEnd(context)
  }
}
