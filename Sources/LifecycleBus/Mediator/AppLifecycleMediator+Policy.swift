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

    /// The order of the down events; all other events are delivered in the order of registration.
    private(set) package var order: AppLifecycleOrder
    /// Which events are delivered.
    package let admission: Admission
    /// Whether the context has the notification's object.
    private(set) var passesObjects = false

    package init(order: AppLifecycleOrder, admission: Admission) {
      self.order = order
      self.admission = admission
    }

    /// Delivers each post as it is: for an SDK, a log or a test. The default.
    ///
    /// An app takes ``lifecycle``, because a Mac app that quits posts `willTerminate` alone: with
    /// this policy, `onAppDidEnterBackground()` is not called then.
    public static let relay = Policy(order: .registration, admission: .asPosted)
    /// Delivers sequences without gaps and repetitions: for an app's own mediator.
    ///
    /// Missing steps are delivered first, and marked as synthesized. Repeated and illegal events
    /// are dropped. Nothing is delivered after `willTerminate`. Each repair is reported as an
    /// ``AppLifecycleAnomaly``.
    public static let lifecycle = Policy(order: .registration, admission: .balanced)

    /// The same policy, in which what was opened first is closed last.
    ///
    /// ```swift
    /// let mediator = AppLifecycleMediator(policy: .lifecycle.mirrored) {
    ///   Storage()
    ///   ImageCache()  // at the end it is called first, while the storage is still open
    /// }
    /// ```
    ///
    /// `willResignActive`, `didEnterBackground` and `willTerminate` reach the listeners in the
    /// exact reverse order, priorities included. So do `willDeactivate`, `didEnterBackground` and
    /// `didDisconnect` of a scene. All other events keep their order.
    public var mirrored: Policy {
      var policy = self
      policy.order = .mirrored
      return policy
    }

    /// The same policy for listeners that read ``AppLifecycleContext/object``, which costs an
    /// allocation for each post that has an object.
    public var passingObjects: Policy {
      var policy = self
      policy.passesObjects = true
      return policy
    }
  }

  /// Which earlier events are replayed to a listener that is attached late.
  public enum Replay: Sendable, Hashable {
    /// No event is replayed.
    case none
    /// `didFinishLaunching`, if that has happened. For a sequence without gaps take ``state``.
    case launch
    /// The events on the shortest way to the present state. After `willTerminate` there are none.
    case state
  }
}
