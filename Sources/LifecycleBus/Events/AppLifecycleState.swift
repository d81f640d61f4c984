/// The position of the app in its life cycle.
///
/// It changes before the first listener receives the event.
public enum AppLifecycleState: String, CaseIterable, Codable, Sendable {
  /// No event has been received; the app has not finished launching.
  case notRunning
  /// Launched, and neither taking input nor in the background: just launched, or interrupted.
  case inactive
  /// In the foreground and taking input.
  case active
  /// Running and not shown.
  case background
  /// `willTerminate` was received.
  case terminated
}
