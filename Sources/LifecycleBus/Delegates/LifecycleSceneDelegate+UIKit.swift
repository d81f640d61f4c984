#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit
  #if !os(tvOS)
    import UserNotifications
  #endif

  /// A scene delegate that forwards URLs, activities and quick actions to the listeners.
  ///
  /// Name it in the scene manifest, or subclass it. A listener receives all URLs in one method,
  /// also those of the launch. The scene's events arrive as notifications: see
  /// `AppLifecycleMediator.observeScenes(on:)`.
  ///
  /// ```swift
  /// final class SceneDelegate: LifecycleSceneDelegate {
  ///   override func scene(
  ///     _ scene: UIScene, willConnectTo session: UISceneSession,
  ///     options connectionOptions: UIScene.ConnectionOptions
  ///   ) {
  ///     if let scene = scene as? UIWindowScene { window = UIWindow(windowScene: scene) }
  ///     super.scene(scene, willConnectTo: session, options: connectionOptions)
  ///   }
  /// }
  /// ```
  @MainActor
  open class LifecycleSceneDelegate: UIResponder, UIWindowSceneDelegate {
    /// The scene's window, from a storyboard. Without one, a subclass sets it.
    open var window: UIWindow?
    /// The mediator of the app's ``LifecycleAppDelegate``. Override it in an app without one.
    open var mediator: AppLifecycleMediator? { LifecycleAppDelegateBase.latest?.mediator }

    /// True if listeners receive the response to a notification that the scene was made for.
    ///
    /// Return false if your notification center has a delegate before the launch ends, because that
    /// delegate receives the response too.
    open var forwardsNotificationResponse: Bool { true }

    /// Asks listeners to handle what the scene was made for. For CloudKit shares you add a method.
    open func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      openURLs(connectionOptions.urlContexts, in: scene)
      if let type = connectionOptions.handoffUserActivityType {
        self.scene(scene, willContinueUserActivityWithType: type)
      }
      let activities = connectionOptions.userActivities
      for activity in activities.sorted(by: { $0.activityType < $1.activityType }) {
        mediator?.askToContinue(AppUserActivity(activity, in: scene))
      }
      #if !os(tvOS)
        if let item = connectionOptions.shortcutItem {
          mediator?.perform(item, in: AppSceneID(scene), deadline: requestDeadline) { _ in }
        }
        if forwardsNotificationResponse, let mediator,
          let response = connectionOptions.notificationResponse
        {
          let portable = AppNotificationResponse(response, scene: AppSceneID(scene))
          mediator.startRequest { [requestDeadline] in
            await mediator.askAndWait(
              (any AppNotificationResponding).self, in: portable.scene, deadline: requestDeadline
            ) { await $0.onAppReceiveNotificationResponse(portable) }
          }
        }
      #endif
    }

    /// Asks ``AppURLOpening`` listeners, once for each URL.
    open func scene(_ scene: UIScene, openURLContexts urlContexts: Set<UIOpenURLContext>) {
      openURLs(urlContexts, in: scene)
    }

    /// Asks ``AppUserActivityContinuing`` listeners.
    open func scene(
      _ scene: UIScene, willContinueUserActivityWithType userActivityType: String
    ) {
      mediator?.ask((any AppUserActivityContinuing).self, in: AppSceneID(scene)) {
        $0.onAppWillContinueUserActivity(type: userActivityType)
      }
    }

    /// Asks ``AppUserActivityContinuing`` listeners.
    open func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
      mediator?.askToContinue(AppUserActivity(userActivity, in: scene))
    }

    /// Tells ``AppUserActivityContinuing`` listeners.
    open func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {
      let activity = AppUserActivity(userActivity, in: scene)
      mediator?.ask((any AppUserActivityContinuing).self, in: activity.scene) {
        $0.onAppDidUpdateUserActivity(activity)
      }
    }

    #if !os(tvOS)
      /// Asks ``AppQuickActionPerforming`` listeners, and calls the handler once.
      open func windowScene(
        _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
      ) {
        guard let mediator else { return completionHandler(false) }
        mediator.perform(
          shortcutItem, in: AppSceneID(windowScene), deadline: requestDeadline, completionHandler)
      }
    #endif

    /// UIKit passes a set; sorted, because every run should open them in the same order.
    private func openURLs(_ contexts: Set<UIOpenURLContext>, in scene: UIScene) {
      for context in contexts.sorted(by: { $0.url.absoluteString < $1.url.absoluteString }) {
        mediator?.askToOpen(
          context.url,
          options: AppURLOptions(
            sourceApplication: context.options.sourceApplication,
            openInPlace: context.options.openInPlace, scene: AppSceneID(scene)))
      }
    }

    private var requestDeadline: Duration {
      LifecycleAppDelegateBase.latest?.requestDeadline ?? AppLifecycleMediator.requestDeadline
    }
  }
#endif
