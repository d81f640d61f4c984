/// Keeps the work of requests until the app is ready, and then performs it in order.
///
/// A URL or a push may come while the app still starts, or while the user is signed out. The
/// listener answers the system at once, and leaves the work to the gate:
///
/// ```swift
/// final class DeepLinks: AppURLOpening, AppBackgroundFetching {
///   func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
///     guard url.scheme == "notes" else { return false }
///     gate.perform { router.show(url) }
///     return true
///   }
///
///   func onAppPerformFetch() async -> AppFetchResult {
///     guard await gate.wait() else { return .failed }
///     return await mailbox.fetch("news") ? .newData : .failed
///   }
/// }
/// ```
///
/// A new gate is closed. Several listeners may share one. What still waits when the process ends is
/// lost.
@MainActor
public final class AppRequestGate {
  private var isOpen = false
  private var isHandingOver = false
  /// Each returns true if the next one waits until this one has suspended.
  private var waiting: [() -> Bool] = []

  /// Makes a closed gate.
  public init() {}

  /// Lets all requests pass, those that wait first.
  ///
  /// This does the work of ``perform(_:)`` up to the first request that waits asynchronously. The
  /// rest follows in order.
  public func open() {
    isOpen = true
    if !isHandingOver { handOver() }
  }

  /// Lets later requests wait, also those that have waited and whose turn has not come.
  public func close() { isOpen = false }

  /// Does the work at once if the gate is open, or else when it opens.
  public func perform(_ work: @escaping @MainActor () -> Void) {
    if passes { return work() }
    waiting.append {
      work()
      return false
    }
  }

  /// Waits until the gate is open and the requests before this one have been handed over.
  ///
  /// A cancelled task waits too, because a wait keeps its place in the order.
  ///
  /// - Returns: False if the task was cancelled, for example at its request's deadline.
  public func wait() async -> Bool {
    if !passes {
      await withCheckedContinuation { continuation in
        waiting.append {
          continuation.resume()
          return true
        }
      }
      // The next request's turn comes when this one suspends for the first time.
      Task { handOver() }
    }
    return !Task.isCancelled
  }

  private var passes: Bool { isOpen && !isHandingOver }

  private func handOver() {
    isHandingOver = true
    while isOpen, !waiting.isEmpty {
      if waiting.removeFirst()() { return }
    }
    isHandingOver = false
  }
}
