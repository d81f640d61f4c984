package import LifecycleBus

/// What listeners heard, as a diagram. Time runs from left to right, and each listener has a row:
///
///     a     L   F   A
///     b       L   F         A
///     late            + l f   A
///
/// A capital letter is an event that was posted, a small one was replayed, and one in parentheses
/// was added by the policy. A plus is a call of `onAttach(to:)`. A scene's event has a colon.
@MainActor
package final class Timeline {
  /// What a listener can be waited for to do.
  package enum Moment: Equatable {
    case isAttached
    case hears(AppLifecycleEvent)
  }

  private struct Plan {
    let name: String
    let moment: Moment
    let act: @MainActor () -> Void
  }

  private struct Mark {
    let name: String
    let text: String
  }

  private var names: [String] = []
  private var marks: [Mark] = []
  private var plans: [Plan] = []
  private var hasStarted = false

  package init() {}

  /// Whatever was done before isn't drawn.
  package func start() { hasStarted = true }

  /// Rows have the order in which they were added.
  package func addRow(_ name: String) {
    if names.contains(name) { return }
    names.append(name)
  }

  /// Acts once, when the listener with this name comes to this moment.
  package func plan(
    _ name: String, _ moment: Moment, _ act: @escaping @MainActor () -> Void
  ) {
    plans.append(Plan(name: name, moment: moment, act: act))
  }

  /// Draws a mark of one's own.
  package func draw(_ text: String, by name: String) {
    guard hasStarted else { return }
    addRow(name)
    marks.append(Mark(name: name, text: text))
  }

  /// Draws what a listener did, and does what was planned for this moment.
  package func draw(_ text: String, by name: String, at moment: Moment) {
    draw(text, by: name)

    let index = plans.firstIndex { $0.name == name && $0.moment == moment }
    guard let index else { return }
    plans.remove(at: index).act()
  }

  /// The rows, and a line for each plan whose moment never came.
  package var diagram: String {
    let width = names.map(\.count).max() ?? 0
    let rows = names.map { name in
      let cells = marks.map { $0.name == name ? $0.text : blank($0.text.count) }
      let row = name + blank(width - name.count + 2) + cells.joined(separator: " ")
      return trimmed(row)
    }
    let missed = plans.map { "never: \($0.name) \($0.moment)" }
    return (rows + missed).joined(separator: "\n")
  }

  private func blank(_ count: Int) -> String { String(repeating: " ", count: count) }

  private func trimmed(_ row: String) -> String {
    var row = row
    while row.last == " " {
      row.removeLast()
    }
    return row
  }
}

extension AppLifecycleContext {
  /// How the event is drawn.
  package var mark: String {
    switch origin {
    case .posted:
      event.letter
    case .replayed:
      event.letter.lowercased()
    case .synthesized:
      "(\(event.letter))"
    }
  }
}

/// Events by letters, for lives such as "L F A R B".
extension AppLifecycleEvent {
  package var letter: String {
    switch self {
    case .didFinishLaunching: "L"
    case .willEnterForeground: "F"
    case .didBecomeActive: "A"
    case .willResignActive: "R"
    case .didEnterBackground: "B"
    case .willTerminate: "T"
    case .didReceiveMemoryWarning: "M"
    case .userDidTakeScreenshot: "S"
    case .significantTimeChange: "C"
    default: "?"
    }
  }

  /// The events of a life, whose letters may have spaces between them.
  package static func life(_ letters: String) -> [AppLifecycleEvent] {
    letters.filter { $0 != " " }.map { letter in
      guard letter != "?", let event = allCases.first(where: { $0.letter == "\(letter)" }) else {
        preconditionFailure("No event has the letter \(letter)")
      }
      return event
    }
  }
}

extension Sequence<AppLifecycleEvent> {
  /// The letters of a life, with spaces between them.
  package var letters: String { map(\.letter).joined(separator: " ") }
}

extension AppSceneEvent {
  package var letter: String {
    switch self {
    case .willConnect: "C"
    case .willEnterForeground: "F"
    case .didActivate: "A"
    case .willDeactivate: "R"
    case .didEnterBackground: "B"
    case .didDisconnect: "D"
    case .systemProtectionDidChange: "P"
    }
  }
}
