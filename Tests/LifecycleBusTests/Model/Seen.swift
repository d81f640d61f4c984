import LifecycleBus

/// One observation: what a listener, a probe or a caller sees.
enum Seen: Equatable {
  /// A listener's method for one event.
  case typed(listener: Int, AppLifecycleEvent)
  /// A listener's method for all events.
  case heard(
    listener: Int, AppLifecycleEvent, AppLifecycleState, before: AppLifecycleState,
    AppLifecycleContext.Origin)
  case scene(
    listener: Int, AppSceneEvent, scene: Int, AppSceneState, before: AppSceneState, visible: Int)
  case asked(listener: Int)
  case answer(mediator: Int, String)
  case anomaly(mediator: Int, AppLifecycleAnomaly)
  case probeBegins(mediator: Int, AppLifecycleEvent)
  case probeSees(mediator: Int, AppLifecycleEvent, listener: String, isReplay: Bool)
  case probeEnds(mediator: Int, AppLifecycleEvent)
  case timeBegins(mediator: Int, String)
  case timeEnds(mediator: Int)
  case expired(hold: Int)
  case waited(mediator: Int, [String])
  case look(Look)
}

/// What can be read between two operations.
struct Look: Equatable {
  struct Mediator: Equatable {
    let id: Int
    let state: AppLifecycleState
    let count: Int
    let holds: [String]
    let connected: Int
    let visible: Int
  }

  var mediators: [Mediator] = []
  /// The number of children of each group.
  var groups: [Int] = []
  /// The attachments that are attached, and the holds that are open, as bits.
  var attached: UInt64 = 0
  var open: UInt64 = 0
}

/// The numbers that sequences may use.
enum Bounds {
  static let listeners = 1...10
  static let groups = [ActSequence.groups, ActSequence.groups + 1]
  static let scenes = 2
  /// The attachments and the holds of one sequence; each fits into the bits of a `Look`.
  static let numbers = 0..<64
}
