public import LifecycleBus

/// Shows the user that an activity is being fetched, instead of the system.
///
/// ```swift
/// final class Reader: AppUserActivityAnnouncing {
///   private(set) var isWaiting = false
///
///   func onAppWillContinueUserActivity(type: String) -> Bool {
///     isWaiting = type == "com.example.reading"
///     return isWaiting
///   }
/// }
/// ```
@MainActor
public protocol AppUserActivityAnnouncing: AppRequestListener {
  /// An activity of this type is being fetched.
  ///
  /// - Parameter type: The type of the activity.
  /// - Returns: Whether the listener shows it.
  func onAppWillContinueUserActivity(type: String) -> Bool
}

/// Continues an activity of the user.
///
/// ```swift
/// final class Reader: AppUserActivityContinuing {
///   private(set) var page = 1
///
///   func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer {
///     guard activity.activityType == "com.example.reading",
///       let page = activity.userInfo?["page"] as? Int
///     else { return .notHandled }
///     self.page = page
///     return .handled
///   }
/// }
/// ```
@MainActor
public protocol AppUserActivityContinuing: AppRequestListener {
  /// The activity has come.
  ///
  /// - Parameter activity: The activity that the user goes on with.
  /// - Returns: Whether the listener took it, and the objects that restore themselves from it.
  func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer
}

/// Receives failures and updates of activities. Both methods have an empty default.
///
/// ```swift
/// final class Reader: AppUserActivityWatching {
///   func onAppDidFailToContinueUserActivity(type: String, error: any Error) {
///     print("\(type) could not be continued: \(error)")
///   }
/// }
/// ```
@MainActor
public protocol AppUserActivityWatching: AppRequestListener {
  /// An activity that was announced could not be fetched. Needs a line in your delegate, because
  /// with it the system shows no message of its own: see the page "Delegate methods that you add".
  ///
  /// - Parameters:
  ///   - type: The type of the activity.
  ///   - error: Why it could not be fetched.
  func onAppDidFailToContinueUserActivity(type: String, error: any Error)
  /// The system has updated an activity of this app.
  ///
  /// - Parameter activity: The activity that has changed.
  func onAppDidUpdateUserActivity(_ activity: AppUserActivity)
}

extension AppUserActivityWatching {
  /// Does nothing.
  public func onAppDidFailToContinueUserActivity(type: String, error: any Error) {}
  /// Does nothing.
  public func onAppDidUpdateUserActivity(_ activity: AppUserActivity) {}
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppUserActivityAnnouncing`` listener.
  ///
  /// - Parameter type: The type of the activity.
  /// - Returns: Whether a listener shows it; false if there is no adopter.
  @discardableResult
  public func askWhetherToContinueUserActivity(type: String) -> Bool {
    let answers = requests.ask(
      (any AppUserActivityAnnouncing).self
    ) {
      $0.onAppWillContinueUserActivity(type: type)
    }
    return Reduction.any(answers.map(\.value), none: false)
  }

  /// Asks every ``/LifecycleBusDelegates/AppUserActivityContinuing`` listener.
  ///
  /// - Parameter activity: The activity that the user goes on with.
  /// - Returns: Whether a listener took it, and the objects of all. Pass those to the system once.
  ///   Not handled if there is no adopter.
  @discardableResult
  public func askToContinue(_ activity: AppUserActivity) -> AppUserActivityAnswer {
    let answers = requests.ask(
      (any AppUserActivityContinuing).self
    ) {
      $0.onAppContinueUserActivity(activity)
    }
    return Reduction.userActivity(answers.map(\.value))
  }

  /// Passes the failure to fetch an activity to every
  /// ``/LifecycleBusDelegates/AppUserActivityWatching`` listener.
  ///
  /// - Parameters:
  ///   - type: The type of the activity.
  ///   - error: Why it could not be fetched.
  public func tellOfFailedUserActivity(type: String, error: any Error) {
    _ = requests.ask((any AppUserActivityWatching).self) {
      $0.onAppDidFailToContinueUserActivity(type: type, error: error)
    }
  }

  /// Passes an updated activity to every ``/LifecycleBusDelegates/AppUserActivityWatching``
  /// listener.
  ///
  /// - Parameter activity: The activity that has changed.
  public func tellOfUpdated(_ activity: AppUserActivity) {
    _ = requests.ask((any AppUserActivityWatching).self) {
      $0.onAppDidUpdateUserActivity(activity)
    }
  }
}
