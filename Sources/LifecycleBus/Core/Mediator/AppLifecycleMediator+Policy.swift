extension AppLifecycleMediator {
  /// Which events a mediator delivers, and in which order. See <doc:OrderAndThreads>.
  public struct Policy: Sendable, Hashable {
    /// Each listener receives a sequence without gaps or repetitions.
    let isBalanced: Bool
    /// The down events reach the listeners in the reverse order.
    private(set) var isMirrored = false

    /// Delivers each post as it is: for an SDK, a log or a test. This is the default.
    ///
    /// With this policy `onAppDidEnterBackground()` is not called when a Mac app quits, because the
    /// system posts only `willTerminate` then.
    public static let asPosted = Policy(isBalanced: false)
    /// Delivers only sequences without gaps and repetitions: for an app or a service.
    ///
    /// The mediator delivers missing steps first, marked as synthesized. It drops repeated and
    /// illegal events, such as `willResignActive` before the first `didBecomeActive`. After
    /// `willTerminate` it delivers nothing. It reports each repair as an ``AppLifecycleAnomaly``.
    public static let lifecycle = Policy(isBalanced: true)

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
      policy.isMirrored = true
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
