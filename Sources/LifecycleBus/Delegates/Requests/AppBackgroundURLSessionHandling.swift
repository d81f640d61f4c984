import LifecycleBus

/// Handles the events of a background URL session. Your delegate adds the method that asks.
///
/// ```swift
/// final class Downloads: NSObject, AppBackgroundURLSessionHandling {
///   private var whenFinished: CheckedContinuation<Void, Never>?
///
///   func onAppHandleBackgroundURLSessionEvents(identifier: String) async {
///     guard identifier == "downloads" else { return }
///     await withCheckedContinuation { whenFinished = $0 }
///   }
///
///   /// Called in `urlSessionDidFinishEvents(forBackgroundURLSession:)`, on the main queue.
///   func finish() {
///     whenFinished?.resume()
///     whenFinished = nil
///   }
/// }
/// ```
@MainActor
public protocol AppBackgroundURLSessionHandling: AppRequestListener {
  /// Return after `urlSessionDidFinishEvents(forBackgroundURLSession:)`, or at once if the session
  /// isn't yours.
  func onAppHandleBackgroundURLSessionEvents(identifier: String) async
}
