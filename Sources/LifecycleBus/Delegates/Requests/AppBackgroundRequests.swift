public import LifecycleBus

/// Fetches new content while the app is in the background. Needs a line in your delegate:
/// see the page "Delegate methods that you add".
///
/// ```swift
/// final class NewsFetcher: AppBackgroundFetching {
///   let news = News()
///
///   func onAppPerformFetch() async -> AppLifecycleFetchResult {
///     do {
///       return try await news.fetch().isEmpty ? .noData : .newData
///     } catch {
///       return .failed
///     }
///   }
/// }
/// ```
@MainActor
public protocol AppBackgroundFetching: AppRequestListener {
  /// The system lets the app fetch. The task is cancelled at the deadline.
  ///
  /// - Returns: What came of the fetch.
  func onAppPerformFetch() async -> AppLifecycleFetchResult
}

/// Handles the events of a background URL session that finished while the app was not running. Needs
/// a line in your delegate: see the page "Delegate methods that you add".
///
/// ```swift
/// final class Downloads: AppBackgroundURLSessionHandling {
///   let session = DownloadSession(identifier: "downloads")
///
///   func onAppHandleBackgroundURLSessionEvents(identifier: String) async {
///     guard identifier == session.identifier else { return }
///     await session.finishEvents()
///   }
/// }
/// ```
@MainActor
public protocol AppBackgroundURLSessionHandling: AppRequestListener {
  /// Events of a session wait. For a session of your own, return after
  /// `urlSessionDidFinishEvents(forBackgroundURLSession:)`; for any other session, return at once.
  ///
  /// - Parameter identifier: The identifier of the URL session.
  func onAppHandleBackgroundURLSessionEvents(identifier: String) async
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppBackgroundFetching`` listener, all at once, and waits
  /// for their answers.
  ///
  /// The deadline, late answers and the reduction are those of
  /// ``askToReceiveRemoteNotification(_:deadline:clock:)``.
  ///
  /// - Parameters:
  ///   - deadline: How long the listeners have, all together.
  ///   - clock: Measures the deadline; a test supplies its own.
  /// - Returns: The results of all listeners as one.
  public func askToFetchInBackground(
    deadline: Duration = AppLifecycleRequest.defaultDeadline,
    clock: any Clock<Duration> = ContinuousClock()
  ) async -> AppLifecycleFetchResult {
    let answers = await requests.ask(
      .backgroundFetch, (any AppBackgroundFetching).self, deadline: deadline, clock: clock,
      missing: .failed
    ) {
      await $0.onAppPerformFetch()
    }
    return Reduction.fetchResult(answers)
  }

  /// Asks every ``/LifecycleBusDelegates/AppBackgroundURLSessionHandling`` listener, all at once,
  /// and waits until all are done or the deadline has passed; returns at once if there is no
  /// adopter.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the URL session.
  ///   - deadline: How long the listeners have, all together.
  ///   - clock: Measures the deadline; a test supplies its own.
  public func askToHandleBackgroundURLSessionEvents(
    identifier: String, deadline: Duration = AppLifecycleRequest.defaultDeadline,
    clock: any Clock<Duration> = ContinuousClock()
  ) async {
    _ = await requests.ask(
      .backgroundURLSessionEvents, (any AppBackgroundURLSessionHandling).self,
      deadline: deadline, clock: clock, missing: false
    ) {
      await $0.onAppHandleBackgroundURLSessionEvents(identifier: identifier)
      return true
    }
  }
}
