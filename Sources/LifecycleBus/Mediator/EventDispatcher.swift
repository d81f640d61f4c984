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
  private(set) var current: Delivery?
  /// What is to be delivered after the event. Never changed in place, as `ListenerStore.isUnsettled`
  /// explains.
  private var steps: [Step] = []
  /// The post that is to be delivered next, before `steps`.
  private var noted: (event: AppLifecycleEvent, userInfo: [AnyHashable: Any]?, isOffMain: Bool)?
  /// How many bodies run that need the listeners.
  private var keepers = 0

  /// The events by the code that the bus knows them by.
  private static let events = AppLifecycleEvent.allCases

  /// The delivery of one event.
  struct Delivery {
    let context: AppLifecycleContext
    /// The position before the event.
    let before: AppLifecycleTransitions
    let probe: (any AppLifecycleProbe)?
  }

  private struct Step {
    let event: AppLifecycleEvent
    var origin = AppLifecycleContext.Origin.posted
    var userInfo: [AnyHashable: Any]?
    /// What is to be reported before the step is delivered.
    var anomaly: AppLifecycleAnomaly?
    /// Whether the policy has decided about it.
    var isAdmitted = true
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
    if isOpen { admit(Self.events[code], notification.userInfo) }
    if !steps.isEmpty { deliverSteps() }
    if !isOpen { releaseListeners() }
  }

  func note(_ code: Int, _ notification: Notification, isOffMain: Bool) {
    let event = Self.events[code]
    if noted == nil {
      noted = (event, notification.userInfo, isOffMain)
    } else {
      steps = steps + [newStep(event, notification.userInfo, isOffMain: isOffMain)]
    }
  }

  private func newStep(
    _ event: AppLifecycleEvent, _ userInfo: [AnyHashable: Any]?, isOffMain: Bool
  ) -> Step {
    Step(
      event: event, userInfo: userInfo, anomaly: isOffMain ? .postedOffMain(event) : nil,
      isAdmitted: false)
  }

  func deliverNoted() {
    if let current {
      store.finish(current.context, to: current.probe)
      self.current = nil
      current.probe?.relayDidEnd(current.context)
    }
    if let noted {
      self.noted = nil
      if !isOpen {
        steps = []
      } else if noted.isOffMain {
        steps = [newStep(noted.event, noted.userInfo, isOffMain: true)] + steps
      } else {
        admit(noted.event, noted.userInfo)
      }
    }
    if !steps.isEmpty { deliverSteps() }
    if !isOpen { releaseListeners() }
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
  private func admit(_ event: AppLifecycleEvent, _ userInfo: [AnyHashable: Any]?) {
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

  /// Delivers the steps that are left. Each stays in the list while it is reported, so that an urgent
  /// event from the handler finds it there and delivers it first.
  private func deliverSteps() {
    while var step = steps.first {
      let rest = Array(steps.dropFirst())
      if let anomaly = step.anomaly {
        step.anomaly = nil
        steps = [step] + rest
        report(anomaly)
        continue
      }
      steps = rest
      if step.isAdmitted {
        deliver(step.event, step.origin, step.userInfo)
      } else {
        admit(step.event, step.userInfo)
      }
    }
  }

  private func deliver(
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
    if event == .didFinishLaunching { keep(launchUserInfo: userInfo) }
    holds?.willDeliver(event)
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

  private func keep(launchUserInfo userInfo: [AnyHashable: Any]?) {
    // Releasing the old value may run a `deinit` that re-enters the mediator; it is released after
    // the assignment.
    let released = launchUserInfo
    launchUserInfo = userInfo
    withExtendedLifetime(released) {}
  }
}
