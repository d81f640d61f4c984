#if canImport(UIKit) && !os(watchOS)
  import LifecycleBus
  public import UIKit

  /// An app delegate that owns a mediator and forwards the requests of UIKit to its listeners.
  ///
  /// ```swift
  /// @main
  /// final class AppDelegate: LifecycleAppDelegate {
  ///   override class func makeMediator() -> AppLifecycleMediator {
  ///     AppLifecycleMediator(policy: .lifecycle) {
  ///       ImageCache()
  ///       DeepLinks()
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// In a SwiftUI app, use it with `@UIApplicationDelegateAdaptor`. The mediator exists before the
  /// launch is posted.
  ///
  /// This class has no methods for events, because those arrive as notifications. Methods whose
  /// presence changes what UIKit does are yours to add: see "Delegate methods that you add". For
  /// remote notifications use `RemoteNotificationLifecycleAppDelegate` of the product
  /// `LifecycleBusRemoteNotifications`.
  @MainActor
  open class LifecycleAppDelegate: LifecycleAppDelegateBase, UIApplicationDelegate {
    // MARK: Launch

    /// Asks ``AppLaunchPreparing`` listeners. Before that, sets the mediator's background time,
    /// unless you have set it.
    open func application(
      _ application: UIApplication,
      willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
      if mediator.backgroundTime == nil {
        mediator.backgroundTime = ApplicationBackgroundTime(application)
      }
      return mediator.askAppWillFinishLaunching(options: Self.portable(launchOptions))
    }

    /// Asks ``AppLaunchHandling`` listeners.
    open func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
      mediator.askToHandleLaunch(options: Self.portable(launchOptions))
    }

    private static func portable(
      _ options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> [String: Any] {
      Dictionary(uniqueKeysWithValues: (options ?? [:]).map { ($0.key.rawValue, $0.value) })
    }

    // MARK: URLs and activities

    /// Asks ``AppURLOpening`` listeners. Apps with scenes get URLs in ``LifecycleSceneDelegate``.
    open func application(
      _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
      mediator.askToOpen(
        url,
        options: AppURLOptions(
          sourceApplication: options[.sourceApplication] as? String,
          openInPlace: options[.openInPlace] as? Bool ?? false))
    }

    /// Asks ``AppUserActivityContinuing`` listeners.
    open func application(
      _ application: UIApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool {
      mediator.ask((any AppUserActivityContinuing).self) {
        $0.onAppWillContinueUserActivity(type: userActivityType)
      }.contains(true)
    }

    /// Asks ``AppUserActivityContinuing`` listeners, and passes the restoration objects of all of
    /// them to UIKit in one call.
    open func application(
      _ application: UIApplication, continue userActivity: NSUserActivity,
      restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
      let answer = mediator.askToContinue(AppUserActivity(userActivity))
      let objects = answer.restorationObjects.compactMap { $0 as? any UIUserActivityRestoring }
      if !objects.isEmpty { restorationHandler(objects) }
      return answer.isHandled
    }

    /// Tells ``AppUserActivityContinuing`` listeners.
    open func application(_ application: UIApplication, didUpdate userActivity: NSUserActivity) {
      let activity = AppUserActivity(userActivity)
      mediator.ask((any AppUserActivityContinuing).self) { $0.onAppDidUpdateUserActivity(activity) }
    }

    // MARK: Restoration

    /// Asks ``AppStateRestorationDeciding`` listeners.
    open func application(
      _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool {
      mediator.ask((any AppStateRestorationDeciding).self) { $0.onAppShouldSaveState(with: coder) }
        .contains(true)
    }

    /// Asks ``AppStateRestorationDeciding`` listeners.
    open func application(
      _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool {
      let answers = mediator.ask((any AppStateRestorationDeciding).self) {
        $0.onAppShouldRestoreState(with: coder)
      }
      return !answers.isEmpty && !answers.contains(false)
    }

    // MARK: Scenes

    /// Tells ``AppSceneConfiguring`` listeners.
    open func application(
      _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {
      let identifiers = sceneSessions.map(\.persistentIdentifier).sorted()
      mediator.ask((any AppSceneConfiguring).self) {
        $0.onAppDidDiscardScenes(identifiers: identifiers)
      }
    }

    /// The configuration of the first ``AppSceneConfiguring`` listener that has one; otherwise the
    /// scene manifest's.
    public func sceneConfiguration(
      for session: UISceneSession, options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      var request = AppSceneRequest(
        role: session.role.rawValue, identifier: session.persistentIdentifier)
      request.activityTypes = options.userActivities.map(\.activityType).sorted()
      request.systemOptions = options
      let answer = mediator.firstAnswer(of: (any AppSceneConfiguring).self) {
        $0.onAppConfigureScene(request)
      }
      guard let answer else { return session.configuration }
      let configuration = UISceneConfiguration(name: answer.name, sessionRole: session.role)
      if let delegateClass = answer.delegateClass { configuration.delegateClass = delegateClass }
      if let sceneClass = answer.sceneClass { configuration.sceneClass = sceneClass }
      return configuration
    }

    /// Asks ``AppBackgroundURLSessionHandling`` listeners, and calls the handler once, when all are
    /// done or the deadline has passed. Your delegate calls this: see "Delegate methods that you
    /// add".
    public func handleEvents(
      ofBackgroundURLSession identifier: String, completionHandler: @escaping () -> Void
    ) {
      mediator.startRequest { [mediator, requestDeadline] in
        await mediator.askAndWait(
          (any AppBackgroundURLSessionHandling).self, deadline: requestDeadline
        ) { await $0.onAppHandleBackgroundURLSessionEvents(identifier: identifier) }
        completionHandler()
      }
    }

    // Declared here because members of an extension cannot be overridden. tvOS has no quick actions
    // and no extension points of other apps.
    #if !os(tvOS)
      /// Asks ``AppQuickActionPerforming`` listeners, and calls the handler once.
      open func application(
        _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
      ) {
        mediator.perform(shortcutItem, deadline: requestDeadline, completionHandler)
      }

      /// Asks ``AppExtensionPointDeciding`` listeners.
      open func application(
        _ application: UIApplication,
        shouldAllowExtensionPointIdentifier extensionPointIdentifier:
          UIApplication.ExtensionPointIdentifier
      ) -> Bool {
        mediator.ask((any AppExtensionPointDeciding).self) {
          $0.onAppShouldAllow(extensionPoint: extensionPointIdentifier.rawValue)
        }.allSatisfy { $0 }
      }
    #endif
  }
#endif
