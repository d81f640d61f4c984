public import Foundation
public import LifecycleBus

/// Opens files that the user has chosen outside of the app, all of them with one answer. On a Mac
/// this needs a line in your delegate: see the page "Delegate methods that you add".
///
/// ```swift
/// final class Documents: AppFileOpening {
///   func onAppOpenFiles(_ urls: [URL]) async -> AppFilesReply? {
///     do {
///       for url in urls { try await editor.open(url) }
///       return .opened
///     } catch {
///       return error is CancellationError ? .cancelled : .failed
///     }
///   }
/// }
/// ```
@MainActor
public protocol AppFileOpening: AppRequestListener {
  /// The user wants to open files. No deadline applies, so ask the user for as long as it takes.
  ///
  /// - Parameter urls: The files, in the order of the system.
  /// - Returns: What has become of them; `nil` for files that another listener opens.
  func onAppOpenFiles(_ urls: [URL]) async -> AppFilesReply?
}

/// What has become of files that were to be opened; the portable equivalent of
/// `NSApplication.DelegateReply`.
public enum AppFilesReply: Sendable {
  /// They are open.
  case opened
  /// The user did not want to go on.
  case cancelled
  /// One at least could not be opened. The listener has said why.
  case failed
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppFileOpening`` listener, all at once, and waits for as
  /// long as it takes.
  ///
  /// - Parameter urls: The files.
  /// - Returns: Failed if one answers so, else cancelled if one answers so, else opened; failed if no
  ///   listener has an answer.
  public func askToOpenFiles(_ urls: [URL]) async -> AppFilesReply {
    let answers = await askAndWait((any AppFileOpening).self, deadline: nil) {
      await $0.onAppOpenFiles(urls)
    }
    return [.failed, .cancelled, .opened].first { answers.contains($0) } ?? .failed
  }
}
