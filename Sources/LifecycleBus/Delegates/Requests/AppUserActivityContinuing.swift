#if canImport(UIKit) || canImport(AppKit) || canImport(WatchKit)
  public import LifecycleBus
  #if canImport(UIKit) && !os(watchOS)
    public import UIKit
  #elseif canImport(AppKit)
    public import AppKit
  #else
    public import WatchKit
  #endif

  /// Continues a user activity, which may have begun on another device.
  ///
  /// ```swift
  /// final class Reader: AppUserActivityContinuing {
  ///   var page = 1
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
    /// The user wants to continue an activity.
    ///
    /// The `scene` is the one that is to continue it; `nil` in an app without scenes.
    func onAppContinueUserActivity(
      _ activity: NSUserActivity, scene: AppSceneID?
    ) -> AppUserActivityAnswer
    /// The system has updated an activity of this app.
    func onAppDidUpdateUserActivity(_ activity: NSUserActivity)
  }

  extension AppUserActivityContinuing {
    /// Does nothing.
    public func onAppDidUpdateUserActivity(_ activity: NSUserActivity) {}
  }

  /// Tells the user that an activity is on its way from another device, or couldn't be fetched.
  @MainActor
  public protocol AppUserActivityAwaiting: AppRequestListener {
    /// The system is fetching an activity. Return true if the listener itself tells the user. In an
    /// app with scenes, UIKit always does so.
    func onAppWillContinueUserActivity(type: String, scene: AppSceneID?) -> Bool
    /// The activity couldn't be fetched. Tell the user, since the system shows no message then.
    func onAppDidFailToContinueUserActivity(type: String, error: any Error, scene: AppSceneID?)
  }

  extension AppLifecycleMediator {
    @discardableResult
    func announceActivity(of type: String, in scene: AppSceneID? = nil) -> Bool {
      ask((any AppUserActivityAwaiting).self, in: scene) {
        $0.onAppWillContinueUserActivity(type: type, scene: scene)
      }.contains(true)
    }

    func passOnFailure(
      ofActivity type: String, _ error: any Error, in scene: AppSceneID? = nil
    ) {
      ask((any AppUserActivityAwaiting).self, in: scene) {
        $0.onAppDidFailToContinueUserActivity(type: type, error: error, scene: scene)
      }
    }

    @discardableResult
    func askToContinue(
      _ activity: NSUserActivity, in scene: AppSceneID? = nil
    ) -> [AppUserActivityAnswer] {
      ask((any AppUserActivityContinuing).self, in: scene) {
        $0.onAppContinueUserActivity(activity, scene: scene)
      }
    }

    func askToContinue<Restoring>(
      _ activity: NSUserActivity, in scene: AppSceneID? = nil, restore: ([Restoring]) -> Void
    ) -> Bool {
      let answers = askToContinue(activity, in: scene).compactMap(\.objects)
      let objects = answers.joined().compactMap { $0 as? Restoring }
      if !objects.isEmpty {
        restore(objects)
      }
      return !answers.isEmpty
    }

    func passOnUpdate(of activity: NSUserActivity, in scene: AppSceneID? = nil) {
      ask((any AppUserActivityContinuing).self, in: scene) {
        $0.onAppDidUpdateUserActivity(activity)
      }
    }
  }
#endif
