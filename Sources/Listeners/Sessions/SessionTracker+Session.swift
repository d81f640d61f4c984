public import Foundation

extension SessionTracker {
  /// One stretch of use: from the moment the user came until the user left for good.
  public struct Session: Identifiable, Hashable, Codable, Sendable {
    /// The session's identity; also valid in storage.
    public internal(set) var id = UUID()
    /// When the user came.
    public internal(set) var start: Date
    /// When the user left for good; `nil` while the session is open. After a kill, the last recorded
    /// activity.
    public internal(set) var end: Date?
    /// How long the app was in use, without time in the background or asleep.
    public internal(set) var timeInForeground = Duration.zero
  }

  /// A change of a session.
  public enum Change: Equatable, Sendable {
    /// The user opened the app.
    case opened(Session)
    /// The user came back in time to the session of an earlier process.
    case continued(Session)
    /// The user stayed away for too long, or the app terminated.
    case ended(Session)
  }

  /// Where the open session is kept.
  public enum Storage: Sendable {
    /// The file `session` in the program's ``StateDirectory``; memory if there is none.
    case standard
    /// A file of your choice.
    case file(URL)
    /// Memory only: a session that ends with a kill is never reported.
    case memory
  }
}
