#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit
  #if !os(tvOS)
    import UserNotifications
  #endif

  /// A scene delegate that forwards URLs, activities and quick actions to the listeners.
  ///
  /// Name this class in the scene manifest, as `LifecycleBusDelegates.LifecycleSceneDelegate`. To
  /// make the window in code, name a subclass instead:
  ///
  /// ```swift
  /// final class SceneDelegate: LifecycleSceneDelegate {
  ///   override func scene(
  ///     _ scene: UIScene, willConnectTo session: UISceneSession,
  ///     options connectionOptions: UIScene.ConnectionOptions
  ///   ) {
  ///     if let scene = scene as? UIWindowScene {
  ///       window = UIWindow(windowScene: scene)
  ///     }
  ///     super.scene(scene, willConnectTo: session, options: connectionOptions)
  ///   }
  /// }
  /// ```
  @MainActor
  open class LifecycleSceneDelegate: UIResponder, UIWindowSceneDelegate {
    /// The scene's window. It comes from a storyboard, or your subclass sets it.
    open var window: UIWindow?
    /// The mediator whose listeners this delegate asks.
    ///
    /// By default it's the mediator of the app's ``LifecycleAppDelegate``. If your app has no such
    /// delegate, override this property.
    open var mediator: AppLifecycleMediator? { LifecycleAppDelegate.latest?.mediator }

    /// Asks the listeners to handle what the scene was made for: URLs, activities, a quick action
    /// or a tapped notification.
    ///
    /// If you override this method, call `super`. A tap is passed on only if
    /// `UNUserNotificationCenter` has no delegate, since that delegate receives the tap itself.
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
        // A delegate of the notification center receives the response itself.
        let isTaken = UNUserNotificationCenter.current().delegate != nil
        if !isTaken, let mediator, let response = connectionOptions.notificationResponse {
          let scene = AppSceneID(scene)
          startRequest { [requestDeadline] in
            await mediator.askAndWait(
              (any AppNotificationResponding).self, in: scene, deadline: requestDeadline
            ) { await $0.onAppReceiveNotificationResponse(response, scene: scene) }
          }
        }
      #endif
    }

    /// Offers each URL to ``AppURLOpening`` listeners.
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

    /// Tells ``AppUserActivityAwaiting`` listeners that an activity is being fetched.
    open func scene(
      _ scene: UIScene, willContinueUserActivityWithType userActivityType: String
    ) {
      mediator?.announceActivity(of: userActivityType, in: AppSceneID(scene))
    }

    /// Offers the activity to ``AppUserActivityContinuing`` listeners.
    ///
    /// If a listener names objects that are to restore the activity, this method calls
    /// `restoreUserActivityState(_:)` on them. UIKit does that itself only for an app delegate.
    open func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
      _ = mediator?.askToContinue(userActivity, in: AppSceneID(scene)) {
        (objects: [any UIUserActivityRestoring]) in
        for object in objects {
          object.restoreUserActivityState(userActivity)
        }
      }
    }

    /// Tells ``AppUserActivityContinuing`` listeners that an activity was updated.
    open func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {
      mediator?.passOnUpdate(of: userActivity, in: AppSceneID(scene))
    }

    #if !os(tvOS)
      /// Offers the quick action to ``AppQuickActionPerforming`` listeners, and calls the handler
      /// when they've answered.
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

    /// Tells ``AppUserActivityAwaiting`` listeners that an activity couldn't be fetched.
    open func scene(
      _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String,
      error: any Error
    ) {
      mediator?.passOnFailure(ofActivity: userActivityType, error, in: AppSceneID(scene))
    }

    #if !os(tvOS)
      /// Asks ``AppOrientationSupporting`` listeners for orientations. If none answers, the
      /// Info.plist decides.
      open func supportedInterfaceOrientations(
        for windowScene: UIWindowScene
      ) -> UIInterfaceOrientationMask {
        mediator?.supportedOrientations(of: window, in: AppSceneID(windowScene))
          ?? .ofInfoPlist(Bundle.main.infoDictionary)
      }
    #endif

    /// Returns false for the method for orientations, unless a listener or your subclass needs it.
    open nonisolated override func responds(to aSelector: Selector!) -> Bool {
      guard super.responds(to: aSelector), let aSelector else { return false }
      return shows(aSelector, of: LifecycleSceneDelegate.self) { mediator }
    }

    private var requestDeadline: Duration {
      LifecycleAppDelegate.latest?.requestDeadline ?? AppLifecycleMediator.requestDeadline
    }
  }
#endif
