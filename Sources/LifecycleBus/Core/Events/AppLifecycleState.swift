/// The position of the app in its life cycle.
///
/// The state changes before the first listener receives the event.
public enum AppLifecycleState: String, CaseIterable, Codable, Sendable {
  /// The mediator has not received a life-cycle event yet.
  case notRunning
  /// Launched, but neither taking input nor in the background, for example during a call.
  case inactive
  /// In the foreground and taking input.
  case active
  /// Running and not shown.
  case background
  /// `willTerminate` was received.
  case terminated
}
