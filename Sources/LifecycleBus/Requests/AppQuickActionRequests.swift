/// Performs what the user picked from the app's Home Screen menu.
@MainActor
public protocol AppQuickActionPerforming: AppRequestListener {
  /// The user picked a quick action.
  ///
  /// - Returns: Whether the listener has performed it.
  func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool
}

/// A quick action; the portable twin of `UIApplicationShortcutItem`.
public struct AppQuickAction {
  /// Which action, as the app has named it.
  public var type: String
  /// What the user sees.
  public var localizedTitle: String
  /// What the user sees below that.
  public var localizedSubtitle: String?
  /// What the app has put in.
  public var userInfo: [String: Any]

  /// Makes an action.
  public init(
    type: String, localizedTitle: String = "", localizedSubtitle: String? = nil,
    userInfo: [String: Any] = [:]
  ) {
    self.type = type
    self.localizedTitle = localizedTitle
    self.localizedSubtitle = localizedSubtitle
    self.userInfo = userInfo
  }
}

extension AppLifecycleMediator {
  /// Asks every ``AppQuickActionPerforming`` listener, all at once, and waits for their answers.
  ///
  /// An answer that has not come by the deadline counts as false, and its listener is named in
  /// ``AppLifecycleAnomaly/requestExpired(_:listeners:)``; its task is cancelled.
  ///
  /// - Parameters:
  ///   - action: What the user picked.
  ///   - deadline: How long to wait at most.
  ///   - clock: What measures the deadline; a test brings its own.
  /// - Returns: Whether somebody performed it; false, at once, if nobody adopts the request.
  public func askToPerform(
    _ action: AppQuickAction, deadline: Duration = AppLifecycleRequest.defaultDeadline,
    clock: any Clock<Duration> = ContinuousClock()
  ) async -> Bool {
    let answers = await requests.ask(
      .performQuickAction, (any AppQuickActionPerforming).self, deadline: deadline,
      clock: clock, missing: false
    ) {
      await $0.onAppPerformQuickAction(action)
    }
    return Reduction.any(answers, none: false)
  }
}
