#if canImport(AppKit) && !canImport(UIKit)
  import Foundation

  /// Keeps macOS from ending the process without notice while a hold is open, either at log-out
  /// (sudden termination) or when memory is short (automatic termination).
  @MainActor
  final class MacActivity: AppLifecycleBackgroundTime {
    private var activity: (any NSObjectProtocol)?

    /// On a Mac the time doesn't run out.
    func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {
      activity = ProcessInfo.processInfo.beginActivity(
        options: [.suddenTerminationDisabled, .automaticTerminationDisabled], reason: reason)
    }

    func end() {
      guard let ended = activity else { return }

      activity = nil
      ProcessInfo.processInfo.endActivity(ended)
    }
  }
#endif
