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
    /// The system has an activity for the app.
    ///
    /// - Parameters:
    ///   - activity: The activity that the user goes on with.
    ///   - scene: The scene that is to continue it; `nil` in an app without scenes.
    /// - Returns: Whether the listener took the activity.
    func onAppContinueUserActivity(
      _ activity: NSUserActivity, scene: AppSceneID?
    ) -> AppUserActivityAnswer
    /// The system is fetching an activity of this type. Return true if the listener itself tells
    /// the user about that; false to leave it to the system.
    func onAppWillContinueUserActivity(type: String) -> Bool
    /// An activity that was announced could not be fetched. It needs a method in your delegate: see
    /// "Delegate methods that you add".
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
    /// ``LifecycleSceneDelegate`` passes on the response that a scene was made for. In a running app,
    /// your delegate of the notification center does: see "What stays outside, and where to put it".
    ///
    /// ```swift
    /// final class Reminders: AppNotificationResponding {
    ///   func onAppReceiveNotificationResponse(
    ///     _ response: UNNotificationResponse, scene: AppSceneID?
    ///   ) async {
    ///     let content = response.notification.request.content
    ///     guard let note = content.userInfo["note"] as? String else { return }
    ///     await editor.show(note)
    ///   }
    /// }
    /// ```
    @MainActor
    public protocol AppNotificationResponding: AppRequestListener {
      /// The user has responded. The app may be suspended when all listeners have returned. At the
      /// deadline the task is cancelled.
      ///
      /// The scene is the one that the response is meant for; `nil` without scenes.
      func onAppReceiveNotificationResponse(
        _ response: UNNotificationResponse, scene: AppSceneID?
      ) async
    }
  #endif

  #if canImport(UIKit) && !os(watchOS)
    /// Decides how a new scene is set up, instead of the scene manifest.
    ///
    /// It needs a method in your delegate: see "Delegate methods that you add".
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
      /// A scene is about to be made. Return `nil` to leave it to other listeners and to the manifest.
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
      ///
      /// ```swift
      /// final class QuickActions: AppQuickActionPerforming {
      ///   func onAppPerformQuickAction(
      ///     _ item: UIApplicationShortcutItem, scene: AppSceneID?
      ///   ) async -> Bool {
      ///     guard item.type == "new-note" else { return false }
      ///     await editor.showNewNote()
      ///     return true
      ///   }
      /// }
      /// ```
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

      /// Supplies the orientations that the app supports, instead of the Info.plist. It needs a method
      /// in your delegate: see "Delegate methods that you add".
      ///
      /// ```swift
      /// final class Player: AppOrientationSupporting {
      ///   var isFullScreen = false
      ///
      ///   func onAppSupportedOrientations(window: UIWindow?) -> UIInterfaceOrientationMask? {
      ///     isFullScreen ? .landscape : nil  // no opinion
      ///   }
      /// }
      /// ```
      @MainActor
      public protocol AppOrientationSupporting: AppRequestListener {
        /// The system asks again after every change of the view controllers.
        ///
        /// - Parameter window: The window, if the system passes one.
        /// - Returns: The orientations that the listener supports; `nil` for no opinion.
        func onAppSupportedOrientations(window: UIWindow?) -> UIInterfaceOrientationMask?
      }

      extension UIInterfaceOrientationMask {
        /// The orientations that all listeners support, for your delegate method; `nil` without an
        /// opinion. An answer that has nothing in common with those before it is left out, because
        /// UIKit raises an exception for no orientation.
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
