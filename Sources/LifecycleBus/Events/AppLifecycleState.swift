/// Where the app stands in its life cycle.
///
/// A mediator's state changes before its first listener hears of the event, so every callback reads
/// the new one.
public enum AppLifecycleState: String, CaseIterable, Codable, Sendable {
  /// Nothing has been heard yet; the app has not finished launching.
  case notRunning
  /// Launched, and neither taking input nor in the background: on the way up, on the way down, or
  /// interrupted.
  case inactive
  /// In front and taking input.
  case active
  /// Running and not shown.
  case background
  /// `willTerminate` was heard.
  case terminated
}
