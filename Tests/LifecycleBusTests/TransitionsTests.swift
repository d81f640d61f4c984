import TestSupport
import Testing

@testable import LifecycleBus

/// The rules of `.balanced` as a pure table.
@Suite("Transitions")
struct TransitionsTests {
  typealias Position = AppLifecycleTransitions.Position
  typealias Decision = AppLifecycleTransitions.Decision

  /// What becomes of each event in a position.
  struct Row: Sendable, CustomTestStringConvertible {
    let position: Position
    /// The life that leads there.
    let life: String
    let state: AppLifecycleState
    /// The life that is replayed there.
    let replay: String

    /// The events that are delivered as they are.
    var delivered = ""
    /// Each event that needs others before it, and those.
    var needs: [AppLifecycleEvent: String] = [:]
    /// The events that are dropped, by the reason.
    var duplicate = ""
    var unexpected = ""
    var afterTermination = ""

    var testDescription: String { "\(position)" }

    func decision(on event: AppLifecycleEvent) -> Decision {
      if let missing = needs[event] { return .relay(missing: AppLifecycleEvent.life(missing)) }
      if duplicate.contains(event.letter) { return .drop(.duplicate(event)) }
      if unexpected.contains(event.letter) { return .drop(.unexpected(event, state: state)) }
      if position == .terminated { return .drop(.afterTermination(event)) }
      return .relay(missing: [])
    }
  }

  static let rows = [
    Row(
      position: .notRunning, life: "", state: .notRunning, replay: "",
      delivered: "L T",
      needs: [
        .willEnterForeground: "L", .didBecomeActive: "L", .willResignActive: "L",
        .didEnterBackground: "L",
      ]),
    Row(
      position: .launched, life: "L", state: .inactive, replay: "L",
      delivered: "F A B", needs: [.willTerminate: "B"],
      duplicate: "L", unexpected: "R"),
    Row(
      position: .entering, life: "L F", state: .inactive, replay: "L F",
      delivered: "A B", needs: [.willTerminate: "B"],
      duplicate: "F", unexpected: "L R"),
    Row(
      position: .active, life: "L A", state: .active, replay: "L F A",
      delivered: "R", needs: [.didEnterBackground: "R", .willTerminate: "R B"],
      duplicate: "A", unexpected: "L F"),
    Row(
      position: .resigned, life: "L A R", state: .inactive, replay: "L F",
      delivered: "A B", needs: [.willTerminate: "B"],
      duplicate: "R", unexpected: "L F"),
    Row(
      position: .background, life: "L B", state: .background, replay: "L B",
      delivered: "F T", needs: [.didBecomeActive: "F"],
      duplicate: "B", unexpected: "L R"),
    Row(
      position: .terminated, life: "L B T", state: .terminated, replay: "",
      afterTermination: "L F A R B T"),
  ]

  private static let background = rows[5]

  @Test("there is a row for each position, and in it a decision for each event")
  func complete() {
    #expect(Self.rows.map(\.position) == Position.allCases)

    for row in Self.rows {
      let decided = row.delivered + row.duplicate + row.unexpected + row.afterTermination
      let events = AppLifecycleEvent.life(decided) + row.needs.keys
      #expect(events.count == 6)
      #expect(Set(events) == Set(AppLifecycleEvent.life("L F A R B T")))
    }
  }

  @Test("an event leads to its position, a condition nowhere (20)", arguments: rows)
  func position(row: Row) {
    var transitions = Self.transitions(after: row.life)
    #expect(transitions.position == row.position)
    #expect(transitions.state == row.state)
    #expect(transitions.hasLaunched == (row.position != .notRunning))

    for condition in AppLifecycleEvent.allCases where condition.direction == .none {
      transitions.advance(by: condition)
    }

    #expect(transitions.position == row.position)
  }

  @Test(
    "each event has its decision in each position (26-31, 50, 52)",
    arguments: rows, AppLifecycleEvent.allCases)
  func decision(row: Row, event: AppLifecycleEvent) {
    #expect(Self.transitions(after: row.life).decision(on: event) == row.decision(on: event))
  }

  @Test("the replay of a position leads to its state (21, 23)", arguments: rows)
  func replay(row: Row) {
    let replay = Self.transitions(after: row.life).replay

    #expect(replay.letters == row.replay)
    if !replay.isEmpty {
      #expect(Self.transitions(after: row.replay).state == row.state)
    }
  }

  // MARK: A state that a caller gives

  /// A state, and the row of the position that it stands for.
  struct Assumption: Sendable, CustomTestStringConvertible {
    let state: AppLifecycleState
    let row: Row

    init(_ state: AppLifecycleState) {
      self.state = state
      row = rows.first { $0.state == state } ?? rows[0]
    }

    var testDescription: String { "\(state)" }
  }

  static let assumptions = AppLifecycleState.allCases.map { Assumption($0) }

  @Test(
    "an assumed state drops nothing; a replay and then an event make it a fact (25, 51)",
    arguments: assumptions, AppLifecycleEvent.allCases)
  func assumption(given: Assumption, event: AppLifecycleEvent) {
    let fact = given.row.decision(on: event)
    // An app that posts events hasn't ended.
    let row = given.state == .terminated ? Self.rows[0] : given.row
    let assumed = delivering(row.decision(on: event))
    var transitions = AppLifecycleTransitions(initialState: given.state)
    #expect(transitions.state == given.state)
    #expect(transitions.decision(on: event) == assumed)

    transitions.advance(by: .didReceiveMemoryWarning)
    #expect(transitions.decision(on: event) == assumed)

    if given.state > .notRunning {
      transitions.confirm(launchOnly: true)
      let isLaunch = event == .didFinishLaunching
      #expect(transitions.decision(on: event) == (isLaunch ? fact : assumed))
    }

    transitions.confirm(launchOnly: false)
    #expect(transitions.decision(on: event) == fact)

    transitions.advance(by: .didEnterBackground)
    #expect(transitions.decision(on: event) == Self.background.decision(on: event))
  }

  /// The decision where nothing is dropped.
  private func delivering(_ decision: Decision) -> Decision {
    if case .drop = decision { return .relay(missing: []) }
    return decision
  }

  @Test("the nearer the app is to the user, the greater is the state")
  func comparable() {
    let states: [AppLifecycleState] = [.terminated, .notRunning, .background, .inactive, .active]

    #expect(AppLifecycleState.allCases.sorted() == states)
  }

  @Test(
    "an app is in the foreground only when it has been shown since its launch (20)",
    arguments: [
      ("L", false), ("LB", false), ("LF", true), ("LA", true), ("LAR", true), ("LARB", false),
      ("LBF", true), ("LART", false), ("", false),
    ])
  func foreground(life: String, isInForeground: Bool) {
    #expect(Self.transitions(after: life).isInForeground == isInForeground)
    #expect(AppLifecycleTransitions(initialState: .active).isInForeground)
    #expect(!AppLifecycleTransitions(initialState: .inactive).isInForeground)
  }

  private static func transitions(after life: String) -> AppLifecycleTransitions {
    var transitions = AppLifecycleTransitions()
    for event in AppLifecycleEvent.life(life) {
      transitions.advance(by: event)
    }
    return transitions
  }
}
