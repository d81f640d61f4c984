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

    /// Delivers each post as it is, one to one: for an SDK, a log or a test. The default.
    ///
    /// For the listeners of an app take ``lifecycle``: a Mac app that quits posts `willTerminate`
    /// alone, and this policy then never calls `onAppDidEnterBackground()`.
    public static let relay = Policy(order: .registration, admission: .asPosted)
    /// Delivers sequences without gaps and repetitions: for an app's own mediator.
    ///
    /// Repeated and illegal events are dropped; so is a `willResignActive` after a real launch that
    /// was never followed by `didBecomeActive`. Missing steps are delivered first and marked as
    /// synthesized. Nothing is delivered after `willTerminate`. Each repair is reported as an
    /// ``AppLifecycleAnomaly``.
    ///
    /// Each event reaches the listeners by priority, higher first, and then in the order in which
    /// they were attached. ``mirrored`` reverses that for some events.
    ///
    /// The initial state of a mediator is an assumption. The first event is delivered also where it
    /// contradicts that state, unless a listener has received a replay of it.
    public static let lifecycle = Policy(order: .registration, admission: .balanced)

    /// The same policy with the reverse order for the events that lead away from the foreground:
    /// what was opened first is closed last.
    ///
    /// ```swift
    /// let mediator = AppLifecycleMediator(policy: .lifecycle.mirrored) {
    ///   Storage()
    ///   ImageCache()  // at the end it is called first, while the storage is still open
    /// }
    /// ```
    ///
    /// `willResignActive`, `didEnterBackground` and `willTerminate` reach the listeners in the exact
    /// reverse order, priorities included: lower ones first, and of equal ones the one attached
    /// last. So do `willDeactivate`, `didEnterBackground` and `didDisconnect` of a scene. All other
    /// events keep their order. A policy that is mirrored already stays as it is.
    public var mirrored: Policy {
      var policy = self
      policy.order = .mirrored
      return policy
    }

    /// The same policy for listeners that read ``AppLifecycleContext/object``. Not the default,
    /// because it takes an allocation for each post that has an object.
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
    /// `didFinishLaunching`, if that has happened. Later events are not replayed: a listener that
    /// needs a sequence without gaps asks for ``state``.
    case launch
    /// The events that lead to the present state directly: the launch, and then the steps to the
    /// foreground or to the background. Not the history: for a resigned app `didBecomeActive` and
    /// `willResignActive` are left out. After `willTerminate` there are none.
    case state
  }
}
