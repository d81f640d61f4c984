public import Foundation

extension SessionTracker {
  /// One stretch of use: from the moment the app took input until the user left it for good.
  public struct Session: Identifiable, Hashable, Codable, Sendable {
    /// The session's identity; also valid in storage.
    public internal(set) var id = UUID()
    /// When the app took input.
    public internal(set) var start: Date
    /// When the app went to the background and did not come back in time, or terminated; `nil`
    /// while the session is open. After a kill, the last recorded activity.
    ///
    /// A change of the wall clock during the session does not affect it.
    public internal(set) var end: Date?
    /// How long the app was in use, without time in the background.
    public internal(set) var timeInForeground = Duration.zero
    /// How often input was taken away and given back on the screen: calls, alerts, Control Center.
    /// 0 on a Mac.
    public internal(set) var interruptions = 0
  }

  /// A change of a session.
  public enum Change: Equatable, Sendable {
    /// The user opened the app.
    case opened(Session)
    /// The user came back in time to a session that an earlier process had opened.
    case continued(Session)
    /// The user stayed away for longer than the time-out, the app terminated, or the session
    /// reached its longest length.
    case ended(Session)
  }

  /// Where the open session is kept.
  public enum Storage: Sendable {
    /// The file `session` in the program's ``StateDirectory``, or else memory.
    case standard
    /// A file of your choice.
    case file(URL)
    /// Memory only: a session that ends with a kill is never reported.
    case memory
  }
}
