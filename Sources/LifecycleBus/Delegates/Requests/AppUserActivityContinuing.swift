#if canImport(UIKit) || canImport(AppKit) || canImport(WatchKit)
  public import LifecycleBus
  #if canImport(UIKit) && !os(watchOS)
    public import UIKit
  #elseif canImport(AppKit)
    public import AppKit
  #else
    public import WatchKit
  #endif

  /// Continues an activity of the user, which may have begun on another device.
  ///
  /// ```swift
  /// final class Reader: AppUserActivityContinuing {
  ///   private(set) var page = 1
  ///
  ///   func onAppContinueUserActivity(
  ///     _ activity: NSUserActivity, scene: AppSceneID?
  ///   ) -> AppUserActivityAnswer {
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
    /// The system has an activity for a scene, or for an app without scenes.
    func onAppContinueUserActivity(
      _ activity: NSUserActivity, scene: AppSceneID?
    ) -> AppUserActivityAnswer
    /// The system is fetching an activity. Return true if the listener itself tells the user so.
    func onAppWillContinueUserActivity(type: String) -> Bool
    /// The system has updated an activity of this app.
    func onAppDidUpdateUserActivity(_ activity: NSUserActivity)
  }

  extension AppUserActivityContinuing {
    /// Leaves it to the system to tell the user.
    public func onAppWillContinueUserActivity(type: String) -> Bool { false }
    /// Does nothing.
    public func onAppDidUpdateUserActivity(_ activity: NSUserActivity) {}
  }

  /// Tells the user that an announced activity couldn't be fetched. With such a listener the system
  /// shows no message of its own.
  @MainActor
  public protocol AppUserActivityFailing: AppRequestListener {
    /// The activity couldn't be fetched.
    func onAppDidFailToContinueUserActivity(type: String, error: any Error)
  }

  extension AppLifecycleMediator {
    func askToContinue(
      _ activity: NSUserActivity, in scene: AppSceneID? = nil
    ) -> [AppUserActivityAnswer] {
      ask((any AppUserActivityContinuing).self, in: scene) {
        $0.onAppContinueUserActivity(activity, scene: scene)
      }
    }

    func askWhetherWillContinue(type: String, in scene: AppSceneID? = nil) -> Bool {
      ask((any AppUserActivityContinuing).self, in: scene) {
        $0.onAppWillContinueUserActivity(type: type)
      }.contains(true)
    }
  }
#endif
