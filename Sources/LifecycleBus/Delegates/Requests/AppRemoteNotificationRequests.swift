public import Foundation
public import LifecycleBus

/// Receives the result of registering for remote notifications. The method for a failure has an
/// empty default.
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
  /// The app is registered. The token may be another one than last time.
  ///
  /// - Parameter deviceToken: The token for your push server.
  func onAppDidRegisterForRemoteNotifications(deviceToken: Data)
  /// The app is not registered.
  ///
  /// - Parameter error: Why the registration failed.
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
///   ) async -> AppLifecycleFetchResult {
///     guard let folder = userInfo["folder"] as? String else { return .noData }
///     return await mailbox.fetch(folder) ? .newData : .failed
///   }
/// }
/// ```
@MainActor
public protocol AppRemoteNotificationReceiving: AppRequestListener {
  /// A remote notification has come. Return within the deadline, 25 seconds unless the delegate
  /// says otherwise; the task is cancelled when it runs out.
  ///
  /// - Parameter userInfo: The notification's payload.
  /// - Returns: What came of fetching for it.
  func onAppDidReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any]
  ) async -> AppLifecycleFetchResult
}

extension AppLifecycleMediator {
  /// Passes the token to every ``/LifecycleBusDelegates/AppRemoteNotificationRegistering``
  /// listener.
  ///
  /// - Parameter deviceToken: The token that the system passed.
  public func tellOfRemoteNotificationRegistration(deviceToken: Data) {
    _ = requests.ask(
      (any AppRemoteNotificationRegistering).self
    ) {
      $0.onAppDidRegisterForRemoteNotifications(deviceToken: deviceToken)
    }
  }

  /// Passes the failure to every ``/LifecycleBusDelegates/AppRemoteNotificationRegistering``
  /// listener.
  ///
  /// - Parameter error: The error that the system passed.
  public func tellOfFailedRemoteNotificationRegistration(error: any Error) {
    _ = requests.ask(
      (any AppRemoteNotificationRegistering).self
    ) {
      $0.onAppDidFailToRegisterForRemoteNotifications(error: error)
    }
  }

  /// Asks every ``/LifecycleBusDelegates/AppRemoteNotificationReceiving`` listener, all at once,
  /// and waits for their answers.
  ///
  /// An answer that has not come by the deadline counts as failed, and its listener is named in
  /// ``/LifecycleBus/AppLifecycleAnomaly/requestExpired(_:listeners:)``; its task is cancelled. An
  /// answer that comes even later is reported and changes nothing.
  ///
  /// - Parameters:
  ///   - userInfo: The payload.
  ///   - deadline: How long to wait at most.
  ///   - clock: Measures the deadline; a test brings its own.
  /// - Returns: New data if one has some, else failed if one has failed, else no data; no data, at
  ///   once, if there is no adopter.
  public func askToReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any], deadline: Duration = AppLifecycleRequest.defaultDeadline,
    clock: any Clock<Duration> = ContinuousClock()
  ) async -> AppLifecycleFetchResult {
    let answers = await requests.ask(
      .receiveRemoteNotification, (any AppRemoteNotificationReceiving).self,
      deadline: deadline, clock: clock, missing: .failed
    ) {
      await $0.onAppDidReceiveRemoteNotification(userInfo)
    }
    return Reduction.fetchResult(answers)
  }
}
