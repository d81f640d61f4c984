public import Foundation

/// Observes the life-cycle notifications that the system posts, and calls small listeners for them.
///
/// ```swift
/// let mediator = AppLifecycleMediator(listeners: [ImageCache(), Analytics()], policy: .balanced)
/// ```
///
/// Make it early, as a stored property of the app delegate or of the `App`, so that it sees the
/// launch. It stops observing when its last reference goes.
///
/// Listeners are called on the main actor, one event at a time in the whole process. A post returns
/// when all of them have been called, except in a callback. See <doc:OrderAndThreads>.
@MainActor
public final class AppLifecycleMediator {
  let relay: EventRelay
  package let vocabulary: AppLifecycleVocabulary
  package let notificationCenter: NotificationCenter

  /// Makes a mediator that observes from now on.
  ///
  /// - Parameters:
  ///   - listeners: Attached in this order, and kept.
  ///   - policy: What is delivered, and in which order. An app wants ``Policy/balanced``.
  ///   - vocabulary: The notification names to observe.
  ///   - notificationCenter: Where to observe them.
  ///   - initialState: The current state, for a mediator that you make late. A first notification
  ///     wins over it, unless a listener has had it replayed.
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

  /// Makes a mediator of the listeners in a trailing closure.
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

  /// Also observes another center, such as the workspace's on a Mac, for the names of a vocabulary;
  /// `nil` means the mediator's own. Doing so twice is harmless.
  public func observe(_ center: NotificationCenter, vocabulary: AppLifecycleVocabulary? = nil) {
    let vocabulary = vocabulary ?? self.vocabulary

    // What other threads have posted by now is not for this mediator.
    EventQueue.shared.takeInbox()
    for (event, name) in vocabulary.entries {
      relay.observe(name, on: center, as: .app(event))
    }
  }

  /// Posts an event on the mediator's center, under its name in the mediator's vocabulary.
  ///
  /// Every mediator on the center relays it. The `userInfo` is in the listeners' context. Returns
  /// false if the vocabulary has no name for the event.
  @discardableResult
  public func post(_ event: AppLifecycleEvent, userInfo: [AnyHashable: Any]? = nil) -> Bool {
    notificationCenter.post(event, userInfo: userInfo, vocabulary: vocabulary)
  }

  /// The state of the app; inside a callback, that after the event.
  public var state: AppLifecycleState { relay.transitions.state }

  /// Whether the app is in the foreground, and has been shown since the launch.
  ///
  /// If the system launches an app for a push, and posts nothing else, the state is
  /// ``AppLifecycleState/inactive`` and this is false.
  public var isInForeground: Bool { relay.transitions.isInForeground }

  /// How many listeners are attached, including closures and streams.
  public var listenerCount: Int { relay.list.count }

  /// Is told of each call of a listener. The mediator keeps it.
  public var probe: (any AppLifecycleProbe)? {
    get { relay.ownProbe }
    set {
      // Released after the assignment, because its `deinit` may use the mediator.
      let former = relay.ownProbe
      relay.ownProbe = newValue
      withExtendedLifetime(former) {}
    }
  }

  /// Called with each anomaly, before the event that it's about.
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
  /// Attaching the same object again returns the same attachment, and keeps an object that was
  /// attached weakly. In a callback, its first event is the next one; with ``Replay/state``, and with
  /// ``Replay/launch`` during the launch, it's the current one, after all others.
  ///
  /// - Parameters:
  ///   - listener: The listener.
  ///   - priority: A higher one is called earlier, equal ones in the order of attachment. A
  ///     mirrored policy reverses both.
  ///   - replay: The earlier events that the listener receives before `attach` returns.
  /// - Returns: The attachment. You may ignore it.
  @discardableResult
  public func attach(
    _ listener: any AppLifecycleListener, priority: Int = 0, replay: Replay = .none
  ) -> AppLifecycleAttachment {
    relay.attach(listener, to: self, priority: priority, replay: replay)
  }

  /// As ``attach(_:priority:replay:)``, but without keeping the listener. It's detached when you
  /// release it.
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

  /// Adds a probe, which is told before the program's own.
  package func add(_ probe: any AppLifecycleProbe) {
    let isKnown = relay.addedProbes.contains { $0 === probe }
    if !isKnown {
      relay.addedProbes.append(probe)
    }
  }

  package func report(_ anomaly: AppLifecycleAnomaly) { relay.report(anomaly) }

  /// True while an `async` call of the launch hasn't returned.
  package var isLaunching: Bool { AsyncCalls.shared.isLaunching(relay) }

  /// Waits until each `async` call of the launch has returned or was cut off. A loop in
  /// `onAppDidBecomeActive()` doesn't matter.
  package func waitForLaunch() async { await AsyncCalls.shared.waitForLaunch(of: relay) }

  /// Delivers the end to this mediator's listeners alone, and stops observing, because the system
  /// posts the same end later.
  package func end() {
    let end = NotificationChannel.Subscription(subscriber: relay, event: .app(.willTerminate))
    let post = Post(Notification(name: Notification.Name("LifecycleBus.end")))
    EventQueue.shared.post(post, to: [end])

    // In a callback of another end the post waits.
    if state == .terminated {
      relay.stopObserving()
    }
  }

  /// Takes the application's state as the initial state, unless the mediator knows a state already.
  @discardableResult
  package func assume(_ state: AppLifecycleState) -> Bool {
    guard relay.transitions.position == .notRunning else { return false }

    relay.transitions = AppLifecycleTransitions(initialState: state)
    return true
  }
}
