public import Foundation
public import LifecycleBus

/// Opens files that the user has chosen outside of the app. On a Mac it needs a method in your
/// delegate: see "Delegate methods that you add".
///
/// ```swift
/// final class Documents: AppFileOpening {
///   func onAppOpenFiles(_ urls: [URL]) async throws -> Bool {
///     for url in urls { try await editor.open(url) }
///     return true
///   }
/// }
/// ```
@MainActor
public protocol AppFileOpening: AppRequestListener {
  /// The user wants to open files. No deadline applies, so you may ask the user.
  ///
  /// - Returns: True when the files are open; false for files of another listener.
  /// - Throws: `CancellationError` or `CocoaError.userCancelled` if the user cancelled. Any other
  ///   error if a file could not be opened; the Mac's delegate shows it.
  func onAppOpenFiles(_ urls: [URL]) async throws -> Bool
}

/// What has become of files that were to be opened, as in `NSApplication.DelegateReply`.
public enum AppFilesReply: Sendable {
  /// The files are open.
  case opened
  /// The user cancelled.
  case cancelled
  /// At least one file could not be opened.
  case failed(any Error)
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppFileOpening`` listener at once, and waits without a
  /// limit.
  ///
  /// - Returns: `.failed` with the first error if there is one; `.cancelled` if a listener says so;
  ///   `.opened` if one answers true; otherwise `.failed` with `CocoaError.featureUnsupported`.
  public func askToOpenFiles(_ urls: [URL]) async -> AppFilesReply {
    let answers = await askAndWait((any AppFileOpening).self, deadline: nil) { listener in
      do {
        return try await listener.onAppOpenFiles(urls) ? AppFilesReply.opened : nil
      } catch is CancellationError {
        return .cancelled
      } catch CocoaError.userCancelled {
        return .cancelled
      } catch {
        return .failed(error)
      }
    }
    var reply = AppFilesReply.failed(CocoaError(.featureUnsupported))
    for case .some(.some(let answer)) in answers {
      switch answer {
      case .failed: return answer
      case .cancelled: reply = answer
      case .opened: if case .failed = reply { reply = answer }
      }
    }
    return reply
  }
}
