public import Foundation

/// Observes the life-cycle notifications that the system posts, and calls small listeners for them.
///
/// ```swift
/// let mediator = AppLifecycleMediator(listeners: [ImageCache(), Analytics()], policy: .lifecycle)
/// ```
///
/// Make the mediator early, as a stored property of the app delegate or of the `App`, so that it
/// receives the launch. Keep it, because it stops observing when its last reference is released.
///
/// Listeners are called on the main actor, one event at a time in the whole process. When a post on
/// the main actor returns, every listener has been called. An event that a callback posts waits
/// until the current event is over; only `willTerminate` does not wait. A post on another thread is
/// delivered later, and reported as ``AppLifecycleAnomaly/postedOffMain(_:)``. See
/// <doc:OrderAndThreads>.
@MainActor
public final class AppLifecycleMediator {
  let relay: EventRelay
  package let vocabulary: AppLifecycleVocabulary
  package let notificationCenter: NotificationCenter

  /// Makes a mediator that observes from now on.
  ///
  /// All listeners are attached before the first `onAttach(to:)` is called, so an event that is
  /// posted there reaches all of them.
  ///
  /// - Parameters:
  ///   - listeners: Attached in this order, and kept.
  ///   - policy: What is delivered, and in which order. For an app take ``Policy/lifecycle``.
  ///   - vocabulary: Which notification names to observe.
  ///   - notificationCenter: Where to observe them.
  ///   - initialState: The state of the app, if the mediator is made late. A first notification
  ///     that contradicts it wins, unless a listener has received a replay.
  public init(
    listeners: [any AppLifecycleListener] = [],
    policy: Policy = .asPosted,
    vocabulary: AppLifecycleVocabulary = .current,
    notificationCenter: NotificationCenter = .default,
    initialState: AppLifecycleState = .notRunning
  ) {
    relay = EventRelay(policy: policy, initialState: initialState)
    self.vocabulary = vocabulary
    self.notificationCenter = notificationCenter
    observe(notificationCenter)
    let attached = listeners.map { relay.list.insert($0) }.filter(\.isNew).map(\.attachment)
    EventQueue.shared.run([Delivery(.attached(self), to: attached).step])
  }

  /// Makes a mediator whose listeners are listed in a trailing closure.
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator(policy: .lifecycle) {
  ///   ImageCache()
  ///   Analytics()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - policy: What is delivered, and in which order.
  ///   - vocabulary: Which notification names to observe.
  ///   - notificationCenter: Where to observe them.
  ///   - initialState: The state of the app, if the mediator is made late.
  ///   - listeners: Attached in this order, and kept.
  public convenience init(
    policy: Policy = .asPosted,
    vocabulary: AppLifecycleVocabulary = .current,
    notificationCenter: NotificationCenter = .default,
    initialState: AppLifecycleState = .notRunning,
    @AppLifecycleListenerBuilder listeners: () -> [any AppLifecycleListener]
  ) {
    self.init(
      listeners: listeners(), policy: policy, vocabulary: vocabulary,
      notificationCenter: notificationCenter, initialState: initialState)
  }

  deinit { EventQueue.shared.close(relay) }

  /// Also observes another center, such as the workspace's on a Mac.
  ///
  /// Observing a center again changes nothing.
  ///
  /// - Parameters:
  ///   - center: Where to observe.
  ///   - vocabulary: Which names to observe there; `nil` means the mediator's own.
  public func observe(_ center: NotificationCenter, vocabulary: AppLifecycleVocabulary? = nil) {
    let vocabulary = vocabulary ?? self.vocabulary
    // What other threads have posted by now is not for this mediator.
    EventQueue.shared.takeInbox()
    for event in vocabulary.namedEvents {
      guard let name = vocabulary.name(for: event) else { continue }
      relay.observe(name, on: center, as: .app(event))
    }
  }

  /// Posts an event on the mediator's center, under the name in its vocabulary.
  ///
  /// Every mediator on the center receives the event, in the order in which the mediators were
  /// made. Inside a callback, the event waits until the current event is over. Only `willTerminate`
  /// is delivered before this returns, after the current event and the posts that wait.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - userInfo: Passed to the listeners in their context.
  /// - Returns: True if the vocabulary has a name for the event; false if not, and then nothing is
  ///   posted.
  @discardableResult
  public func post(_ event: AppLifecycleEvent, userInfo: [AnyHashable: Any]? = nil) -> Bool {
    notificationCenter.post(event, userInfo: userInfo, vocabulary: vocabulary)
  }

  /// The state of the app. Inside a callback this is the state after the event.
  public var state: AppLifecycleState { relay.transitions.state }

  /// How many listeners are attached, including closures and streams.
  public var listenerCount: Int { relay.list.count }

  /// Receives a report of each call of a listener. The mediator keeps the probe.
  public var probe: (any AppLifecycleProbe)? {
    get { relay.ownProbe }
    // The old value is released after the assignment, because its `deinit` may use the mediator.
    set { withExtendedLifetime(relay.ownProbe) { relay.ownProbe = newValue } }
  }

  /// Called on the main actor with each anomaly, before the event that the anomaly is about.
  public var onAnomaly: (@MainActor (AppLifecycleAnomaly) -> Void)? {
    get { relay.onAnomaly }
    // As with `probe`.
    set { withExtendedLifetime(relay.onAnomaly) { relay.onAnomaly = newValue } }
  }

  // MARK: Attaching

  /// Attaches a listener and keeps it.
  ///
  /// Attaching the same object again changes nothing and returns the same attachment. An object
  /// that was attached weakly is kept from then on.
  ///
  /// Inside a callback, the listener receives the next event. With ``Replay/state``, it also
  /// receives the current event, after all other listeners. With ``Replay/launch``, this is so only
  /// before and during the launch.
  ///
  /// - Parameters:
  ///   - listener: The listener.
  ///   - priority: Listeners with a higher priority are called earlier, and those of one priority
  ///     in the order of attachment. A mirrored policy reverses this order.
  ///   - replay: Which earlier events the listener receives before `attach` returns.
  /// - Returns: The attachment. You may ignore it.
  @discardableResult
  public func attach(
    _ listener: any AppLifecycleListener, priority: Int = 0, replay: Replay = .none
  ) -> AppLifecycleAttachment {
    relay.attach(listener, to: self, priority: priority, replay: replay)
  }

  /// Attaches a listener without keeping it. The attachment ends when the program releases the
  /// listener.
  ///
  /// Otherwise this does the same as ``attach(_:priority:replay:)``.
  ///
  /// - Parameters:
  ///   - listener: The listener.
  ///   - priority: Listeners with a higher priority are called earlier.
  ///   - replay: Which earlier events the listener receives.
  /// - Returns: The attachment. You may ignore it.
  @discardableResult
  public func attach(
    weakly listener: any AppLifecycleListener & AnyObject, priority: Int = 0, replay: Replay = .none
  ) -> AppLifecycleAttachment {
    relay.attach(listener, weakly: listener, to: self, priority: priority, replay: replay)
  }

  /// Detaches an object. It receives no later event, and not the current event if its turn has not
  /// come.
  ///
  /// - Parameter listener: The object. If it is not attached, nothing happens.
  public func detach(_ listener: any AppLifecycleListener & AnyObject) {
    relay.list.remove(listener)
  }
}

// MARK: For the package's own hosts

/// What the signal source and the delegates need beyond the public interface.
extension AppLifecycleMediator {
  package var list: ListenerList { relay.list }

  package var holdCoordinator: HoldCoordinator { relay.holds }

  /// Adds a probe beside the one that the program sets; it hears of everything before that one.
  package func add(_ probe: any AppLifecycleProbe) {
    if !relay.addedProbes.contains(where: { $0 === probe }) { relay.addedProbes.append(probe) }
  }

  package func report(_ anomaly: AppLifecycleAnomaly) { relay.report(anomaly) }

  /// Delivers the end to this mediator's listeners alone. The mediator then observes nothing more,
  /// because the system posts the same end later.
  package func end() {
    let end = NotificationChannel.Subscription(relay: relay, event: .app(.willTerminate))
    EventQueue.shared.post(
      Post(Notification(name: Notification.Name("LifecycleBus.end"))), to: [end])
    // In a callback of another end the post waits.
    if state == .terminated { relay.stopObserving() }
  }

  /// Takes the application's state as the initial state.
  ///
  /// Works once, and not after `initialState:` or the first life-cycle event. A first notification
  /// that contradicts the state wins.
  ///
  /// - Returns: True if the mediator took the state; false if it had one.
  @discardableResult
  package func assume(_ state: AppLifecycleState) -> Bool {
    guard relay.transitions.position == .notRunning else { return false }
    relay.transitions = AppLifecycleTransitions(initialState: state)
    return true
  }
}
