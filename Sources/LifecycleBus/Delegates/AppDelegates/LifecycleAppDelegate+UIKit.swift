#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit

  /// An app delegate that owns a mediator and forwards the requests of UIKit to its listeners.
  ///
  /// ```swift
  /// @main
  /// final class AppDelegate: LifecycleAppDelegate {
  ///   override class func makeMediator() -> AppLifecycleMediator {
  ///     AppLifecycleMediator(policy: .balanced) {
  ///       ImageCache()
  ///       DeepLinks()
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// In a SwiftUI app, name your subclass in `@UIApplicationDelegateAdaptor`. In an app with push,
  /// subclass `RemoteNotificationLifecycleAppDelegate` instead.
  ///
  /// UIKit finds the methods for scene configurations, orientations and background URL sessions
  /// only if you attach a listener for them in ``makeMediator()``, or if your subclass overrides
  /// them. In an override, call `super`, which asks the listeners.
  @MainActor
  open class LifecycleAppDelegate: UIResponder, UIApplicationDelegate {
    /// The mediator to which your listeners are attached.
    public let mediator: AppLifecycleMediator
    /// How long an asynchronous request waits for answers. The default is 25 seconds.
    public var requestDeadline = AppLifecycleMediator.requestDeadline
    private(set) static weak var latest: LifecycleAppDelegate?

    /// Makes the delegate and its mediator.
    public override init() {
      mediator = Self.makeMediator()
      super.init()
      LifecycleAppDelegate.latest = self
    }

    /// Makes the mediator, by default with the policy `.balanced`. Override this to attach your
    /// listeners.
    open class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(policy: .balanced)
    }

    // MARK: Launch

    /// Calls ``AppLaunchPreparing`` listeners. Returns false if one of them does.
    ///
    /// This also lets holds ask UIKit for background time, unless you've set a
    /// `backgroundTime` of your own.
    ///
    /// In an app with scenes, UIKit no longer calls some methods of the delegate. If your subclass
    /// overrides one of these, the mediator's `onAnomaly` says so.
    open func application(
      _ application: UIApplication,
      willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
      if mediator.backgroundTime == nil {
        mediator.useBackgroundTime(of: application)
      }

      reportSilentMethods()
      mediator.ask(AppDelegateListener.self) { $0.requests.application = application }
      return mediator.askToPrepareLaunch(options: Self.portable(launchOptions))
    }

    /// Calls ``AppLaunchHandling`` listeners. Returns false if one of them does.
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

    /// Offers the URL to ``AppURLOpening`` listeners. In an app with scenes,
    /// ``LifecycleSceneDelegate`` receives the URLs instead.
    open func application(
      _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
      mediator.askToOpen(
        url,
        options: AppURLOptions(
          sourceApplication: options[.sourceApplication] as? String,
          openInPlace: options[.openInPlace] as? Bool ?? false))
    }

    /// Tells ``AppUserActivityAwaiting`` listeners that an activity is being fetched.
    open func application(
      _ application: UIApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool {
      mediator.announceActivity(of: userActivityType)
    }

    /// Offers the activity to ``AppUserActivityContinuing`` listeners, and passes on to UIKit the
    /// objects that are to restore it.
    open func application(
      _ application: UIApplication, continue userActivity: NSUserActivity,
      restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
      mediator.askToContinue(userActivity) { (objects: [any UIUserActivityRestoring]) in
        restorationHandler(objects)
      }
    }

    /// Tells ``AppUserActivityContinuing`` listeners that an activity was updated.
    open func application(_ application: UIApplication, didUpdate userActivity: NSUserActivity) {
      mediator.passOnUpdate(of: userActivity)
    }

    // MARK: Scenes

    /// Tells ``AppSceneConfiguring`` listeners that the user has closed scenes for good.
    open func application(
      _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {
      mediator.ask((any AppSceneConfiguring).self) { $0.onAppDidDiscardScenes(sceneSessions) }
    }

    // Declared here because members of an extension can't be overridden.
    #if !os(tvOS)
      /// Offers the quick action to ``AppQuickActionPerforming`` listeners, and calls the handler
      /// when they've answered.
      open func application(
        _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
      ) {
        mediator.perform(shortcutItem, deadline: requestDeadline, completionHandler)
      }
    #endif

    // MARK: What UIKit sees if a listener adopts its protocol

    /// Tells ``AppUserActivityAwaiting`` listeners that an activity couldn't be fetched.
    open func application(
      _ application: UIApplication,
      didFailToContinueUserActivityWithType userActivityType: String, error: any Error
    ) {
      mediator.passOnFailure(ofActivity: userActivityType, error)
    }

    /// Calls ``AppBackgroundURLSessionHandling`` listeners, and calls the handler once they've
    /// returned. SwiftUI's `.backgroundTask(.urlSession(_:))` no longer receives these events.
    open func application(
      _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
      completionHandler: @escaping () -> Void
    ) {
      startRequest { [mediator, requestDeadline] in
        await mediator.askAndWait(
          (any AppBackgroundURLSessionHandling).self, deadline: requestDeadline
        ) { await $0.onAppHandleBackgroundURLSessionEvents(identifier: identifier) }
        completionHandler()
      }
    }

    /// Asks ``AppSceneConfiguring`` listeners for the scene's configuration. If none answers, the
    /// scene manifest decides.
    open func application(
      _ application: UIApplication,
      configurationForConnecting connectingSceneSession: UISceneSession,
      options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      mediator.firstAnswer(of: (any AppSceneConfiguring).self) {
        $0.onAppConfigureScene(connectingSceneSession, options: options)
      } ?? connectingSceneSession.configuration
    }

    #if !os(tvOS)
      /// Asks ``AppOrientationSupporting`` listeners for orientations. If none answers, the
      /// Info.plist decides.
      open func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
      ) -> UIInterfaceOrientationMask {
        mediator.supportedOrientations(of: window)
      }
    #endif

    /// Returns false for methods that only some apps need, unless a listener or your subclass needs
    /// them.
    open nonisolated override func responds(to aSelector: Selector!) -> Bool {
      guard super.responds(to: aSelector), let aSelector else { return false }
      return shows(aSelector, of: LifecycleAppDelegate.self) { mediator }
    }

    // MARK: What UIKit calls no longer

    private static let silentMethods = [
      "applicationDidBecomeActive:": "onAppDidBecomeActive()",
      "applicationWillResignActive:": "onAppWillResignActive()",
      "applicationDidEnterBackground:": "onAppDidEnterBackground()",
      "applicationWillEnterForeground:": "onAppWillEnterForeground()",
      "application:openURL:options:": "onAppOpenURL(_:options:)",
      "application:willContinueUserActivityWithType:":
        "onAppWillContinueUserActivity(type:scene:)",
      "application:continueUserActivity:restorationHandler:":
        "onAppContinueUserActivity(_:scene:)",
      "application:didFailToContinueUserActivityWithType:error:":
        "onAppDidFailToContinueUserActivity(type:error:scene:)",
      "application:didUpdateUserActivity:": "onAppDidUpdateUserActivity(_:)",
      "application:userDidAcceptCloudKitShareWithMetadata:":
        "windowScene(_:userDidAcceptCloudKitShareWith:)",
      "application:performActionForShortcutItem:completionHandler:":
        "onAppPerformQuickAction(_:scene:)",
    ]

    /// Tests set it.
    package static var hasScenes =
      Bundle.main.object(forInfoDictionaryKey: "UIApplicationSceneManifest") != nil

    private func reportSilentMethods() {
      guard Self.hasScenes else { return }

      for (method, successor) in Self.silentMethods.sorted(by: { $0.key < $1.key })
      where overrides(NSSelectorFromString(method), of: LifecycleAppDelegate.self) {
        mediator.report(
          .other(
            kind: "silentMethod",
            sentence: "UIKit doesn't call \(method) of \(type(of: self)) in an app with scenes. "
              + "\(successor) takes its place."))
      }
    }
  }
#endif
