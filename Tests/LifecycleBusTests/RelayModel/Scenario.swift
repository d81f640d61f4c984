import LifecycleBus

typealias Replay = AppLifecycleMediator.Replay

/// What is posted. Scenes have numbers, as payloads and centers have.
struct Post: Equatable {
  enum Event: Equatable {
    case app(AppLifecycleEvent)
    case scene(AppSceneEvent, Int)
  }
  var event: Event
  var center = 0
  var payload: String?
  var isElsewhere = false
  /// Tells the posts of a scenario apart.
  var number = 0
  var isEnd: Bool { event == .app(.willTerminate) }
  var isOfScene: Bool { if case .scene = event { true } else { false } }
}

/// Where listeners are attached.
enum Host: Hashable {
  case mediator(Int)
  case group(Int)
}

/// What a caller may do at top level or inside a callback.
///
/// Listeners, groups and mediators have numbers; the groups come after the listeners. An act on
/// something that is not there does nothing, nor does making a mediator again.
enum Move: Equatable {
  case post(Post)
  case attach(Int, to: Host, priority: Int = 0, replay: Replay = .none, weakly: Bool = false)
  case detach(Int, from: Host)
  /// Drops the only reference to a listener that is not the package's.
  case forget(Int)
  case make(Int)
  /// Drops the last reference to a mediator. Does nothing while it is being made, or while a call
  /// of attach is under way, because no rule says how long that keeps it where an end overtakes it.
  case release(Int, elsewhere: Bool = false)
  case observe(Int, center: Int, scenes: Bool = false)
  case probe(Int, Bool)
  case read(Int)
  /// A turn of the main actor; at top level only.
  case turn

  var isEnd: Bool { if case .post(let post) = self { post.isEnd } else { false } }
}

/// How a mediator is made.
struct MediatorPlan: Equatable {
  var listeners: [Int] = []
  var policy = AppLifecycleMediator.Policy.relay
  var center = 0
  var initialState = AppLifecycleState.notRunning
  var usesBuilder = false
  var hasProbe = false
}

/// A sequence of acts, and what happens in the callbacks meanwhile.
struct Scenario: Equatable {
  static let scenes = 2
  var centers = 1
  var listeners = 2
  /// The members that each group is made of.
  var groups: [[Int]] = []
  var mediators = [MediatorPlan()]
  /// The acts of callbacks. Each list is performed once, so that every scenario ends.
  ///
  /// The key is who is called and when: "listener 0", "payload 0", "mediator 0" for its anomaly
  /// handler, or "probe 0"; "attached", "deinit", "anomaly", "begin", "called", "end", "scene", an
  /// event, or "any".
  var reactions: [String: [[Move]]] = [:]
  var acts: [Move] = []
  /// How many listeners and groups there are.
  var members: Int { listeners + groups.count }
  var names: [String] { (0..<members).map { "listener \($0)" } }

  /// Takes out the acts of a callback, which is named by the first word of what is written of it.
  mutating func takeActs(of who: String, at text: String) -> [Move] {
    let keys = ["\(who) \(text.prefix { $0 != " " })", "\(who) any"]
    let key = keys.first { reactions[$0]?.isEmpty == false }
    return key.flatMap { reactions[$0]?.removeFirst() } ?? []
  }
}
