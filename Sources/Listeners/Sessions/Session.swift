public import Foundation

/// One stretch of use: from the moment the app took input to the moment the user left it for good.
public struct Session: Identifiable, Hashable, Codable, Sendable {
  /// The session's identity; also valid in storage.
  public let id: UUID
  /// When the app took input.
  public let start: Date
  /// When the app went to the background and did not come back in time, or terminated; `nil` while
  /// the session is open.
  ///
  /// It is computed from the start and the tracker's clock, so that a change of the wall clock
  /// during the session does not affect it.
  public let end: Date?
  /// How long the app was shown, interruptions included and time in the background left out.
  public let timeInForeground: Duration
  /// How often input was taken away and given back with the app on the screen: calls, alerts,
  /// Control Center.
  public let interruptions: Int

  /// Makes a session, for a test or for your own storage.
  public init(
    id: UUID = UUID(), start: Date, end: Date? = nil, timeInForeground: Duration = .zero,
    interruptions: Int = 0
  ) {
    self.id = id
    self.start = start
    self.end = end
    self.timeInForeground = timeInForeground
    self.interruptions = interruptions
  }

  /// What happens to a session.
  public enum Change: Hashable, Sendable {
    /// The user opened the app.
    case opened(Session)
    /// The user has left it for longer than the time-out, or it terminated.
    case ended(Session)
  }
}
