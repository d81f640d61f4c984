import LifecycleBus

/// Fetches new content in the background. Your delegate adds the method that asks.
@MainActor
public protocol AppBackgroundFetching: AppRequestListener {
  /// The system lets the app fetch. The task is cancelled at the deadline.
  func onAppPerformFetch() async -> AppFetchResult
}
