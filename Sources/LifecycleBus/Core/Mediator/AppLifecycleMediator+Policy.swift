extension AppLifecycleMediator {
  /// Which events a mediator delivers, and in which order.
  ///
  /// Systems leave events out. A Mac that quits an active app, for example, posts only
  /// `willTerminate`, and a listener that saves in the background would never save. The policy
  /// ``balanced`` repairs that:
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator(policy: .balanced) { Storage() }
  /// mediator.post(.didBecomeActive)
  /// mediator.post(.willTerminate)  // the storage first gets didEnterBackground
  /// ```
  ///
  /// Use ``balanced`` where listeners save, set up or tear down. See <doc:OrderAndThreads>.
  public struct Policy: Sendable, Equatable {
    let isBalanced: Bool
    private(set) var isMirrored = false

    /// Delivers each post unchanged, for a log or a test. This is the default.
    public static let asPosted = Policy(isBalanced: false)
    /// Delivers events in a valid order. This is right for most apps and services.
    ///
    /// If an event is missing, the mediator delivers it before the posted one, marked as
    /// synthesized. It drops repetitions, and events that can't follow the current state, such as
    /// any after `willTerminate`. It reports each of these corrections as an
    /// ``AppLifecycleAnomaly``.
    public static let balanced = Policy(isBalanced: true)

    /// The same policy, but the listeners that are called first on the way up are called last on
    /// the way down.
    ///
    /// ```swift
    /// let mediator = AppLifecycleMediator(policy: .balanced.mirrored) {
    ///   Storage()
    ///   ImageCache()  // called first at the end, while the storage is open
    /// }
    /// ```
    ///
    /// `willResignActive`, `didEnterBackground` and `willTerminate` reach the listeners in reverse,
    /// from the lowest priority to the highest. So do the scene events `willDeactivate`,
    /// `didEnterBackground` and `didDisconnect`.
    ///
    /// The methods of `async` listeners run one after the other, both on the way up and on the way
    /// down. Each begins when the one before it has returned.
    public var mirrored: Policy {
      var policy = self
      policy.isMirrored = true
      return policy
    }
  }

  /// Which earlier events a listener receives when you attach it late.
  ///
  /// A screen that opens in a running app has missed the launch. Let it catch up:
  ///
  /// ```swift
  /// mediator.attach(Player(), replay: .state)
  /// ```
  ///
  /// In an active app the player receives `didFinishLaunching`, `willEnterForeground` and
  /// `didBecomeActive` before `attach` returns, each with the origin
  /// ``AppLifecycleContext/Origin/replayed``.
  public enum Replay: Sendable, Hashable {
    /// No earlier event. This is the default.
    case none
    /// `didFinishLaunching`, if the app has launched and hasn't ended.
    case launch
    /// The fewest events that lead to the current state. After `willTerminate` there are none.
    case state
  }
}
