public import Foundation
import LifecycleBus

/// Receives the token for your push server, or the error, after you've registered for push.
@MainActor
public protocol AppRemoteNotificationRegistering: AppRequestListener {
  /// The app is registered. Send this token to your push server.
  func onAppDidRegisterForRemoteNotifications(deviceToken: Data)
  /// The registration has failed.
  func onAppDidFailToRegisterForRemoteNotifications(error: any Error)
}

extension AppRemoteNotificationRegistering {
  /// Does nothing.
  public func onAppDidFailToRegisterForRemoteNotifications(error: any Error) {}
}

/// Fetches what a remote notification announces.
@MainActor
public protocol AppRemoteNotificationReceiving: AppRequestListener {
  /// A remote notification has arrived. Fetch the news, and return whether there were any.
  ///
  /// The task is cancelled at the deadline of the request.
  func onAppDidReceiveRemoteNotification(_ userInfo: [AnyHashable: Any]) async -> AppFetchResult
}

/// The result of a fetch, with the raw values of `UIBackgroundFetchResult` and
/// `WKBackgroundFetchResult`.
public enum AppFetchResult: UInt, Sendable {
  /// There was something new.
  case newData
  /// There was nothing new.
  case noData
  /// The attempt failed, or took too long.
  case failed

  /// New data counts most, then a failure or a missed deadline.
  package init(combining answers: [Self?]) {
    if answers.contains(.newData) {
      self = .newData
    } else if answers.contains(.failed) || answers.contains(nil) {
      self = .failed
    } else {
      self = .noData
    }
  }
}

extension AppLifecycleMediator {
  package func passOnRegistration(_ result: Result<Data, any Error>) {
    ask((any AppRemoteNotificationRegistering).self) { listener in
      switch result {
      case .success(let token):
        listener.onAppDidRegisterForRemoteNotifications(deviceToken: token)
      case .failure(let error):
        listener.onAppDidFailToRegisterForRemoteNotifications(error: error)
      }
    }
  }

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
