extension AppLifecycleMediator {
  /// Which posted events a mediator delivers, and in which order.
  public struct Policy: Sendable, Hashable {
    /// Which events a mediator delivers.
    package enum Admission: Sendable, Hashable {
      /// Each post is delivered as it is.
      case asPosted
      /// Each listener receives a sequence without gaps or repetitions.
      case balanced
    }

    /// The order of the down events. All others go in the order of registration.
    private(set) package var order: AppLifecycleOrder
    package let admission: Admission
    /// Whether the context has the notification's object.
    private(set) var passesObjects = false

    package init(order: AppLifecycleOrder, admission: Admission) {
      self.order = order
      self.admission = admission
    }

    /// Delivers each post as it is: for an SDK, a log or a test. This is the default.
    ///
    /// An app's own listeners need ``lifecycle``. A Mac app that quits posts only `willTerminate`,
    /// so with this policy `onAppDidEnterBackground()` is not called.
    public static let relay = Policy(order: .registration, admission: .asPosted)
    /// Delivers sequences without gaps and repetitions: for an app's own mediator.
    ///
    /// Repeated and illegal events are dropped. Missing steps are delivered first and marked as
    /// synthesized. Nothing is delivered after `willTerminate`. Each repair is reported as an
    /// ``AppLifecycleAnomaly``.
    ///
    /// Listeners are called by priority, higher first, and then in the order in which they were
    /// attached.
    public static let lifecycle = Policy(order: .registration, admission: .balanced)

    /// The same policy, with the order reversed for the events that lead away from the foreground.
    ///
    /// ```swift
    /// let mediator = AppLifecycleMediator(policy: .lifecycle.mirrored) {
    ///   Storage()
    ///   ImageCache()  // at the end it is called first, while the storage is still open
    /// }
    /// ```
    ///
    /// What was opened first is closed last. The exact reverse, priorities included, applies to
    /// `willResignActive`, `didEnterBackground` and `willTerminate`, and to the same events of a
    /// scene.
    public var mirrored: Policy {
      var policy = self
      policy.order = .mirrored
      return policy
    }

    /// The same policy, for listeners that read ``AppLifecycleContext/object``.
    ///
    /// It costs an allocation for each post that has an object.
    public var passingObjects: Policy {
      var policy = self
      policy.passesObjects = true
      return policy
    }
  }

  /// Which earlier events are replayed to a listener that is attached late.
  public enum Replay: Sendable, Hashable {
    /// None. The listener receives the next event.
    case none
    /// `didFinishLaunching`, if it has happened. Later events are not replayed.
    case launch
    /// The shortest way to the present state: the launch, then the steps to the foreground or to
    /// the background.
    ///
    /// It is not the history. For a resigned app `didBecomeActive` and `willResignActive` are left
    /// out. After `willTerminate` nothing is replayed.
    case state
  }
}
