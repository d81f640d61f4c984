import LifecycleBus

/// The walks that a balanced listener may see, said a second time and in another way than in the
/// sources: which event may follow which, and the rule for what is missing.
enum LegalWalk {
  typealias Event = AppLifecycleEvent

  /// What may come first, and what may follow what.
  static let first: Set<Event> = [.didFinishLaunching, .willTerminate]
  static let next: [Event: Set<Event>] = [
    .didFinishLaunching: [.willEnterForeground, .didBecomeActive, .didEnterBackground],
    .willEnterForeground: [.didBecomeActive, .didEnterBackground],
    .didBecomeActive: [.willResignActive],
    .willResignActive: [.didBecomeActive, .didEnterBackground],
    .didEnterBackground: [.willEnterForeground, .willTerminate],
    .willTerminate: [],
  ]

  static func mayFollow(_ last: Event?) -> Set<Event> { last.map { next[$0] ?? [] } ?? first }

  /// Whether these events, conditions aside, are a legal walk; from the start, or from anywhere.
  static func isLegal(_ events: [Event], fromAnywhere: Bool = false) -> Bool {
    var steps = events.filter { $0.direction != .none }
    // A launch that was put in before a first willResignActive.
    if steps.starts(with: [.didFinishLaunching, .willResignActive]) {
      steps.removeFirst()
    } else if let start = steps.first, !fromAnywhere, !first.contains(start) {
      return false
    }
    return zip(steps, steps.dropFirst()).allSatisfy { mayFollow($0).contains($1) }
  }

  /// What becomes of an event that is posted after `last`: the shortest legal way there through
  /// events of its own direction, a launch before anything, or nothing.
  static func relayed(_ event: Event, after last: Event?) -> [Event] {
    if last == .willTerminate { return [] }
    if event.direction == .none { return [event] }
    if last == nil, event == .willResignActive { return [.didFinishLaunching, event] }
    var ways: [[Event]] = [[]]
    for _ in 0..<4 {
      if let way = ways.first(where: { mayFollow($0.last ?? last).contains(event) }) {
        return way + [event]
      }
      ways = ways.flatMap { way in
        Event.allCases.filter { step in
          mayFollow(way.last ?? last).contains(step)
            && (step == .didFinishLaunching || step.direction == event.direction)
        }.map { way + [$0] }
      }
    }
    return []
  }

  /// What a listener is replayed that is attached after `last`.
  static func replay(after last: Event?) -> [Event] {
    switch last {
    case nil, .willTerminate: []
    case .willEnterForeground, .willResignActive: [.didFinishLaunching, .willEnterForeground]
    case .didBecomeActive: [.didFinishLaunching, .willEnterForeground, .didBecomeActive]
    case .didEnterBackground: [.didFinishLaunching, .didEnterBackground]
    default: [.didFinishLaunching]
    }
  }
}
