import LifecycleBus

/// The legal walks of a balanced listener, stated independently of the sources: which event may
/// follow which, and which steps are synthesized.
enum LegalWalk {
  typealias Event = AppLifecycleEvent

  /// The events that may come first, and those that may follow each event.
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
    // A launch that was synthesized before a first willResignActive.
    if steps.starts(with: [.didFinishLaunching, .willResignActive]) {
      steps.removeFirst()
    } else if let start = steps.first, !fromAnywhere, !first.contains(start) {
      return false
    }
    return zip(steps, steps.dropFirst()).allSatisfy { mayFollow($0).contains($1) }
  }

  /// The events delivered for one that is posted after `last`: the shortest legal way there through
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

  /// The events that are replayed to a listener attached after `last`.
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
