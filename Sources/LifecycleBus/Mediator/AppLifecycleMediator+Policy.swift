extension AppLifecycleMediator {
  /// How a mediator treats what is posted.
  public struct Policy: Sendable, Hashable {
    /// The order of the down events.
    public typealias Order = AppLifecycleOrder

    /// Which events a mediator lets through.
    public enum Admission: Sendable, Hashable {
      /// Whatever is posted is relayed, one to one.
      case asPosted
      /// Listeners see a legal walk: repetitions and impossible steps are dropped, missing steps
      /// are put in and marked, nothing comes after `willTerminate`. Each repair is reported as an
      /// ``AppLifecycleAnomaly``.
      case balanced
    }

    /// The order of the down events; all others go in the order of registration.
    public var order: Order
    /// Which events are let through.
    public var admission: Admission

    /// Combines the two choices.
    public init(order: Order, admission: Admission) {
      self.order = order
      self.admission = admission
    }

    /// A plain relay: one order for every event, and everything that is posted. The default.
    public static let relay = Policy(order: .registration, admission: .asPosted)
    /// A life cycle: what was set up first is torn down last, and listeners see legal walks only.
    public static let lifecycle = Policy(order: .mirrored, admission: .balanced)
  }

  /// What a listener that is attached late is told of the past.
  public enum Replay: Sendable, Hashable {
    /// Nothing. It hears the next event.
    case none
    /// `didFinishLaunching`, if that has happened.
    case launch
    /// The up events that lead to the present state.
    case state
  }
}
