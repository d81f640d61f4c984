import Foundation
import LifecycleBus

/// Keeps the open session in a file, with a `StateSaver`.
///
/// The file belongs to one tracker at a time: another copy of the program finds its lock, and keeps
/// its sessions in memory.
@MainActor
final class SessionStore {
  /// What the file holds: the open session, with its last activity as its end.
  struct Contents: Codable, Sendable, Equatable {
    var session: SessionTracker.Session?
  }

  let saver: StateSaver<Contents>

  /// - Returns: `nil` without a directory, or where the file is another tracker's.
  init?(_ storage: SessionTracker.Storage) {
    let url: URL
    switch storage {
    case .standard:
      guard let directory = try? StateDirectory.url() else { return nil }
      url = directory.appending(path: "session")
    case .file(let file): url = file
    case .memory: return nil
    }
    saver = StateSaver(file: url, initial: Contents())
    if saver.restoration == .inUse { return nil }
  }
}

extension SessionTracker.Session {
  /// The session with times that count from a date. Impossible values in the file are bounded.
  func span(at now: Date) -> (SessionRules.Span, lastActivity: Duration) {
    let lastActivity = end ?? start
    let length = Self.duration(lastActivity.timeIntervalSince(start))
    let absence = now.timeIntervalSince(lastActivity)
    // A clock that was set back meanwhile says nothing about the absence; it counts as long.
    let away = Self.duration(absence < -60 ? .infinity : absence)
    let span = SessionRules.Span(
      start: .zero - away - length, inForeground: min(max(timeInForeground, .zero), length),
      interruptions: min(max(interruptions, 0), 1 << 30))
    return (span, .zero - away)
  }

  /// From 0 to 300 years.
  private static func duration(_ seconds: TimeInterval) -> Duration {
    seconds > 0 ? .seconds(min(seconds, 1e10)) : .zero
  }
}
