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

    /// Whether listeners receive the notification response that the scene was made for: true unless
    /// the notification center has a delegate, because that receives it too.
    open var forwardsNotificationResponse: Bool {
      #if os(tvOS)
        false
      #else
        UNUserNotificationCenter.current().delegate == nil
      #endif
    }

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

    // MARK: What UIKit sees if a listener adopts its protocol

    /// Tells ``AppUserActivityFailing`` listeners. UIKit shows no message of its own then.
    open func scene(
      _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String,
      error: any Error
    ) {
      mediator?.ask((any AppUserActivityFailing).self, in: AppSceneID(scene)) {
        $0.onAppDidFailToContinueUserActivity(type: userActivityType, error: error)
      }
    }

    #if !os(tvOS)
      /// Asks ``AppOrientationSupporting`` listeners. Without an answer, the Info.plist decides.
      open func supportedInterfaceOrientations(
        for windowScene: UIWindowScene
      ) -> UIInterfaceOrientationMask {
        mediator?.supportedOrientations(of: window, in: AppSceneID(windowScene))
          ?? .ofInfoPlist(Bundle.main.infoDictionary)
      }
    #endif

    private static let optInMethods: OptInMethods = {
      var methods: [String: OptInMethods.Adopts] = [
        "scene:didFailToContinueUserActivityWithType:error:": {
          $0 is any AppUserActivityFailing
        }
      ]
      #if !os(tvOS)
        methods["supportedInterfaceOrientationsForWindowScene:"] = {
          $0 is any AppOrientationSupporting
        }
      #endif
      return OptInMethods(methods)
    }()

    /// False for a method that nobody has asked for.
    open nonisolated override func responds(to aSelector: Selector!) -> Bool {
      guard super.responds(to: aSelector), let aSelector else { return false }
      if overrides(aSelector) { return true }

      // UIKit asks on the main actor.
      var isHidden = false
      _ = MainActorContext.runIfCurrent {
        isHidden = Self.optInMethods.isHidden(aSelector, from: mediator)
      }
      return !isHidden
    }

    /// True if a subclass has a method of its own.
    private nonisolated func overrides(_ selector: Selector) -> Bool {
      let own = unsafe type(of: self).instanceMethod(for: selector)
      return unsafe own != LifecycleSceneDelegate.instanceMethod(for: selector)
    }

    private var requestDeadline: Duration {
      LifecycleAppDelegate.latest?.requestDeadline ?? AppLifecycleMediator.requestDeadline
    }
  }
#endif
