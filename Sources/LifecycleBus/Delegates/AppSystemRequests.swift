// Requests whose values are the system's own.

#if canImport(UIKit) || canImport(AppKit) || canImport(WatchKit)
  public import LifecycleBus
  #if canImport(UIKit) && !os(watchOS)
    public import UIKit
  #elseif canImport(AppKit)
    public import AppKit
  #else
    public import WatchKit
  #endif
  #if canImport(UserNotifications) && !os(tvOS)
    public import UserNotifications
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
    /// An announced activity couldn't be fetched. Your delegate adds the method that asks.
    func onAppDidFailToContinueUserActivity(type: String, error: any Error)
    /// The system has updated an activity of this app.
    func onAppDidUpdateUserActivity(_ activity: NSUserActivity)
  }

  extension AppUserActivityContinuing {
    /// Leaves it to the system to tell the user.
    public func onAppWillContinueUserActivity(type: String) -> Bool { false }
    /// Does nothing.
    public func onAppDidFailToContinueUserActivity(type: String, error: any Error) {}
    /// Does nothing.
    public func onAppDidUpdateUserActivity(_ activity: NSUserActivity) {}
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

  #if canImport(UserNotifications) && !os(tvOS)
    /// Handles the user's response to a notification.
    ///
    /// ``LifecycleSceneDelegate`` passes on the response that a scene was made for. In a running app
    /// your delegate of the notification center does.
    @MainActor
    public protocol AppNotificationResponding: AppRequestListener {
      /// The app may be suspended when all listeners have returned. The task is cancelled at the
      /// deadline.
      func onAppReceiveNotificationResponse(
        _ response: UNNotificationResponse, scene: AppSceneID?
      ) async
    }
  #endif

  #if canImport(UIKit) && !os(watchOS)
    /// Decides how a new scene is set up, instead of the scene manifest. Your delegate adds the
    /// method that asks.
    ///
    /// ```swift
    /// final class Presentations: AppSceneConfiguring {
    ///   func onAppConfigureScene(
    ///     _ session: UISceneSession, options: UIScene.ConnectionOptions
    ///   ) -> UISceneConfiguration? {
    ///     let types = options.userActivities.map(\.activityType)
    ///     guard types.contains("com.example.present") else { return nil }
    ///     return UISceneConfiguration(name: "Presentation", sessionRole: session.role)
    ///   }
    /// }
    /// ```
    @MainActor
    public protocol AppSceneConfiguring: AppRequestListener {
      /// Returns `nil` to leave the scene to other listeners and to the manifest.
      func onAppConfigureScene(
        _ session: UISceneSession, options: UIScene.ConnectionOptions
      ) -> UISceneConfiguration?
      /// The user has closed scenes for good, so free their resources.
      func onAppDidDiscardScenes(_ sessions: Set<UISceneSession>)
    }

    extension AppSceneConfiguring {
      /// Does nothing.
      public func onAppDidDiscardScenes(_ sessions: Set<UISceneSession>) {}
    }

    #if !os(tvOS)
      /// Performs the quick action that the user picked from the app's Home Screen menu.
      @MainActor
      public protocol AppQuickActionPerforming: AppRequestListener {
        /// The user picked a quick action. Return true if the listener has performed it.
        ///
        /// The scene is the one that is to perform it; `nil` without scenes.
        func onAppPerformQuickAction(
          _ item: UIApplicationShortcutItem, scene: AppSceneID?
        ) async -> Bool
      }

      extension AppLifecycleMediator {
        func perform(
          _ item: UIApplicationShortcutItem, in scene: AppSceneID? = nil, deadline: Duration,
          _ completionHandler: @escaping (Bool) -> Void
        ) {
          startRequest {
            let answers = await self.askAndWait(
              (any AppQuickActionPerforming).self, in: scene, deadline: deadline
            ) { await $0.onAppPerformQuickAction(item, scene: scene) }
            completionHandler(answers.contains(true))
          }
        }
      }

      /// Supplies the orientations that the app supports, instead of the Info.plist. Your delegate
      /// adds the method that asks.
      @MainActor
      public protocol AppOrientationSupporting: AppRequestListener {
        /// Returns `nil` for no opinion. The system asks again when view controllers change.
        func onAppSupportedOrientations(window: UIWindow?) -> UIInterfaceOrientationMask?
      }

      extension UIInterfaceOrientationMask {
        /// The orientations that all listeners support; `nil` without an opinion. An answer that has
        /// nothing in common with those before it is left out, because UIKit raises an exception for
        /// no orientation.
        public init?(commonTo answers: [Self?]) {
          var common: Self?
          for case let answer? in answers
          where !answer.isEmpty && common?.isDisjoint(with: answer) != true {
            common = common?.intersection(answer) ?? answer
          }
          guard let common else { return nil }
          self = common
        }
      }
    #endif
  #endif
#endif
