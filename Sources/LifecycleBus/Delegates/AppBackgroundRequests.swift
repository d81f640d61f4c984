public import Foundation
public import LifecycleBus

/// Fetches new content in the background. It needs a method in your delegate: see "Delegate methods
/// that you add".
///
/// ```swift
/// final class NewsFetcher: AppBackgroundFetching {
///   let news = News()
///
///   func onAppPerformFetch() async -> AppFetchResult {
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
  /// The system lets the app fetch. At the deadline the task is cancelled.
  func onAppPerformFetch() async -> AppFetchResult
}

/// Handles the events of a background URL session. It needs a method in your delegate: see
/// "Delegate methods that you add".
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
  /// A session has events. Return after `urlSessionDidFinishEvents(forBackgroundURLSession:)`, or
  /// at once if the session is not yours.
  func onAppHandleBackgroundURLSessionEvents(identifier: String) async
}

/// Answers for background URL sessions when their delegate calls ``finish(_:)``.
///
/// ```swift
/// let sessions = AppBackgroundURLSessions("downloads")
/// mediator.attach(sessions)
/// sessions.finish("downloads")  // in urlSessionDidFinishEvents(forBackgroundURLSession:)
/// ```
///
/// A request for another session is answered at once. A request that is not finished at its
/// deadline ends then, and is reported.
public final class AppBackgroundURLSessions: AppBackgroundURLSessionHandling {
  private let identifiers: [String]
  private var waiting: [String: [AsyncStream<Never>.Continuation]] = [:]

  /// Makes a listener for URL sessions.
  public init(_ identifiers: String...) { self.identifiers = identifiers }

  /// Waits until the session is finished, or the task is cancelled.
  public func onAppHandleBackgroundURLSessionEvents(identifier: String) async {
    guard identifiers.contains(identifier) else { return }
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    waiting[identifier, default: []].append(continuation)
    for await _ in stream {}
  }

  /// Ends the requests that wait for a session.
  ///
  /// You may call it on any thread. The requests end soon after, on the main actor.
  public nonisolated func finish(_ identifier: String) {
    Task { @MainActor in
      for request in waiting.removeValue(forKey: identifier) ?? [] { request.finish() }
    }
  }
}

/// Receives the result of registering for remote notifications.
///
/// ```swift
/// final class PushToken: AppRemoteNotificationRegistering {
///   private(set) var token = ""
///
///   func onAppDidRegisterForRemoteNotifications(deviceToken: Data) {
///     token = deviceToken.base64EncodedString()
///   }
/// }
/// ```
@MainActor
public protocol AppRemoteNotificationRegistering: AppRequestListener {
  /// The app is registered, with this token for your push server.
  func onAppDidRegisterForRemoteNotifications(deviceToken: Data)
  /// The registration failed.
  func onAppDidFailToRegisterForRemoteNotifications(error: any Error)
}

extension AppRemoteNotificationRegistering {
  /// Does nothing.
  public func onAppDidFailToRegisterForRemoteNotifications(error: any Error) {}
}

/// Fetches what a remote notification announces.
///
/// ```swift
/// final class Inbox: AppRemoteNotificationReceiving {
///   func onAppDidReceiveRemoteNotification(
///     _ userInfo: [AnyHashable: Any]
///   ) async -> AppFetchResult {
///     guard let folder = userInfo["folder"] as? String else { return .noData }
///     return await mailbox.fetch(folder) ? .newData : .failed
///   }
/// }
/// ```
@MainActor
public protocol AppRemoteNotificationReceiving: AppRequestListener {
  /// A remote notification has come. At the deadline the task is cancelled.
  func onAppDidReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any]
  ) async -> AppFetchResult
}

/// The result of fetching in the background, as in `UIBackgroundFetchResult`.
public enum AppFetchResult: Sendable {
  /// There was something new.
  case newData
  /// There was nothing new.
  case noData
  /// The attempt failed, or did not end in time.
  case failed

  init(combining answers: [Self?]) {
    self =
      answers.contains(.newData)
      ? .newData : answers.contains { $0 == nil || $0 == .failed } ? .failed : .noData
  }
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppRemoteNotificationReceiving`` listener at once, and
  /// waits.
  ///
  /// The result is new data if one has some, else failed if one has failed, else no data. A missing
  /// answer counts as failed.
  public func askToReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any], deadline: Duration = requestDeadline,
    clock: any Clock<Duration> = ContinuousClock()
  ) async -> AppFetchResult {
    AppFetchResult(
      combining: await askAndWait(
        (any AppRemoteNotificationReceiving).self, deadline: deadline, clock: clock
      ) { await $0.onAppDidReceiveRemoteNotification(userInfo) })
  }

  /// Asks every ``/LifecycleBusDelegates/AppBackgroundFetching`` listener at once, and waits.
  ///
  /// The result is new data if one has some, else failed if one has failed, else no data. A missing
  /// answer counts as failed.
  public func askToFetchInBackground(
    deadline: Duration = requestDeadline, clock: any Clock<Duration> = ContinuousClock()
  ) async -> AppFetchResult {
    AppFetchResult(
      combining: await askAndWait(
        (any AppBackgroundFetching).self, deadline: deadline, clock: clock
      ) { await $0.onAppPerformFetch() })
  }
}
