extension AppLifecycleMediator {
  /// Which events a mediator delivers, and in which order.
  ///
  /// Systems leave things out. A Mac that quits an active app, for example, only posts
  /// `willTerminate`, so a listener that saves in the background would never save:
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator(policy: .balanced) { Storage() }
  /// mediator.post(.didBecomeActive)
  /// mediator.post(.willTerminate)  // the storage receives didEnterBackground first
  /// ```
  ///
  /// Use ``balanced`` where listeners save, set up or tear down. See <doc:OrderAndThreads>.
  public struct Policy: Sendable, Equatable {
    /// Gaps are repaired, and repetitions dropped.
    let isBalanced: Bool
    /// Down events go in reverse.
    private(set) var isMirrored = false

    /// Delivers each post unchanged, for a log or a test. This is the default.
    public static let asPosted = Policy(isBalanced: false)
    /// Repairs gaps and drops repetitions, for an app or a service.
    ///
    /// Missing steps come first, marked as synthesized. What doesn't fit is dropped, such as
    /// everything after `willTerminate`. Each repair is an ``AppLifecycleAnomaly``.
    public static let balanced = Policy(isBalanced: true)

    /// The same policy, but what is opened first is closed last, plain or `async`.
    ///
    /// ```swift
    /// let mediator = AppLifecycleMediator(policy: .balanced.mirrored) {
    ///   Storage()
    ///   ImageCache()  // at the end it is called first, while the storage is still open
    /// }
    /// ```
    ///
    /// `willResignActive`, `didEnterBackground` and `willTerminate` reach the listeners in reverse,
    /// across priorities too, and so do a scene's events of this kind. The methods of `async`
    /// listeners run one after the other, up and down, in the order of delivery.
    public var mirrored: Policy {
      var policy = self
      policy.isMirrored = true
      return policy
    }
  }

  /// Which earlier events a listener receives when it's attached late.
  ///
  /// A screen that opens in a running app has missed the launch. Let it catch up:
  ///
  /// ```swift
  /// mediator.attach(Player(), replay: .state)
  /// ```
  ///
  /// In an active app the player receives the launch, `willEnterForeground` and `didBecomeActive`
  /// before `attach` returns, each with the origin ``AppLifecycleContext/Origin/replayed``.
  public enum Replay: Sendable, Hashable {
    /// No earlier event.
    case none
    /// `didFinishLaunching`, if the app has launched.
    case launch
    /// The shortest way to the current state; nothing after `willTerminate`.
    case state
  }
}
