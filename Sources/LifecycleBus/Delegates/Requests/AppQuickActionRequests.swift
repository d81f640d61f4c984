public import LifecycleBus

/// Performs the quick action that the user picked from the app's Home Screen menu.
///
/// ```swift
/// final class QuickActions: AppQuickActionPerforming {
///   func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool {
///     guard action.type == "new-note" else { return false }
///     await editor.showNewNote()
///     return true
///   }
/// }
/// ```
@MainActor
public protocol AppQuickActionPerforming: AppRequestListener {
  /// The user picked a quick action.
  ///
  /// - Parameter action: The quick action.
  /// - Returns: Whether the listener has performed it.
  func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool
}

/// A quick action; the portable equivalent of `UIApplicationShortcutItem`.
public struct AppQuickAction {
  /// The type of the action, as the app defines it.
  public var type: String
  /// The title that the user sees.
  public var localizedTitle: String
  /// The text below the title.
  public var localizedSubtitle: String?
  /// The values that the app has stored in the action.
  public var userInfo: [String: Any]

  /// Makes an action.
  ///
  /// - Parameters:
  ///   - type: The type of the action, as the app defines it.
  ///   - localizedTitle: The title that the user sees.
  ///   - localizedSubtitle: The text below the title.
  ///   - userInfo: What the app stored with the action.
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
  /// Asks every ``/LifecycleBusDelegates/AppQuickActionPerforming`` listener, all at once, and
  /// waits for their answers.
  ///
  /// An answer that has not come by the deadline counts as false, and its listener is named in
  /// ``/LifecycleBus/AppLifecycleAnomaly/requestExpired(_:listeners:)``; its task is cancelled.
  ///
  /// - Parameters:
  ///   - action: The action that the user picked.
  ///   - deadline: How long to wait at most.
  ///   - clock: Measures the deadline; a test brings its own.
  /// - Returns: Whether a listener performed it; false, at once, if there is no adopter.
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
