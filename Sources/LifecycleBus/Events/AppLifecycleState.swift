/// The position of the app in its life cycle.
///
/// A mediator's state changes before its first listener receives the event, so every callback reads
/// the new state.
public enum AppLifecycleState: String, CaseIterable, Codable, Sendable {
  /// No event has been received; the app has not finished launching.
  case notRunning
  /// Launched, and neither taking input nor in the background: before it becomes active, before it
  /// enters the background, or interrupted, for example by a call.
  case inactive
  /// In the foreground and taking input.
  case active
  /// Running and not shown.
  case background
  /// `willTerminate` was received.
  case terminated
}
