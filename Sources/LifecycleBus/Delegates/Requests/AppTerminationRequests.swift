public import LifecycleBus

/// Decides whether the app may quit.
///
/// ```swift
/// final class Uploads: AppTerminationDeciding {
///   func onAppShouldTerminate() -> AppTerminationReply {
///     guard isUploading else { return .now }
///     let hold = mediator.hold("upload")
///     Task {
///       await finish()
///       hold.release()
///     }
///     return .later
///   }
/// }
/// ```
@MainActor
public protocol AppTerminationDeciding: AppRequestListener {
  /// The user or the system wants the app to quit.
  ///
  /// - Returns: Whether the app quits now, later or not.
  func onAppShouldTerminate() -> AppTerminationReply
}

/// Whether an app may quit; the portable equivalent of `NSApplication.TerminateReply`.
public enum AppTerminationReply: String, CaseIterable, Codable, Sendable {
  /// The app may quit.
  case now
  /// The app may quit once the holds on the mediator are released. Take a hold before you return
  /// this.
  case later
  /// The app stays.
  case cancel
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppTerminationDeciding`` listener, also after one has
  /// cancelled.
  ///
  /// - Returns: Cancel if one answers so, else later if one answers so, else now. After later, wait
  ///   with ``waitForHolds(upTo:clock:)`` and then let the app quit.
  public func askWhetherToTerminate() -> AppTerminationReply {
    let answers = requests.ask((any AppTerminationDeciding).self) {
      $0.onAppShouldTerminate()
    }
    return Reduction.termination(answers.map(\.value))
  }
}
