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
    package let order: AppLifecycleOrder
    /// Which events are delivered.
    package let admission: Admission
    /// Whether the context has the notification's object.
    private(set) var passesObjects = false

    package init(order: AppLifecycleOrder, admission: Admission) {
      self.order = order
      self.admission = admission
    }

    /// Delivers each post as it is, in one order for every event. The default.
    public static let relay = Policy(order: .registration, admission: .asPosted)
    /// Delivers sequences without gaps and repetitions. When the app resigns active, enters the
    /// background or terminates, it reverses the order, so that what was set up first is torn down
    /// last.
    ///
    /// For a down event the order of the listeners is reversed, priorities included. Repeated and
    /// illegal events are dropped; so is a `willResignActive` after a real launch that was never
    /// followed by `didBecomeActive`. Missing steps are delivered first and marked as synthesized.
    /// Nothing is delivered after `willTerminate`. Each repair is reported as an
    /// ``AppLifecycleAnomaly``.
    ///
    /// The initial state of a mediator is an assumption. The first event is delivered also where it
    /// contradicts that state, unless a listener has received a replay of it.
    public static let lifecycle = Policy(order: .mirrored, admission: .balanced)
    /// ``lifecycle`` with one order for every event: sequences without gaps, and the first listener
    /// is always called first. For a delegate that is moved line by line, and for a log that comes
    /// last.
    public static let lifecycleInOrder = Policy(order: .registration, admission: .balanced)

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
