#if canImport(AppKit) && !canImport(UIKit)
  import Foundation

  /// Keeps macOS from ending the process without a word while a hold is open: at log-out (sudden
  /// termination), and in the background when memory is short (automatic termination).
  @MainActor
  final class MacActivity: AppLifecycleBackgroundTime {
    private var activity: (any NSObjectProtocol)?

    /// Time doesn't run out on a Mac.
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
