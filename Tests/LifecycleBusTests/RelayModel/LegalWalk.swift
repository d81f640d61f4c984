import LifecycleBus

/// The walks that a balanced listener may see (32).
enum LegalWalk {
  typealias Event = AppLifecycleEvent

  /// The events that may follow each event.
  private static let next: [Event: Set<Event>] = [
    .didFinishLaunching: [.willEnterForeground, .didBecomeActive, .didEnterBackground],
    .willEnterForeground: [.didBecomeActive, .didEnterBackground],
    .didBecomeActive: [.willResignActive],
    .willResignActive: [.didBecomeActive, .didEnterBackground],
    .didEnterBackground: [.willEnterForeground, .willTerminate],
    .willTerminate: [],
  ]

  /// What is delivered for an event that is posted when `last` was the last one: the event with the
  /// steps that are missing before it, or nothing if it may not come there (26 to 31).
  static func delivered(for event: Event, after last: Event?) -> [Event] {
    if last == .willTerminate { return [] }  // 29
    if event.direction == .none { return [event] }  // 20

    let steps = missing(before: event, after: last) + [event]
    guard let last else { return steps }

    return next[last]?.contains(steps[0]) == true ? steps : []
  }

  private static func missing(before event: Event, after last: Event?) -> [Event] {
    switch (last, event) {
    // An end before the launch goes out alone, and anything else needs the launch (27, 52).
    case (nil, .willTerminate), (nil, .didFinishLaunching):
      []
    case (nil, _):
      [.didFinishLaunching]

    // On the way up and on the way down, no step is left out (27).
    case (.didEnterBackground, .didBecomeActive):
      [.willEnterForeground]
    case (.didBecomeActive, .didEnterBackground):
      [.willResignActive]

    // An end comes from the background (28, 52).
    case (.didBecomeActive, .willTerminate):
      [.willResignActive, .didEnterBackground]
    case (.didFinishLaunching, .willTerminate), (.willEnterForeground, .willTerminate),
      (.willResignActive, .willTerminate):
      [.didEnterBackground]

    default:
      []
    }
  }

  /// What is replayed to a listener that is attached when `last` was the last event (21, 23).
  static func replay(after last: Event?) -> [Event] {
    switch last {
    case nil, .willTerminate:
      []
    case .willEnterForeground, .willResignActive:
      [.didFinishLaunching, .willEnterForeground]
    case .didBecomeActive:
      [.didFinishLaunching, .willEnterForeground, .didBecomeActive]
    case .didEnterBackground:
      [.didFinishLaunching, .didEnterBackground]
    default:
      [.didFinishLaunching]
    }
  }
}
