public import Foundation

/// One stretch of use: from the moment the app took input to the moment the user left it for good.
public struct Session: Identifiable, Hashable, Codable, Sendable {
  /// Its own, for as long as it is kept anywhere.
  public let id: UUID
  /// When the app took input.
  public let start: Date
  /// When the app went to the background and did not come back in time, or terminated; `nil` while
  /// the session is open.
  ///
  /// It follows from the start and the clock, so a change of the wall clock meanwhile does not
  /// show.
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
