/// What became of each startup command.
///
/// Print it for a table, the slowest first:
///
/// ```text
/// command        phase     start     duration  outcome
/// open database  critical    0.3 ms  118.4 ms  succeeded
/// fetch news     deferred  140.2 ms   12.0 ms  failed: offline
/// show badge     deferred  152.2 ms    0.0 ms  skipped: "fetch news" did not succeed
/// ```
public struct StartupReport: Sendable, CustomStringConvertible {
  /// One command.
  public struct Entry: Sendable {
    /// The command's name.
    public let name: String
    /// When it was to run.
    public let phase: StartupPhase
    /// When it began, counted from the launch event.
    public let start: Duration
    /// How long it took; zero if it did not run.
    public let duration: Duration
    /// What became of it.
    public let outcome: Outcome
  }

  /// What became of a command.
  public enum Outcome: Sendable {
    /// It ran to its end.
    case succeeded
    /// It threw this error.
    case failed(any Error)
    /// It did not run, because the command of this name, on which it depends, did not succeed.
    case skipped(dependency: String)
    /// It did not run, because the app was about to terminate by then.
    case terminated
  }

  /// The commands in the order in which they ran or were passed over.
  public internal(set) var entries: [Entry] = []
  /// Whether every command has had its turn, the deferred ones too.
  public internal(set) var isComplete = false

  /// The entry of one command; `nil` while its turn has not come.
  public subscript(name: String) -> Entry? { entries.first { $0.name == name } }

  /// The commands that did not succeed.
  public var failures: [Entry] {
    entries.filter { if case .succeeded = $0.outcome { false } else { true } }
  }

  /// A table, the slowest command first.
  public var description: String {
    let slowestFirst = entries.sorted { $0.duration > $1.duration }
    return TextTable(
      header: ["command", "phase", "start", "duration", "outcome"],
      rows: slowestFirst.map {
        [
          $0.name, $0.phase.rawValue, $0.start.inMilliseconds, $0.duration.inMilliseconds,
          "\($0.outcome)",
        ]
      },
      alignedRight: [2, 3]
    ).text
  }
}

extension StartupReport.Outcome: CustomStringConvertible {
  /// In a few words, on one line.
  public var description: String {
    switch self {
    case .succeeded: "succeeded"
    case .failed(let error):
      "failed: \("\(error)".split(whereSeparator: \.isNewline).joined(separator: " "))"
    case .skipped(let dependency): "skipped: \"\(dependency)\" did not succeed"
    case .terminated: "skipped: the app was about to terminate"
    }
  }
}
