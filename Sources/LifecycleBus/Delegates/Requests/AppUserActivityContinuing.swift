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
    /// The system has an activity for a scene, or for an app without scenes.
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

  extension AppLifecycleMediator {
    @discardableResult
    func askToContinue(
      _ activity: NSUserActivity, in scene: AppSceneID? = nil
    ) -> [AppUserActivityAnswer] {
      ask((any AppUserActivityContinuing).self, in: scene) {
        $0.onAppContinueUserActivity(activity, scene: scene)
      }
    }

    /// Returns true if one has handled it. Passes the restoration objects of all on in one call.
    func askToContinue<Restoring>(
      _ activity: NSUserActivity, restore: ([Restoring]) -> Void
    ) -> Bool {
      let answers = askToContinue(activity).compactMap(\.objects)
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
