import LifecycleBus

/// Something that happens when all before it is over.
@MainActor
enum Happening {
  case relay(Post, ModelMediator)
  case delivered

  case report(String, ModelMediator)
  case step(AppLifecycleEvent, Post, ModelMediator)

  case begin(Message, ModelMediator)
  case tell(Path, Message, ModelMediator)
  case beginCall(Path, Message, ModelMediator)
  case call(Path, Message, ModelMediator)
  case end(Message, ModelMediator)

  case announce(Path, ModelMediator)
  case replay([AppLifecycleEvent], Path, ModelMediator)
  case reportLateness(Path, ModelMediator)
}

/// What the listeners of a mediator are told.
struct Message {
  let text: String
  let direction: AppLifecycleEvent.Direction
  /// What a probe hears of it, if there is one.
  let probed: AppLifecycleEvent?
}

/// The event that a mediator's listeners are told of.
struct CurrentEvent {
  let message: Message
  /// Where the app stood before it.
  let stepBefore: AppLifecycleEvent?
  /// Where the model has what is left of it.
  let index: Int
}

@MainActor
final class ModelMediator {
  let number: Int
  let plan: Plan
  /// The last event that moved the state, `nil` before the launch.
  var lastStep: AppLifecycleEvent?
  var current: CurrentEvent?
  var hasProbe = false
  var isMade = false
  /// The last post that it hears.
  var lastPost = Int.max
  /// The last post that it doesn't hear, of each channel that it observes.
  private var observed: [Channel: Int]

  init(_ number: Int, _ plan: Plan, after post: Int) {
    self.number = number
    self.plan = plan
    lastStep = AppLifecycleEvent.allCases.first { $0.resultingState == plan.state }
    observed = [Channel(center: plan.center, hasScenes: false): post]
  }

  var state: AppLifecycleState { lastStep?.resultingState ?? .notRunning }
  var isReleased: Bool { lastPost < Int.max }

  /// A replay leads to where the app stood before the event that is under way (10).
  var stepBeforeCurrentEvent: AppLifecycleEvent? {
    guard let current else { return lastStep }
    return current.stepBefore
  }

  func observe(_ channel: Channel, after post: Int) {
    if observed[channel] == nil {
      observed[channel] = post
    }
  }

  func hears(_ post: Post) -> Bool {
    guard let first = observed[post.channel] else { return false }
    return post.number > first && post.number <= lastPost
  }
}

extension Post {
  /// The first word of the sentence that reports it.
  var firstWord: String {
    switch subject {
    case .app(let event):
      event.rawValue
    case .scene:
      "A"
    }
  }

  func isOf(_ event: AppLifecycleEvent) -> Bool {
    if case .app(event) = subject { return true }
    return false
  }
}

/// Who is attached where.
struct Members {
  /// One attachment. Attached again, the same listener is another member.
  struct Member {
    let id: Int
    let listener: Int
    let place: Int
    let priority: Int
  }

  private var all: [Member] = []
  private var lastID = 0

  /// Higher priorities come first, and equal ones in the order of attachment (1, 3, 5).
  @discardableResult
  mutating func add(_ listener: Int, to place: Int, priority: Int = 0) -> Member {
    lastID += 1
    let new = Member(id: lastID, listener: listener, place: place, priority: priority)
    let next = all.firstIndex { $0.place == place && $0.priority < priority }
    all.insert(new, at: next ?? all.endIndex)
    return new
  }

  mutating func remove(_ listener: Int, from place: Int) {
    all.removeAll { $0.listener == listener && $0.place == place }
  }

  func has(_ listener: Int, at place: Int) -> Bool {
    all.contains { $0.listener == listener && $0.place == place }
  }

  func inOrder(at place: Int) -> [Member] { all.filter { $0.place == place } }

  /// Under `.mirrored` the way down is the way up, reversed (2, 3).
  @MainActor
  func inOrder(at place: Int, of message: Message, _ mediator: ModelMediator) -> [Member] {
    let members = inOrder(at: place)
    let isMirrored = mediator.plan.policy == .balanced.mirrored
    return isMirrored && message.direction == .down ? members.reversed() : members
  }

  /// Whether a listener is attached, and all groups around it.
  func areAttached(_ path: Path) -> Bool {
    let ids = Set(all.map(\.id))
    return path.members.allSatisfy { ids.contains($0.id) }
  }
}

/// The way from a mediator through groups to a listener.
struct Path {
  let members: [Members.Member]

  init(_ members: [Members.Member]) { self.members = members }

  /// The number of the listener, or of the group.
  var last: Int { members.last?.listener ?? 0 }
  /// How a probe names it.
  var name: String { members.map { "listener \($0.listener)" }.joined(separator: "/") }

  func appending(_ member: Members.Member) -> Path { Path(members + [member]) }
  static func + (one: Path, other: Path) -> Path { Path(one.members + other.members) }
}

/// How a group was told of a mediator.
struct GroupWay {
  let path: Path
  let mediator: ModelMediator
}
