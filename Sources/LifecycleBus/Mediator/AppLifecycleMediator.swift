public import Foundation

/// Subscribes to the life-cycle notifications that the system posts, and relays them to small typed
/// listeners.
///
/// ```swift
/// let mediator = AppLifecycleMediator(listeners: [ImageCache(), Analytics()], policy: .lifecycle)
/// ```
///
/// Make it early, as a stored property of the app delegate or of the `App`, so that it receives the
/// launch. Keep it as long as listeners are to be called: when its last reference is released, it
/// stops observing.
///
/// Everything happens on the main actor, one event at a time in the whole process. A post on the
/// main actor returns when each listener has been called. An event that is posted inside a callback
/// waits until the current event has reached each listener; only `willTerminate` does not wait. A
/// notification that is posted on another thread is relayed on the main actor, and reported as
/// ``AppLifecycleAnomaly/postedOffMain(_:)``.
@MainActor
public final class AppLifecycleMediator {
  let relay: EventRelay
  package let vocabulary: AppLifecycleVocabulary
  package let notificationCenter: NotificationCenter

  /// Makes a mediator that observes from now on.
  ///
  /// All listeners are attached before `onAttach(to:)` of the first one is called.
  ///
  /// - Parameters:
  ///   - listeners: Attached in this order, and kept.
  ///   - policy: ``Policy/relay`` delivers each post; ``Policy/lifecycle``, for an app's own
  ///     mediator, also drops repetitions and adds missing steps.
  ///   - vocabulary: Which notification names to observe.
  ///   - notificationCenter: Where to observe them.
  ///   - initialState: The state of the app, for a mediator that is made late. The first
  ///     notification corrects it, unless a listener has received a replay.
  public init(
    listeners: [any AppLifecycleListener] = [],
    policy: Policy = .relay,
    vocabulary: AppLifecycleVocabulary = .current,
    notificationCenter: NotificationCenter = .default,
    initialState: AppLifecycleState = .notRunning
  ) {
    relay = EventRelay(policy: policy, initialState: initialState)
    self.vocabulary = vocabulary
    self.notificationCenter = notificationCenter
    observe(notificationCenter)
    let entries = listeners.compactMap { relay.store.insert($0, priority: 0).new }
    ListenerStore.noteAttach(entries, to: [self])
  }

  /// Makes a mediator from listeners that are listed in a trailing closure.
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator(policy: .lifecycle) {
  ///   ImageCache()
  ///   Analytics()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - policy: Which events are delivered, and in which order.
  ///   - vocabulary: Which notification names to observe.
  ///   - notificationCenter: Where to observe them.
  ///   - initialState: The state of the app, for a mediator that is made late.
  ///   - listeners: Attached in this order, and kept.
  public convenience init(
    policy: Policy = .relay,
    vocabulary: AppLifecycleVocabulary = .current,
    notificationCenter: NotificationCenter = .default,
    initialState: AppLifecycleState = .notRunning,
    @AppLifecycleListenerBuilder listeners: () -> [any AppLifecycleListener]
  ) {
    self.init(
      listeners: listeners(), policy: policy, vocabulary: vocabulary,
      notificationCenter: notificationCenter, initialState: initialState)
  }

  deinit { EventQueue.shared.end(relay) }

  /// Observes another center too, for example the workspace's on a Mac.
  ///
  /// The mediator observes it as long as it lives. A second call for the same center changes
  /// nothing.
  ///
  /// - Parameters:
  ///   - center: Where to observe.
  ///   - vocabulary: Which names to observe there; the mediator's own if you give none.
  public func observe(_ center: NotificationCenter, vocabulary: AppLifecycleVocabulary? = nil) {
    let vocabulary = vocabulary ?? self.vocabulary
    if vocabulary.namedEvents.isEmpty { return }
    for (code, event) in AppLifecycleEvent.allCases.enumerated() {
      guard let name = vocabulary.name(for: event) else { continue }
      relay.subscribe(to: name, on: center, code: code, isUrgent: event == .willTerminate)
    }
  }

  /// Posts an event on the mediator's own center, under its own name for the event.
  ///
  /// Every mediator on the center receives the event, in the order in which the mediators were
  /// made. Inside a callback the event waits until the current event has reached each listener.
  /// Only `willTerminate` is delivered before this returns, after the posts that wait.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - userInfo: Handed to the listeners in their context.
  /// - Returns: False if the mediator's vocabulary has no name for the event, so that nothing is
  ///   posted.
  @discardableResult
  public func post(_ event: AppLifecycleEvent, userInfo: [AnyHashable: Any]? = nil) -> Bool {
    notificationCenter.post(event, userInfo: userInfo, vocabulary: vocabulary)
  }

  /// The state of the app. Inside a callback this is the state after the event.
  public var state: AppLifecycleState { relay.transitions.state }

  /// How many listeners are attached, with closures and streams.
  public var listenerCount: Int { relay.store.count }

  /// Makes the next `willEnterForeground` legal: the process was stopped and could not post that.
  package func noteMissedSuspension() { relay.transitions.missSuspension() }

  /// Delivers the end to this mediator's listeners alone. It then observes nothing more, because
  /// the system posts the same end later.
  package func relayEnd() {
    let own = NotificationCenter()
    let vocabulary = AppLifecycleVocabulary([.willTerminate: Notification.Name("end")])
    observe(own, vocabulary: vocabulary)
    own.post(.willTerminate, vocabulary: vocabulary)
    // In a callback of another end the post waits.
    if state == .terminated { relay.unsubscribe() }
  }

  /// Takes a state that was read from the application as the initial state.
  ///
  /// Works once: a second call, a call after `initialState:`, and a call after the first life-cycle
  /// event change nothing. As with `initialState:`, the state is an assumption: a first notification
  /// that contradicts it takes precedence.
  ///
  /// - Returns: Whether the mediator took the state.
  @discardableResult
  package func assume(_ state: AppLifecycleState) -> Bool {
    guard relay.transitions.position == .notRunning else { return false }
    relay.transitions = AppLifecycleTransitions(initialState: state)
    relay.holds?.appState = state
    return true
  }

  /// Whether a delegate has asked the listeners at the launch.
  package var hasAskedAtLaunch: Bool {
    get { relay.hasAskedAtLaunch }
    set { relay.hasAskedAtLaunch = newValue }
  }

  /// The listeners.
  package var store: ListenerStore { relay.store }

  package func report(_ anomaly: AppLifecycleAnomaly) { relay.report(anomaly) }

  /// Receives a report of each call of each listener. The mediator keeps it. A change takes effect
  /// with the next event.
  public var probe: (any AppLifecycleProbe)? {
    get { relay.probe }
    // The old value is released after the assignment, because its `deinit` may use the mediator.
    set { withExtendedLifetime(relay.probe) { relay.probe = newValue } }
  }

  /// Called with each anomaly, on the main actor, before the event that it is about.
  public var onAnomaly: (@MainActor (AppLifecycleAnomaly) -> Void)? {
    get { relay.onAnomaly }
    // As with `probe`.
    set { withExtendedLifetime(relay.onAnomaly) { relay.onAnomaly = newValue } }
  }

  // MARK: Attaching

  /// Attaches a listener and keeps it.
  ///
  /// Attaching the same object again changes nothing and returns the same attachment; an object
  /// that was attached weakly is kept from then on. Two equal structs are two listeners.
  ///
  /// A listener that is attached inside a callback receives the next event. With ``Replay/state``,
  /// and with ``Replay/launch`` before or during the launch, it also receives the current event,
  /// after all other listeners.
  ///
  /// - Parameters:
  ///   - listener: The listener.
  ///   - priority: A listener with a higher priority is called earlier, unless the policy reverses
  ///     the order. Listeners of one priority are called in the order of attachment.
  ///   - replay: Which earlier events the listener receives before `attach` returns.
  /// - Returns: The attachment. You may ignore it.
  @discardableResult
  public func attach(
    _ listener: any AppLifecycleListener, priority: Int = 0, replay: Replay = .none
  ) -> AppLifecycleAttachment {
    relay.attach(listener, to: self, priority: priority, replay: replay)
  }

  /// Attaches a listener and keeps it weakly: the attachment ends when the rest of the program has
  /// released the listener.
  ///
  /// Otherwise this does the same as ``attach(_:priority:replay:)``.
  ///
  /// - Parameters:
  ///   - listener: The listener.
  ///   - priority: A listener with a higher priority is called earlier, unless the policy reverses
  ///     the order.
  ///   - replay: Which earlier events the listener receives before `attach` returns.
  /// - Returns: The attachment. You may ignore it.
  @discardableResult
  public func attach(
    weakly listener: any AppLifecycleListener & AnyObject, priority: Int = 0, replay: Replay = .none
  ) -> AppLifecycleAttachment {
    relay.attach(listener, weakly: listener, to: self, priority: priority, replay: replay)
  }

  /// Detaches an object. It is not called again, not even for the current event.
  public func detach(_ listener: any AppLifecycleListener & AnyObject) {
    relay.store.remove(listener)
  }
}
