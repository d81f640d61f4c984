import TestSupport
import Testing

@testable import LifecycleBus

/// The rules of `.balanced` as a pure table.
@Suite("Transitions")
struct TransitionsTests {
  typealias Position = AppLifecycleTransitions.Position

  /// A position, the way to it, what becomes there of L, F, A, R, B and T, and the replay. An event
  /// is "ok", "dup", "unexp", "over", or needs the steps that are named.
  struct Line: Sendable, CustomTestStringConvertible {
    let (position, state): (Position, AppLifecycleState)
    let (way, decisions, replay): (String, String, String)
    var testDescription: String { "\(position)" }

    init(
      _ position: Position, _ way: String, _ decisions: String, _ replay: String,
      _ state: AppLifecycleState
    ) {
      (self.position, self.state) = (position, state)
      (self.way, self.decisions, self.replay) = (way, decisions, replay)
    }
  }

  static let lines: [Line] = [
    //                          L     F     A     R     B    T
    Line(.notRunning, "", "    ok    L     L     L     L    ok  ", "", .notRunning),
    Line(.launched, "L", "     dup   ok    ok    unexp ok   B   ", "L", .inactive),
    Line(.entering, "LF", "    unexp dup   ok    unexp ok   B   ", "LF", .inactive),
    Line(.active, "LA", "      unexp unexp dup   ok    R    RB  ", "LFA", .active),
    Line(.resigned, "LAR", "   unexp unexp ok    dup   ok   B   ", "LF", .inactive),
    Line(.background, "LB", "  unexp ok    F     unexp dup  ok  ", "LB", .background),
    Line(.terminated, "LBT", " over  over  over  over  over over", "", .terminated),
  ]

  @Test("there is a line for each position")
  func complete() { #expect(Self.lines.map(\.position) == Position.allCases) }

  @Test("an event leads to its position, a condition nowhere (20)", arguments: lines)
  func position(line: Line) {
    var transitions = Self.walk(line.way)
    #expect(transitions.position == line.position && transitions.state == line.state)
    #expect(transitions.hasLaunched == (line.position != .notRunning))
    for condition in AppLifecycleEvent.allCases where condition.direction == .none {
      transitions.advance(by: condition)
    }
    #expect(transitions.position == line.position)
  }

  @Test(
    "each event has its decision in each position (26-31, 50, 52)",
    arguments: lines, AppLifecycleEvent.allCases)
  func decision(line: Line, event: AppLifecycleEvent) {
    #expect(Self.walk(line.way).decision(on: event) == Self.expected(event, at: line))
  }

  @Test("the replay of a position leads to its state (21, 23)", arguments: lines)
  func replay(line: Line) {
    let replay = Self.walk(line.way).replay
    #expect(Letters.of(replay) == line.replay)
    if !replay.isEmpty { #expect(Self.walk(line.replay).state == line.state) }
  }

  /// Each state that a caller can give, and the line of the position that it stands for.
  static let assumptions = AppLifecycleState.allCases.map { state in
    (state, lines.first { $0.state == state } ?? lines[0])
  }

  @Test(
    "an assumed state drops nothing, because a first event wins over it (25)",
    arguments: assumptions, AppLifecycleEvent.allCases)
  func assumption(given: (state: AppLifecycleState, line: Line), event: AppLifecycleEvent) {
    let transitions = AppLifecycleTransitions(initialState: given.state)
    #expect(transitions.state == given.state)
    // An app that posts events has not ended.
    let expected = Self.expected(event, at: given.state == .terminated ? Self.lines[0] : given.line)
    if case .drop = expected {
      #expect(transitions.decision(on: event) == .relay(missing: []))
    } else {
      #expect(transitions.decision(on: event) == expected)
    }
  }

  @Test(
    "after an event, and after a .state replay, the position is a fact (25)",
    arguments: assumptions, AppLifecycleEvent.allCases)
  func fact(given: (state: AppLifecycleState, line: Line), event: AppLifecycleEvent) {
    var replayed = AppLifecycleTransitions(initialState: given.state)
    replayed.confirm(launchOnly: false)
    #expect(replayed.decision(on: event) == Self.expected(event, at: given.line))
    var moved = AppLifecycleTransitions(initialState: given.state)
    moved.advance(by: .didEnterBackground)
    #expect(moved.decision(on: event) == Self.expected(event, at: Self.lines[5]))
  }

  @Test(
    "after a .launch replay only the launch is a fact, and after a condition nothing (25, 51)",
    arguments: assumptions.filter { $0.0 != .notRunning && $0.0 != .terminated },
    AppLifecycleEvent.allCases)
  func launchIsAFact(given: (state: AppLifecycleState, line: Line), event: AppLifecycleEvent) {
    var transitions = AppLifecycleTransitions(initialState: given.state)
    transitions.advance(by: .didReceiveMemoryWarning)
    let beforeReplay = transitions.decision(on: event)
    transitions.confirm(launchOnly: true)
    let expected = Self.expected(event, at: given.line)
    if case .drop = expected {
      #expect(beforeReplay == .relay(missing: []))
      #expect(
        transitions.decision(on: event)
          == (event == .didFinishLaunching ? expected : .relay(missing: [])))
    } else {
      #expect(transitions.decision(on: event) == expected)
    }
  }

  @Test("the nearer the app is to the user, the greater is the state")
  func comparable() {
    let states: [AppLifecycleState] = [.terminated, .notRunning, .background, .inactive, .active]
    #expect(AppLifecycleState.allCases.sorted() == states)
    #expect(states.filter(\.isInForeground) == [.inactive, .active])
  }

  private static func walk(_ letters: String) -> AppLifecycleTransitions {
    var transitions = AppLifecycleTransitions()
    for event in Letters.events(letters) { transitions.advance(by: event) }
    return transitions
  }

  private static func expected(
    _ event: AppLifecycleEvent, at line: Line
  ) -> AppLifecycleTransitions.Decision {
    guard let column = Letters.events("LFARBT").firstIndex(of: event) else {
      return line.position == .terminated ? .drop(.afterTermination(event)) : .relay(missing: [])
    }
    let word = line.decisions.split(separator: " ")[column]
    return switch word {
    case "ok": .relay(missing: [])
    case "dup": .drop(.duplicate(event))
    case "unexp": .drop(.unexpected(event, state: line.state))
    case "over": .drop(.afterTermination(event))
    default: .relay(missing: Letters.events("\(word)"))
    }
  }
}
