#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit
  #if !os(tvOS)
    import UserNotifications
  #endif

  /// A scene delegate that forwards URLs, activities and quick actions to the listeners.
  ///
  /// Name it in the scene manifest, or subclass it. A listener receives all URLs in one method, also
  /// those of the launch.
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
    open var mediator: AppLifecycleMediator? { LifecycleAppDelegate.latest?.mediator }

    /// Whether listeners receive the notification response that the scene was made for. Return false
    /// if the notification center has a delegate before the launch ends, because that receives it too.
    open var forwardsNotificationResponse: Bool { true }

    /// Asks listeners to handle what the scene was made for.
    open func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      // UIKit never passes an empty set, and an override may rely on that.
      let urls = connectionOptions.urlContexts
      if !urls.isEmpty {
        self.scene(scene, openURLContexts: urls)
      }

      if let type = connectionOptions.handoffUserActivityType {
        self.scene(scene, willContinueUserActivityWithType: type)
      }
      // Sorted, because every run should continue them in the same order.
      let activities = connectionOptions.userActivities
      for activity in activities.sorted(by: { $0.activityType < $1.activityType }) {
        self.scene(scene, continue: activity)
      }

      #if !os(tvOS)
        if let item = connectionOptions.shortcutItem {
          mediator?.perform(item, in: AppSceneID(scene), deadline: requestDeadline) { _ in }
        }
        if forwardsNotificationResponse, let response = connectionOptions.notificationResponse {
          passOn(response, in: AppSceneID(scene))
        }
      #endif
    }

    #if !os(tvOS)
      private func passOn(_ response: UNNotificationResponse, in scene: AppSceneID) {
        guard let mediator else { return }

        startRequest { [requestDeadline] in
          await mediator.askAndWait(
            (any AppNotificationResponding).self, in: scene, deadline: requestDeadline
          ) { await $0.onAppReceiveNotificationResponse(response, scene: scene) }
        }
      }
    #endif

    /// Asks ``AppURLOpening`` listeners, once for each URL.
    open func scene(_ scene: UIScene, openURLContexts urlContexts: Set<UIOpenURLContext>) {
      // Sorted, because every run should open them in the same order.
      for context in urlContexts.sorted(by: { $0.url.absoluteString < $1.url.absoluteString }) {
        mediator?.askToOpen(
          context.url,
          options: AppURLOptions(
            sourceApplication: context.options.sourceApplication,
            openInPlace: context.options.openInPlace, scene: AppSceneID(scene)))
      }
    }

    /// Asks ``AppUserActivityContinuing`` listeners.
    open func scene(
      _ scene: UIScene, willContinueUserActivityWithType userActivityType: String
    ) {
      _ = mediator?.askWhetherWillContinue(type: userActivityType, in: AppSceneID(scene))
    }

    /// Asks ``AppUserActivityContinuing`` listeners.
    open func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
      _ = mediator?.askToContinue(userActivity, in: AppSceneID(scene))
    }

    /// Tells ``AppUserActivityContinuing`` listeners.
    open func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {
      mediator?.ask((any AppUserActivityContinuing).self, in: AppSceneID(scene)) {
        $0.onAppDidUpdateUserActivity(userActivity)
      }
    }

    #if !os(tvOS)
      /// Asks ``AppQuickActionPerforming`` listeners, and calls the handler once.
      open func windowScene(
        _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
      ) {
        guard let mediator else {
          completionHandler(false)
          return
        }

        mediator.perform(
          shortcutItem, in: AppSceneID(windowScene), deadline: requestDeadline, completionHandler)
      }
    #endif

    private var requestDeadline: Duration {
      LifecycleAppDelegate.latest?.requestDeadline ?? AppLifecycleMediator.requestDeadline
    }
  }
#endif
