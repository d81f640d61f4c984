public import Foundation

/// Observes the life-cycle notifications that the system posts, and calls small listeners for them.
///
/// ```swift
/// let mediator = AppLifecycleMediator(
///   listeners: [ImageCache(), Analytics()], policy: .balanced)
/// ```
///
/// Make it early, as a stored property of the app delegate or of the `App`, so that it sees the
/// launch. It stops observing when you release it.
///
/// Listeners are called on the main actor, one event at a time in the whole process. When a post
/// on the main actor returns, all listeners have been called, and `async` ones begin later. If a listener posts an event inside a
/// callback, that event waits for the current one, unless it's `willTerminate`. See
/// <doc:OrderAndThreads>.
@MainActor
public final class AppLifecycleMediator {
  let relay: EventRelay
  package let vocabulary: AppLifecycleVocabulary
  package let notificationCenter: NotificationCenter

  /// Makes a mediator, which begins to observe at once.
  ///
  /// - Parameters:
  ///   - listeners: The listeners to attach, in this order. The mediator keeps them.
  ///   - policy: Which events are delivered, and in which order. Most apps want
  ///     ``Policy/balanced``.
  ///   - vocabulary: The notification names to observe, by default those of the platform.
  ///   - notificationCenter: The center on which the notifications are posted.
  ///   - initialState: The app's current state, if you make the mediator after the launch. If the
  ///     first notification contradicts it, the notification wins, unless the state was already
  ///     replayed to a listener.
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

    for listener in listeners {
      _ = relay.list.insert(listener)
    }
    EventQueue.shared.run([Delivery(.attached(self), to: relay.list.attachments).step])
  }

  /// Makes a mediator with the listeners in a trailing closure.
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator(policy: .balanced) {
  ///   ImageCache()
  ///   Analytics()
  /// }
  /// ```
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

  /// Also observes another notification center, such as that of a Mac's workspace.
  ///
  /// If you pass no `vocabulary`, the mediator uses the one that it was made with. Observing a
  /// center twice is harmless.
  public func observe(_ center: NotificationCenter, vocabulary: AppLifecycleVocabulary? = nil) {
    let vocabulary = vocabulary ?? self.vocabulary

    // What other threads have posted by now is not for this mediator.
    EventQueue.shared.takeInbox()
    for (event, name) in vocabulary.entries {
      relay.observe(name, on: center, as: .app(event))
    }
  }

  /// Posts an event on the mediator's notification center, for every mediator that observes it.
  ///
  /// The listeners find the `userInfo` in their context. If the mediator's vocabulary has no name
  /// for the event, this posts nothing and returns false.
  @discardableResult
  public func post(_ event: AppLifecycleEvent, userInfo: [AnyHashable: Any]? = nil) -> Bool {
    notificationCenter.post(event, userInfo: userInfo, vocabulary: vocabulary)
  }

  /// The state of the app. Inside a callback it's the state after the event.
  public var state: AppLifecycleState { relay.transitions.state }

  /// Whether the app is in the foreground.
  ///
  /// It's false until the app is shown for the first time. If the system launches the app for a
  /// push, for example, ``state`` is ``AppLifecycleState/inactive``, but nothing is on the screen.
  public var isInForeground: Bool { relay.transitions.isInForeground }

  /// How many listeners are attached, closures and streams included. A group counts as one.
  public var listenerCount: Int { relay.list.count }

  /// An object that observes each call of a listener, for example to find slow listeners.
  ///
  /// The mediator keeps it. By default there's no probe, and no call is measured.
  public var probe: (any AppLifecycleProbe)? {
    get { relay.ownProbe }
    set {
      // Released after the assignment, because its `deinit` may use the mediator.
      let former = relay.ownProbe
      relay.ownProbe = newValue
      withExtendedLifetime(former) {}
    }
  }

  /// A closure that's called with each anomaly, for example to log it.
  ///
  /// An anomaly about an event is reported before the event is delivered.
  public var onAnomaly: (@MainActor (AppLifecycleAnomaly) -> Void)? {
    get { relay.onAnomaly }
    set {
      // Released after the assignment, because what it captures may use the mediator in a `deinit`.
      let former = relay.onAnomaly
      relay.onAnomaly = newValue
      withExtendedLifetime(former) {}
    }
  }

  // MARK: Attaching

  /// Attaches a listener and keeps it.
  ///
  /// If the object is already attached, this returns its existing attachment. If it was attached
  /// weakly, the mediator keeps it from now on.
  ///
  /// If you attach a listener inside a callback, the first event it receives is the next one. With
  /// ``Replay/state`` it also receives the current event, after all other listeners have. With
  /// ``Replay/launch`` it does too if the current event is the launch.
  ///
  /// - Parameters:
  ///   - listener: The listener.
  ///   - priority: Listeners with a higher priority are called earlier. Listeners with the same
  ///     priority are called in the order in which you attached them. A mirrored policy reverses
  ///     the whole order on the way down.
  ///   - replay: The earlier events that the listener receives before `attach` returns.
  /// - Returns: The attachment, with which you can detach the listener.
  @discardableResult
  public func attach(
    _ listener: any AppLifecycleListener, priority: Int = 0, replay: Replay = .none
  ) -> AppLifecycleAttachment {
    relay.attach(listener, to: self, priority: priority, replay: replay)
  }

  /// Attaches a listener without keeping it. When you release the listener, it's detached.
  ///
  /// In all other respects this is the same as ``attach(_:priority:replay:)``.
  @discardableResult
  public func attach(
    weakly listener: any AppLifecycleListener & AnyObject, priority: Int = 0, replay: Replay = .none
  ) -> AppLifecycleAttachment {
    relay.attach(listener, isWeak: true, to: self, priority: priority, replay: replay)
  }

  /// Detaches an object, if it's attached. It isn't called again, not even for the current event.
  public func detach(_ listener: any AppLifecycleListener & AnyObject) {
    relay.list.remove(listener)
  }
}

// MARK: For the package's own hosts

extension AppLifecycleMediator {
  package var list: ListenerList { relay.list }

  package var holdCoordinator: HoldCoordinator { relay.holds }

  package func add(_ probe: any AppLifecycleProbe) {
    let isKnown = relay.addedProbes.contains { $0 === probe }
    if !isKnown {
      relay.addedProbes.append(probe)
    }
  }

  package func report(_ anomaly: AppLifecycleAnomaly) { relay.report(anomaly) }

  package var isLaunching: Bool { AsyncCalls.shared.isLaunching(relay) }

  package func waitForLaunch() async { await AsyncCalls.shared.waitForLaunch(of: relay) }

  /// Delivers the end to this mediator's listeners alone, and stops observing: the system posts the
  /// same end later.
  package func end() {
    let end = NotificationChannel.Subscription(subscriber: relay, event: .app(.willTerminate))
    let post = Post(Notification(name: Notification.Name("LifecycleBus.end")))
    EventQueue.shared.post(post, to: [end])

    // In a callback of another end the post waits.
    if state == .terminated {
      relay.stopObserving()
    }
  }

  @discardableResult
  package func assume(_ state: AppLifecycleState) -> Bool {
    guard relay.transitions.position == .notRunning else { return false }

    relay.transitions = AppLifecycleTransitions(initialState: state)
    return true
  }
}
