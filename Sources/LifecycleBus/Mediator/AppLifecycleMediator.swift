public import Foundation

/// Subscribes to the life-cycle notifications that the system posts, and relays them to small typed
/// listeners.
///
/// One line in an app delegate, a SwiftUI `App` or a `main.swift` is all it takes:
///
/// ```swift
/// let mediator = AppLifecycleMediator(listeners: [ImageCache(), Analytics()])
/// ```
///
/// Keep it for as long as the app should listen: when the last reference goes, its observers are
/// removed. Make it early, as a stored property of the delegate or in `App.init`; then it hears the
/// launch. Several mediators can live side by side, also on one center.
///
/// Everything here happens on the main actor. A notification that is posted there has reached every
/// listener when the post returns. One that is posted elsewhere is relayed on the main actor, in
/// posting order, and reported as ``AppLifecycleAnomaly/postedOffMain(_:)``.
@MainActor
public final class AppLifecycleMediator {
  let relay: Relay
  let vocabulary: AppLifecycleVocabulary
  let notificationCenter: NotificationCenter
  var observations: [NotificationObservation] = []
  /// The relay of the scenes' own events, once somebody wants them.
  var scenes: SceneRelay?

  /// Makes a mediator that listens from now on.
  ///
  /// - Parameters:
  ///   - listeners: Attached in this order, and kept.
  ///   - policy: ``Policy/relay`` passes on what is posted; ``Policy/lifecycle`` also mirrors the
  ///     order on the way down and repairs what a system posts twice, too late or not at all.
  ///   - vocabulary: Which notification names to observe.
  ///   - notificationCenter: Where to observe them.
  ///   - initialState: Where the app stands, for a mediator that is made late. It is an assumption:
  ///     a first notification that contradicts it wins, unless a listener has been walked to it
  ///     already.
  public init(
    listeners: [any AppLifecycleListener] = [],
    policy: Policy = .relay,
    vocabulary: AppLifecycleVocabulary = .current,
    notificationCenter: NotificationCenter = .default,
    initialState: AppLifecycleState = .notRunning
  ) {
    relay = Relay(policy: policy, initialState: initialState)
    self.vocabulary = vocabulary
    self.notificationCenter = notificationCenter
    for listener in listeners { attach(listener) }
    observe(notificationCenter)
  }

  /// Makes a mediator from listeners that are listed in a trailing closure.
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator(policy: .lifecycle) {
  ///   ImageCache()
  ///   Analytics()
  /// }
  /// ```
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

  deinit { relay.close() }

  /// Observes another center too, for as long as the mediator lives: the workspace's on a Mac, or a
  /// host's own.
  ///
  /// Names that are observed on a center already are observed once more, and their events relayed
  /// twice.
  ///
  /// - Parameters:
  ///   - center: Where to observe.
  ///   - vocabulary: Which names to observe there; the mediator's own if you give none.
  public func observe(_ center: NotificationCenter, vocabulary: AppLifecycleVocabulary? = nil) {
    let vocabulary = vocabulary ?? self.vocabulary
    for event in vocabulary.namedEvents {
      guard let name = vocabulary.name(for: event) else { continue }
      observations.append(
        NotificationObservation(name, on: center) { [relay] notification in
          relay.hear(event, notification.userInfo)
        })
    }
  }

  /// Where the app stands. Inside a callback this is the new state already.
  public var state: AppLifecycleState { relay.transitions.state }

  /// How many listeners are attached, closures and streams among them. Exact at any moment, also
  /// inside a callback.
  public var listenerCount: Int { relay.table.count }

  /// Watches each call of each listener. The mediator keeps it. A change counts from the next event
  /// on.
  public var probe: (any AppLifecycleProbe)? {
    get { relay.probe }
    // The old one may come back here when it goes, so it goes after the assignment.
    set { withExtendedLifetime(relay.probe) { relay.probe = newValue } }
  }

  /// Hears what was not as it should be, on the main actor, before the event goes on. Attaching,
  /// detaching and posting are allowed inside.
  public var onAnomaly: (@MainActor (AppLifecycleAnomaly) -> Void)? {
    get { relay.onAnomaly }
    // What the old one holds may come back here when it goes, so it goes after the assignment.
    set { withExtendedLifetime(relay.onAnomaly) { relay.onAnomaly = newValue } }
  }

  // MARK: Attaching

  /// Attaches a listener and keeps it.
  ///
  /// Attaching the same object again changes nothing and returns the same attachment, also after it
  /// was attached weakly; from then on it is kept. Two equal structs are two listeners. From inside
  /// a callback, the listener hears the next event, or with a replay this one, after all others.
  ///
  /// - Parameters:
  ///   - listener: Who is told.
  ///   - priority: Higher hears earlier on the way up. Listeners of one priority hear in the order
  ///     of attachment.
  ///   - replay: What a listener that comes late is told of the past, before `attach` returns.
  /// - Returns: The listener's place. You may ignore it.
  @discardableResult
  public func attach(
    _ listener: any AppLifecycleListener, priority: Int = 0, replay: Replay = .none
  ) -> Attachment {
    relay.attach(listener, priority: priority, replay: replay)
  }

  /// Attaches a listener and does not keep it: when its last other reference goes, so does the
  /// attachment.
  ///
  /// The rest is as with ``attach(_:priority:replay:)``.
  @discardableResult
  public func attach(
    weakly listener: any AppLifecycleListener & AnyObject, priority: Int = 0, replay: Replay = .none
  ) -> Attachment {
    relay.attach(weakly: listener, priority: priority, replay: replay)
  }

  /// Detaches a listener by its identity. It is not called again, not even for the event being
  /// relayed.
  ///
  /// An object that is not attached is ignored.
  public func detach(_ listener: any AppLifecycleListener & AnyObject) {
    relay.attachments[ObjectIdentifier(listener)]?.detach()
  }
}
