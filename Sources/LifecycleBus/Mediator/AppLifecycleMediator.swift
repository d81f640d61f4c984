public import Foundation

/// Relays the life-cycle notifications that the system posts to small typed listeners.
///
/// ```swift
/// let mediator = AppLifecycleMediator(listeners: [ImageCache(), Analytics()], policy: .lifecycle)
/// ```
///
/// Make it early, as a stored property of the delegate or in `App.init`, so that it receives the
/// launch. It observes until its last reference is released.
///
/// Listeners are called on the main actor, one event at a time in the whole process. A post on the
/// main actor has reached every listener when it returns. A post inside a callback waits until the
/// current event has reached each listener; only `willTerminate` does not wait. A post from another
/// thread is relayed later, in posting order, and reported as
/// ``AppLifecycleAnomaly/postedOffMain(_:)``. Several mediators on one center receive an event in
/// the order in which they were made.
@MainActor
public final class AppLifecycleMediator {
  let relay: EventRelay
  package let vocabulary: AppLifecycleVocabulary
  package let notificationCenter: NotificationCenter

  /// Makes a mediator that observes from now on.
  ///
  /// All listeners are attached before the first `onAttach(to:)` is called. What they post there
  /// reaches all of them before this returns.
  ///
  /// - Parameters:
  ///   - listeners: Attached in this order, and kept.
  ///   - policy: Which events are delivered. An app's own mediator takes ``Policy/lifecycle``.
  ///   - vocabulary: The notification names to observe.
  ///   - notificationCenter: Where to observe them.
  ///   - initialState: The state of the app, for a mediator that is made late. A first notification
  ///     that contradicts it wins, unless a replay has made it a fact.
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
  /// The parameters are those of the other initializer.
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

  /// Observes another center too, for as long as the mediator lives.
  ///
  /// Observing a center again changes nothing.
  ///
  /// - Parameters:
  ///   - center: Where to observe, such as the center of the workspace on a Mac.
  ///   - vocabulary: The names to observe there; the mediator's own if you give none.
  public func observe(_ center: NotificationCenter, vocabulary: AppLifecycleVocabulary? = nil) {
    let vocabulary = vocabulary ?? self.vocabulary
    if vocabulary.namedEvents.isEmpty { return }
    for (code, event) in AppLifecycleEvent.allCases.enumerated() {
      guard let name = vocabulary.name(for: event) else { continue }
      relay.subscribe(to: name, on: center, code: code, isUrgent: event == .willTerminate)
    }
  }

  /// Posts an event on the mediator's own center, under the mediator's name for it.
  ///
  /// Every mediator on the center receives it. Inside a callback the event waits until the current
  /// one has reached each listener. A `willTerminate` is delivered before this returns, after the
  /// posts that wait; in a callback of `willTerminate` itself it waits too.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - userInfo: Passed to the listeners in their context.
  /// - Returns: False if the vocabulary has no name for the event. Then nothing is posted.
  @discardableResult
  public func post(_ event: AppLifecycleEvent, userInfo: [AnyHashable: Any]? = nil) -> Bool {
    notificationCenter.post(event, userInfo: userInfo, vocabulary: vocabulary)
  }

  /// The state of the app. Inside a callback it is the state after the event.
  public var state: AppLifecycleState { relay.transitions.state }

  /// How many listeners are attached, closures and streams among them.
  public var listenerCount: Int { relay.store.count }

  /// Notes a stop that was not posted, so that the next `willEnterForeground` is legal in any
  /// state.
  package func noteMissedSuspension() { relay.transitions.missSuspension() }

  /// Delivers the end to this mediator's listeners alone. Nothing is observed afterwards, because
  /// the system's own post that follows is of the same end.
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
  /// Returns false, and changes nothing, if a state is known or assumed already.
  @discardableResult
  package func assume(_ state: AppLifecycleState) -> Bool {
    guard relay.transitions.position == .notRunning else { return false }
    relay.transitions = AppLifecycleTransitions(initialState: state)
    relay.holds?.appState = state
    return true
  }

  package var hasAskedAtLaunch: Bool {
    get { relay.hasAskedAtLaunch }
    set { relay.hasAskedAtLaunch = newValue }
  }

  package var store: ListenerStore { relay.store }

  package func report(_ anomaly: AppLifecycleAnomaly) { relay.report(anomaly) }

  /// Receives a report of each call of each listener. A change takes effect with the next event.
  ///
  /// The mediator keeps the probe.
  public var probe: (any AppLifecycleProbe)? {
    get { relay.probe }
    // The old value is released after the assignment, because its `deinit` may use the mediator.
    set { withExtendedLifetime(relay.probe) { relay.probe = newValue } }
  }

  /// Called with each anomaly, on the main actor. It may attach, detach and post.
  ///
  /// An anomaly about an event comes before that event.
  public var onAnomaly: (@MainActor (AppLifecycleAnomaly) -> Void)? {
    get { relay.onAnomaly }
    // As with `probe`.
    set { withExtendedLifetime(relay.onAnomaly) { relay.onAnomaly = newValue } }
  }

  // MARK: Attaching

  /// Attaches a listener and keeps it.
  ///
  /// Attaching the same object again returns the same attachment, and keeps an object that was
  /// attached weakly. Two equal structs are two listeners.
  ///
  /// A listener that is attached inside a callback receives the next event. With ``Replay/state``,
  /// and with ``Replay/launch`` before or during the launch, it also receives the current event, as
  /// the last.
  ///
  /// - Parameters:
  ///   - listener: The listener.
  ///   - priority: Higher is called earlier, and equal ones in the order of attachment. A mirrored
  ///     policy reverses both for some events.
  ///   - replay: Which earlier events the listener receives before this returns.
  /// - Returns: The attachment. You may ignore it.
  @discardableResult
  public func attach(
    _ listener: any AppLifecycleListener, priority: Int = 0, replay: Replay = .none
  ) -> AppLifecycleAttachment {
    relay.attach(listener, to: self, priority: priority, replay: replay)
  }

  /// Attaches a listener and does not keep it.
  ///
  /// The attachment ends when the last other reference to the listener is released. The rest is as
  /// with ``attach(_:priority:replay:)``.
  @discardableResult
  public func attach(
    weakly listener: any AppLifecycleListener & AnyObject, priority: Int = 0, replay: Replay = .none
  ) -> AppLifecycleAttachment {
    relay.attach(listener, weakly: listener, to: self, priority: priority, replay: replay)
  }

  /// Detaches a listener. It is not called again, not even for the current event.
  ///
  /// An object that is not attached is ignored. The listener is released as with
  /// ``AppLifecycleAttachment/detach()``.
  ///
  /// - Parameter listener: The object that was attached.
  public func detach(_ listener: any AppLifecycleListener & AnyObject) {
    relay.store.remove(listener)
  }
}
