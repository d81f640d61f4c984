/// Tells the user that an activity is on its way, instead of the system.
@MainActor
public protocol AppUserActivityAnnouncing: AppRequestListener {
  /// An activity of this type is being fetched.
  ///
  /// - Returns: Whether the listener has told the user.
  func onAppWillContinueUserActivity(type: String) -> Bool
}

/// Goes on with what the user was doing elsewhere.
@MainActor
public protocol AppUserActivityContinuing: AppRequestListener {
  /// The activity has come.
  func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer
}

/// Hears what else happens to activities. Both methods have an empty default.
@MainActor
public protocol AppUserActivityWatching: AppRequestListener {
  /// An activity that was announced could not be fetched.
  func onAppDidFailToContinueUserActivity(type: String, error: any Error)
  /// The system has updated an activity of this app.
  func onAppDidUpdateUserActivity(_ activity: AppUserActivity)
}

extension AppUserActivityWatching {
  /// Does nothing.
  public func onAppDidFailToContinueUserActivity(type: String, error: any Error) {}
  /// Does nothing.
  public func onAppDidUpdateUserActivity(_ activity: AppUserActivity) {}
}

extension AppLifecycleMediator {
  /// Asks every ``AppUserActivityAnnouncing`` listener.
  ///
  /// - Returns: Whether somebody has told the user; false if nobody adopts the request.
  @discardableResult
  public func askWhetherToContinueUserActivity(type: String) -> Bool {
    let answers = requests.ask(
      (any AppUserActivityAnnouncing).self
    ) {
      $0.onAppWillContinueUserActivity(type: type)
    }
    return Reduction.any(answers.map(\.value), none: false)
  }

  /// Asks every ``AppUserActivityContinuing`` listener.
  ///
  /// - Returns: Whether somebody took it, and the objects of all. Hand those to the system once.
  ///   Not handled if nobody adopts the request.
  @discardableResult
  public func askToContinue(_ activity: AppUserActivity) -> AppUserActivityAnswer {
    let answers = requests.ask(
      (any AppUserActivityContinuing).self
    ) {
      $0.onAppContinueUserActivity(activity)
    }
    return Reduction.userActivity(answers.map(\.value))
  }

  /// Tells every ``AppUserActivityWatching`` listener that an activity could not be fetched.
  public func tellOfFailedUserActivity(type: String, error: any Error) {
    _ = requests.ask((any AppUserActivityWatching).self) {
      $0.onAppDidFailToContinueUserActivity(type: type, error: error)
    }
  }

  /// Tells every ``AppUserActivityWatching`` listener that an activity was updated.
  public func tellOfUpdated(_ activity: AppUserActivity) {
    _ = requests.ask((any AppUserActivityWatching).self) {
      $0.onAppDidUpdateUserActivity(activity)
    }
  }
}
