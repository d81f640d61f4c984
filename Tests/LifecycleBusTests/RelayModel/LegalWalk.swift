import LifecycleBus

/// The legal walks of a balanced listener (32), stated independently of the sources: which event may
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
