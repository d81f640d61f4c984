import LifecycleBus

/// One observation: what a listener, a probe or a caller sees.
enum Seen: Equatable {
  /// A listener's method for one event.
  case typed(listener: Int, AppLifecycleEvent)
  /// A listener's method for all events.
  case heard(
    listener: Int, AppLifecycleEvent, AppLifecycleState, before: AppLifecycleState,
    AppLifecycleContext.Origin, payload: Int?)
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
  /// The wait of this number is over.
  case waitEnds(Int, [String])
  /// A `deinit`, by the number of its script.
  case gone(Int)
  /// An operation has been performed.
  case done
  case look(Look)
}

/// What can be read between two operations.
///
/// While a listener is being released on another thread, nobody can say whether it is still attached.
/// Then it is only read.
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

  /// Without what a release on another thread may be changing.
  func withoutAttachments() -> Look {
    var look = self
    look.mediators = look.mediators.map {
      .init(
        id: $0.id, state: $0.state, count: -1, holds: $0.holds, connected: $0.connected,
        visible: $0.visible)
    }
    look.attached = 0
    return look
  }
}

/// The numbers that sequences may use.
enum Bounds {
  static let listeners = 1...10
  static let groups = [ActSequence.groups, ActSequence.groups + 1]
  static let scenes = 2
  static let centers = 0..<3
  /// The attachments and the holds of one sequence; each fits into the bits of a `Look`.
  static let numbers = 0..<64
}
