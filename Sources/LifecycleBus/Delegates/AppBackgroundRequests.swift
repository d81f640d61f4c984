public import Foundation
import LifecycleBus

/// Fetches new content in the background. Your delegate adds the method that asks.
@MainActor
public protocol AppBackgroundFetching: AppRequestListener {
  /// The system lets the app fetch. The task is cancelled at the deadline.
  func onAppPerformFetch() async -> AppFetchResult
}

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

/// Receives the result of registering for remote notifications.
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
@MainActor
public protocol AppRemoteNotificationReceiving: AppRequestListener {
  /// The task is cancelled at the deadline.
  func onAppDidReceiveRemoteNotification(_ userInfo: [AnyHashable: Any]) async -> AppFetchResult
}

/// The result of fetching in the background, with the raw values of `UIBackgroundFetchResult` and
/// `WKBackgroundFetchResult`.
public enum AppFetchResult: UInt, Sendable {
  /// There was something new.
  case newData
  /// There was nothing new.
  case noData
  /// The attempt failed, or took too long.
  case failed

  /// New data if one listener has some, else failed if one has failed or missed the deadline, else no
  /// data.
  public init(combining answers: [Self?]) {
    self =
      answers.contains(.newData)
      ? .newData : answers.contains { $0 == nil || $0 == .failed } ? .failed : .noData
  }
}

/// For the delegates of `LifecycleBusRemoteNotifications`.
extension AppLifecycleMediator {
  package func tellOfRegistration(_ result: Result<Data, any Error>) {
    ask((any AppRemoteNotificationRegistering).self) {
      switch result {
      case .success(let token): $0.onAppDidRegisterForRemoteNotifications(deviceToken: token)
      case .failure(let error): $0.onAppDidFailToRegisterForRemoteNotifications(error: error)
      }
    }
  }

  /// Calls the handler once, on the main actor.
  package func receiveRemoteNotification(
    _ userInfo: [AnyHashable: Any], deadline: Duration = requestDeadline,
    _ completionHandler: @escaping (AppFetchResult) -> Void
  ) {
    startRequest {
      let answers = await self.askAndWait(
        (any AppRemoteNotificationReceiving).self, deadline: deadline
      ) { await $0.onAppDidReceiveRemoteNotification(userInfo) }
      completionHandler(AppFetchResult(combining: answers))
    }
  }
}
