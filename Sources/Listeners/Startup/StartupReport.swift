/// The outcome of each startup command. Printed, it's a table:
///
/// ```text
/// command        phase       start  duration  outcome
/// open database  critical  0.34 ms    118 ms  succeeded
/// fetch news     async      140 ms     12 ms  failed: offline
/// ```
public struct StartupReport: Sendable, CustomStringConvertible {
  /// One command.
  public struct Entry: Sendable {
    /// The command's name.
    public let name: String
    let phase: StartupPhase
    let start: Duration
    /// How long it took, without sleep; zero if it didn't run.
    public let duration: Duration
    /// How it ended.
    public let outcome: Outcome
  }

  /// How a command ended.
  public enum Outcome: Sendable {
    /// It returned.
    case succeeded
    /// It threw this error.
    case failed(any Error)
    /// It took longer than its limit, and was cancelled.
    case timedOut(limit: Duration)
    /// It didn't end before the app terminated.
    case terminated

    var isSuccess: Bool {
      switch self {
      case .succeeded: true
      case .failed, .timedOut, .terminated: false
      }
    }
  }

  /// The commands in the order in which they ended.
  public internal(set) var entries: [Entry] = []
  var isComplete = false

  /// The commands that didn't succeed.
  public var failures: [Entry] {
    entries.filter { !$0.outcome.isSuccess }
  }

  /// A table, the slowest command first.
  public var description: String {
    let slowestFirst = entries.sorted { $0.duration > $1.duration }

    let table = TextTable(
      header: ["command", "phase", "start", "duration", "outcome"],
      rows: slowestFirst.map(\.row),
      alignedRight: [2, 3])
    return table.text
  }
}

extension StartupReport.Entry {
  fileprivate var row: [String] {
    [
      name,
      phase.rawValue,
      DurationText.short(start),
      DurationText.short(duration),
      "\(outcome)",
    ]
  }
}

extension StartupReport.Outcome: CustomStringConvertible {
  /// In a few words.
  public var description: String {
    switch self {
    case .succeeded:
      "succeeded"
    case .failed(let error):
      "failed: " + "\(error)".onOneLine
    case .timedOut(let limit):
      "timed out after \(DurationText.short(limit))"
    case .terminated:
      "not ended: the app was about to terminate"
    }
  }
}
