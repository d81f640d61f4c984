#if canImport(UIKit) && !os(watchOS)
  import LifecycleBus
  public import UIKit

  /// An app delegate that owns a mediator and passes the requests of UIKit on to its listeners.
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
  /// A SwiftUI app uses it with `@UIApplicationDelegateAdaptor(AppDelegate.self)`. Life-cycle
  /// events arrive as notifications, with scenes and without, so there is no method for them. The
  /// class implements only methods that change nothing by being there. You add the others: see the
  /// page "Delegate methods that you add". For remote notifications use
  /// `RemoteNotificationLifecycleAppDelegate`.
  @MainActor
  open class LifecycleAppDelegate: LifecycleAppDelegateBase, UIApplicationDelegate {
    // MARK: Launch

    /// Asks ``AppLaunchPreparing`` listeners.
    ///
    /// Before that it sets the mediator's background time to this application's, unless it is set.
    open func application(
      _ application: UIApplication,
      willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
      if mediator.backgroundTime == nil {
        mediator.backgroundTime = ApplicationBackgroundTime(application)
      }
      return mediator.askAppWillFinishLaunching(options: Self.portable(launchOptions))
    }

    /// Asks ``AppLaunchHandling`` listeners. False if one has taken the URL or the quick action.
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

    /// Asks ``AppURLOpening`` listeners. With scenes ``LifecycleSceneDelegate`` receives URLs.
    open func application(
      _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
      mediator.askToOpen(
        url,
        options: AppURLOptions(
          sourceApplication: options[.sourceApplication] as? String,
          openInPlace: options[.openInPlace] as? Bool ?? false))
    }

    /// Asks ``AppUserActivityContinuing`` listeners whether one shows it.
    open func application(
      _ application: UIApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool {
      mediator.ask((any AppUserActivityContinuing).self) {
        $0.onAppWillContinueUserActivity(type: userActivityType)
      }.contains(true)
    }

    /// Asks ``AppUserActivityContinuing`` listeners, and passes the restoration objects of all on,
    /// once.
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

    /// Asks ``AppStateRestorationDeciding`` listeners. UIKit saves if one answers true.
    open func application(
      _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool {
      mediator.ask((any AppStateRestorationDeciding).self) { $0.onAppShouldSaveState(with: coder) }
        .contains(true)
    }

    /// Asks ``AppStateRestorationDeciding`` listeners. UIKit restores if all answer true.
    open func application(
      _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool {
      let answers = mediator.ask((any AppStateRestorationDeciding).self) {
        $0.onAppShouldRestoreState(with: coder)
      }
      return !answers.isEmpty && !answers.contains(false)
    }

    // MARK: Scenes

    /// Tells ``AppSceneConfiguring`` listeners which scenes are closed for good.
    open func application(
      _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {
      let identifiers = sceneSessions.map(\.persistentIdentifier).sorted()
      mediator.ask((any AppSceneConfiguring).self) {
        $0.onAppDidDiscardScenes(identifiers: identifiers)
      }
    }

    /// The configuration that an ``AppSceneConfiguring`` listener has; else that of the scene
    /// manifest.
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

    /// Asks ``AppBackgroundURLSessionHandling`` listeners, until
    /// ``LifecycleAppDelegateBase/requestDeadline``.
    ///
    /// The handler is called once. Your delegate calls this: see "Delegate methods that you add".
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

      /// Asks ``AppExtensionPointDeciding`` listeners. One that answers false forbids the
      /// extension.
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
