extension AppLifecycleMediator {
  /// Which events a mediator delivers, and in which order. See <doc:ChoosingAPolicy>.
  public struct Policy: Sendable, Hashable {
    package enum Admission: Sendable, Hashable {
      /// Each post is delivered as it is.
      case asPosted
      /// Each listener receives a sequence without gaps or repetitions.
      case balanced
    }

    /// The order of the down events. All other events are delivered in the order of registration.
    private(set) package var order: AppLifecycleOrder
    package let admission: Admission
    private(set) var passesObjects = false

    package init(order: AppLifecycleOrder, admission: Admission) {
      self.order = order
      self.admission = admission
    }

    /// Delivers each post as it is: for an SDK, a log or a test. This is the default.
    ///
    /// With this policy `onAppDidEnterBackground()` is not called when a Mac app quits, because the
    /// system posts only `willTerminate` then.
    public static let relay = Policy(order: .registration, admission: .asPosted)
    /// Delivers only sequences without gaps and repetitions: for an app or a service.
    ///
    /// The mediator delivers missing steps first, marked as synthesized. It drops repeated and
    /// illegal events, such as `willResignActive` before the first `didBecomeActive`. After
    /// `willTerminate` it delivers nothing. It reports each repair as an ``AppLifecycleAnomaly``.
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
    /// reverse order, also across priorities. So do the scene events `willDeactivate`,
    /// `didEnterBackground` and `didDisconnect`. All other events keep their order.
    public var mirrored: Policy {
      var policy = self
      policy.order = .mirrored
      return policy
    }

    /// The same policy, which also passes ``AppLifecycleContext/object``. Each post that has an
    /// object costs an allocation.
    public var passingObjects: Policy {
      var policy = self
      policy.passesObjects = true
      return policy
    }
  }

  /// Which earlier events a listener receives when it is attached late.
  public enum Replay: Sendable, Hashable {
    /// No earlier event.
    case none
    /// `didFinishLaunching`, if the app has launched. For a sequence without gaps take ``state``.
    case launch
    /// The shortest sequence that leads to the present state. After `willResignActive` it is
    /// `didFinishLaunching` and `willEnterForeground`. After `willTerminate` it is empty.
    case state
  }
}
