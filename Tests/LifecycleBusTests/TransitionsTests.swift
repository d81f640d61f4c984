import Testing

@testable import LifecycleBus

@Suite("Transitions")
struct TransitionsTests {
  typealias Position = AppLifecycleTransitions.Position

  /// The decision of a balanced mediator, by position and event, in the order of `lifeCycle`:
  /// "ok", "dup", "unexpected", "over", or the steps that are synthesized first, by their initials.
  static let table: [Position: [String]] = [
    //              L             F             A             R             B        T
    .notRunning: ["ok", "L", "L", "L", "L", "ok"],
    .launched: ["dup", "ok", "ok", "unexpected", "ok", "B"],
    .entering: ["unexpected", "dup", "ok", "unexpected", "ok", "B"],
    .active: ["unexpected", "unexpected", "dup", "ok", "R", "RB"],
    .resigned: ["unexpected", "unexpected", "ok", "dup", "ok", "B"],
    .background: ["unexpected", "ok", "F", "unexpected", "dup", "ok"],
    .terminated: ["over", "over", "over", "over", "over", "over"],
  ]
  static let lifeCycle: [AppLifecycleEvent] = [
    .didFinishLaunching, .willEnterForeground, .didBecomeActive, .willResignActive,
    .didEnterBackground, .willTerminate,
  ]
  static let initials: [Character: AppLifecycleEvent] = [
    "L": .didFinishLaunching, "F": .willEnterForeground, "R": .willResignActive,
    "B": .didEnterBackground,
  ]
  /// How a mediator gets to each position from the start.
  static let ways: [Position: [AppLifecycleEvent]] = [
    .notRunning: [],
    .launched: [.didFinishLaunching],
    .entering: [.didFinishLaunching, .willEnterForeground],
    .active: [.didFinishLaunching, .didBecomeActive],
    .resigned: [.didFinishLaunching, .didBecomeActive, .willResignActive],
    .background: [.didFinishLaunching, .didEnterBackground],
    .terminated: [.didFinishLaunching, .didEnterBackground, .willTerminate],
  ]

  @Test(
    "each event has its decision in each position (26-31, 50, 52)",
    arguments: Position.allCases, AppLifecycleEvent.allCases)
  func decision(position: Position, event: AppLifecycleEvent) throws {
    let transitions = try at(position)
    #expect(transitions.decision(on: event) == Self.expected(position, event))
  }

  @Test(
    "an event has its position, a condition has none (20)",
    arguments: Position.allCases, AppLifecycleEvent.allCases)
  func advance(position: Position, event: AppLifecycleEvent) throws {
    var transitions = try at(position)
    transitions.advance(by: event)
    let next: Position =
      switch event {
      case .didFinishLaunching: .launched
      case .willEnterForeground: .entering
      case .didBecomeActive: .active
      case .willResignActive: .resigned
      case .didEnterBackground: .background
      case .willTerminate: .terminated
      default: position
      }
    #expect(transitions.position == next)
    #expect(transitions.state == event.resultingState ?? transitions.state)
  }

  @Test(
    "synthesized steps make a legal sequence (27, 28)",
    arguments: Position.allCases, AppLifecycleEvent.allCases)
  func missingStepsAreLegal(position: Position, event: AppLifecycleEvent) throws {
    var transitions = try at(position)
    guard case .relay(let missing) = transitions.decision(on: event) else { return }
    // Nothing is known about the time before a synthesized launch, so willResignActive is legal
    // after it.
    if position == .notRunning, event == .willResignActive { return }
    for step in missing + [event] {
      #expect(transitions.decision(on: step) == .relay(missing: []))
      transitions.advance(by: step)
    }
  }

  @Test(
    "after a suspension that was not posted, the foreground is legal once, with its way down",
    arguments: [Position.entering, .active, .resigned])
  func missedSuspension(position: Position) throws {
    var transitions = try at(position)
    transitions.missSuspension()
    let missing: [AppLifecycleEvent] =
      (position == .active ? [.willResignActive] : []) + [.didEnterBackground]
    #expect(transitions.decision(on: .willEnterForeground) == .relay(missing: missing))
    for step in missing + [.willEnterForeground] {
      #expect(transitions.decision(on: step) == .relay(missing: []))
      transitions.advance(by: step)
    }
    #expect(
      transitions.decision(on: .willEnterForeground) == .drop(.duplicate(.willEnterForeground)))
  }

  @Test(
    "the replay of a position leads to its state (21)", arguments: Position.allCases)
  func replayIsLegal(position: Position) throws {
    let transitions = try at(position)
    var walk = AppLifecycleTransitions()
    for step in transitions.replay {
      #expect(walk.decision(on: step) == .relay(missing: []))
      walk.advance(by: step)
    }
    if position == .notRunning || position == .terminated {
      #expect(transitions.replay.isEmpty)
    } else {
      #expect(walk.state == transitions.state)
    }
  }

  @Test("each position has one public state (20)", arguments: ways)
  func states(position: Position, way: [AppLifecycleEvent]) throws {
    #expect(try at(position).state == Self.state(of: position))
    #expect(try at(position).hasLaunched == (position != .notRunning))
  }

  @Test(
    "an assumed state gives way to the first event (25)",
    arguments: AppLifecycleState.allCases, AppLifecycleEvent.allCases)
  func assumption(state: AppLifecycleState, event: AppLifecycleEvent) throws {
    let transitions = AppLifecycleTransitions(initialState: state)
    // An app that posts events has not terminated.
    let position = state == .terminated ? .notRunning : transitions.position
    let expected = Self.expected(position, event)
    if case .drop = expected {
      #expect(transitions.decision(on: event) == .relay(missing: []))
    } else {
      #expect(transitions.decision(on: event) == expected)
    }
  }

  @Test(
    "a confirmed state is a fact (25)",
    arguments: AppLifecycleState.allCases, AppLifecycleEvent.allCases)
  func confirmed(state: AppLifecycleState, event: AppLifecycleEvent) {
    var transitions = AppLifecycleTransitions(initialState: state)
    transitions.confirm(launchOnly: false)
    #expect(transitions.decision(on: event) == Self.expected(transitions.position, event))
    var moved = AppLifecycleTransitions(initialState: state)
    moved.advance(by: .didEnterBackground)
    #expect(moved.decision(on: event) == Self.expected(.background, event))
  }

  @Test(
    "after a .launch replay only the launch is a fact (51)",
    arguments: [AppLifecycleState.inactive, .active, .background], AppLifecycleEvent.allCases)
  func launchConfirmed(state: AppLifecycleState, event: AppLifecycleEvent) {
    var transitions = AppLifecycleTransitions(initialState: state)
    transitions.confirm(launchOnly: true)
    let expected = Self.expected(transitions.position, event)
    if case .drop = expected, event != .didFinishLaunching {
      #expect(transitions.decision(on: event) == .relay(missing: []))
    } else {
      #expect(transitions.decision(on: event) == expected)
    }
  }

  @Test("a condition confirms no assumed state (25)")
  func conditionKeepsAssumption() {
    var transitions = AppLifecycleTransitions(initialState: .active)
    transitions.advance(by: .didReceiveMemoryWarning)
    #expect(transitions.decision(on: .didFinishLaunching) == .relay(missing: []))
  }

  private func at(_ position: Position) throws -> AppLifecycleTransitions {
    var transitions = AppLifecycleTransitions()
    for event in try #require(Self.ways[position]) { transitions.advance(by: event) }
    #expect(transitions.position == position)
    return transitions
  }

  static func expected(
    _ position: Position, _ event: AppLifecycleEvent
  ) -> AppLifecycleTransitions.Decision {
    guard let column = lifeCycle.firstIndex(of: event) else {
      return position == .terminated ? .drop(.afterTermination(event)) : .relay(missing: [])
    }
    let word = table[position]?[column] ?? ""
    return switch word {
    case "ok": .relay(missing: [])
    case "dup": .drop(.duplicate(event))
    case "unexpected": .drop(.unexpected(event, state: state(of: position)))
    case "over": .drop(.afterTermination(event))
    default: .relay(missing: word.compactMap { initials[$0] })
    }
  }

  private static func state(of position: Position) -> AppLifecycleState {
    switch position {
    case .notRunning: .notRunning
    case .launched, .entering, .resigned: .inactive
    case .active: .active
    case .background: .background
    case .terminated: .terminated
    }
  }
}
