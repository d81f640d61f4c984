#if canImport(AppKit) && !canImport(UIKit)
  import Foundation

  /// Keeps macOS from ending the process without notice while a hold is open.
  @MainActor
  final class MacActivity: AppLifecycleBackgroundTime {
    private var activity: (any NSObjectProtocol)?

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
