extension AppLifecycleMediator {
  /// How a mediator treats what is posted.
  public struct Policy: Sendable, Hashable {
    /// Which events a mediator delivers.
    package enum Admission: Sendable, Hashable {
      /// What is posted is delivered, one to one.
      case asPosted
      /// Each listener sees a legal walk of the state machine.
      case balanced
    }

    /// The order of the down events; all others go in the order of registration.
    package let order: AppLifecycleOrder
    /// Which events are delivered.
    package let admission: Admission

    package init(order: AppLifecycleOrder, admission: Admission) {
      self.order = order
      self.admission = admission
    }

    /// A plain relay: one order for every event, and all that is posted. The default.
    public static let relay = Policy(order: .registration, admission: .asPosted)
    /// A life cycle: what was set up first is torn down last, and listeners see legal walks only.
    ///
    /// On the way down the order of the listeners is reversed, priorities included. Repetitions and
    /// impossible steps are dropped, missing steps are delivered first and marked as synthesized,
    /// and nothing comes after `willTerminate`. Each repair is reported as an
    /// ``AppLifecycleAnomaly``.
    public static let lifecycle = Policy(order: .mirrored, admission: .balanced)
  }

  /// What a listener that is attached late is told of earlier events.
  public enum Replay: Sendable, Hashable {
    /// Nothing. It hears the next event.
    case none
    /// `didFinishLaunching`, if that has happened. Where the app went afterwards is not told: a
    /// listener that needs a legal walk asks for ``state``.
    case launch
    /// The events that lead to the present state, as if the app had gone there directly: up to the
    /// foreground, or after the launch to the background.
    case state
  }
}
