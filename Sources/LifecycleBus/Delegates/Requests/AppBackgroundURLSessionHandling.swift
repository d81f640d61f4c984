import LifecycleBus

/// Handles the events of a background URL session.
///
/// ```swift
/// final class Downloads: NSObject, AppBackgroundURLSessionHandling {
///   private let (finished, finish) = AsyncStream.makeStream(of: Void.self)
///
///   func onAppHandleBackgroundURLSessionEvents(identifier: String) async {
///     guard identifier == "downloads" else { return }
///     for await _ in finished { return }
///   }
///
///   // From `urlSessionDidFinishEvents(forBackgroundURLSession:)`, perhaps
///   // before the method above has begun: the stream keeps it.
///   func sessionDidFinish() { finish.yield() }
/// }
/// ```
@MainActor
public protocol AppBackgroundURLSessionHandling: AppRequestListener {
  /// The system has events for the session with this identifier.
  ///
  /// Return after `urlSessionDidFinishEvents(forBackgroundURLSession:)`, or at once if the session
  /// isn't yours.
  func onAppHandleBackgroundURLSessionEvents(identifier: String) async
}
