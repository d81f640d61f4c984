/// The outcome of each startup command. Printed, it has a line for each of them:
///
/// ```text
/// open database: succeeded (118 ms)
/// fetch news: failed: offline (12 ms)
/// ```
public struct StartupReport: Sendable {
  /// One command that has ended.
  public struct Entry: Sendable {
    /// The command's name.
    public let name: String
    /// How long it took, not counting sleep; zero if it never started.
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
    /// It hadn't ended when the app terminated.
    case terminated
  }

  /// The commands, in the order in which they ended.
  public internal(set) var entries: [Entry] = []
  var isComplete = false

  /// The commands that failed, timed out, or hadn't ended when the app terminated.
  public var failures: [Entry] {
    entries.filter { entry in
      if case .succeeded = entry.outcome { return false }
      return true
    }
  }
}

extension StartupReport: CustomStringConvertible {
  /// A line for each command, in the order in which they ended.
  public var description: String {
    let lines = entries.map { entry in
      "\(entry.name): \(entry.outcome) (\(DurationText.short(entry.duration)))"
    }
    return lines.joined(separator: "\n")
  }
}

extension StartupReport.Outcome: CustomStringConvertible {
  /// The outcome in a few words.
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
