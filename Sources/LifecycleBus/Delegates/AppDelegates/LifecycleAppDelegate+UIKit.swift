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
  /// In a SwiftUI app, name it in `@UIApplicationDelegateAdaptor`. For push use
  /// `RemoteNotificationLifecycleAppDelegate`.
  ///
  /// UIKit behaves differently if a delegate has one of the methods for scene configurations,
  /// orientations, background URL sessions and failed activities. UIKit sees it only if a listener
  /// that is attached in ``makeMediator()`` adopts its protocol, or if your subclass overrides it.
  @MainActor
  open class LifecycleAppDelegate: UIResponder, UIApplicationDelegate {
    /// Relays the events, and asks the listeners.
    public let mediator: AppLifecycleMediator
    /// How long asynchronous requests wait: 25 seconds by default.
    public var requestDeadline = AppLifecycleMediator.requestDeadline
    /// The delegate made last, whose mediator ``LifecycleSceneDelegate`` uses.
    private(set) static weak var latest: LifecycleAppDelegate?

    /// Makes the delegate and its mediator.
    public override init() {
      mediator = Self.makeMediator()
      super.init()
      LifecycleAppDelegate.latest = self
    }

    /// Makes the mediator, with the policy `.balanced`. Override it to attach listeners.
    open class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(policy: .balanced)
    }

    // MARK: Launch

    /// Asks ``AppLaunchPreparing`` listeners. Sets the mediator's background time, unless you have.
    open func application(
      _ application: UIApplication,
      willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
      if mediator.backgroundTime == nil {
        mediator.useBackgroundTime(of: application)
      }

      reportSilentMethods()
      mediator.ask(AppDelegateListener.self) { $0.application = application }
      return mediator.askToPrepareLaunch(options: Self.portable(launchOptions))
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
      mediator.askWhetherWillContinue(type: userActivityType)
    }

    /// Asks ``AppUserActivityContinuing`` listeners, and passes all their restoration objects on.
    open func application(
      _ application: UIApplication, continue userActivity: NSUserActivity,
      restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
      let answers = mediator.askToContinue(userActivity)
      let objects = answers.flatMap(\.objects).compactMap { $0 as? any UIUserActivityRestoring }
      if !objects.isEmpty {
        restorationHandler(objects)
      }
      return answers.contains(where: \.isHandled)
    }

    /// Tells ``AppUserActivityContinuing`` listeners.
    open func application(_ application: UIApplication, didUpdate userActivity: NSUserActivity) {
      mediator.ask((any AppUserActivityContinuing).self) {
        $0.onAppDidUpdateUserActivity(userActivity)
      }
    }

    // MARK: Scenes

    /// Tells ``AppSceneConfiguring`` listeners.
    open func application(
      _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {
      mediator.ask((any AppSceneConfiguring).self) { $0.onAppDidDiscardScenes(sceneSessions) }
    }

    // Declared here because members of an extension can't be overridden.
    #if !os(tvOS)
      /// Asks ``AppQuickActionPerforming`` listeners, and calls the handler once.
      open func application(
        _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
      ) {
        mediator.perform(shortcutItem, deadline: requestDeadline, completionHandler)
      }
    #endif

    // MARK: What UIKit sees if a listener adopts its protocol

    /// Tells ``AppUserActivityFailing`` listeners. UIKit shows no message of its own then.
    open func application(
      _ application: UIApplication,
      didFailToContinueUserActivityWithType userActivityType: String, error: any Error
    ) {
      mediator.ask((any AppUserActivityFailing).self) {
        $0.onAppDidFailToContinueUserActivity(type: userActivityType, error: error)
      }
    }

    /// Asks ``AppBackgroundURLSessionHandling`` listeners, and calls the handler once. SwiftUI's
    /// `.backgroundTask(.urlSession(_:))` doesn't receive these events then.
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

    /// Asks ``AppSceneConfiguring`` listeners. Without an answer, the scene manifest decides.
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
      /// Asks ``AppOrientationSupporting`` listeners. Without an answer, the Info.plist decides.
      open func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
      ) -> UIInterfaceOrientationMask {
        mediator.supportedOrientations(of: window)
      }
    #endif

    private static let optInMethods: OptInMethods = {
      var methods: [String: OptInMethods.Adopts] = [
        "application:didFailToContinueUserActivityWithType:error:": {
          $0 is any AppUserActivityFailing
        },
        "application:handleEventsForBackgroundURLSession:completionHandler:": {
          $0 is any AppBackgroundURLSessionHandling
        },
        "application:configurationForConnectingSceneSession:options:": {
          $0 is any AppSceneConfiguring
        },
      ]
      #if !os(tvOS)
        methods["application:supportedInterfaceOrientationsForWindow:"] = {
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
      return unsafe own != LifecycleAppDelegate.instanceMethod(for: selector)
    }

    // MARK: What UIKit calls no longer

    /// The methods that UIKit doesn't call in an app with scenes, and what is told instead.
    private static let silentMethods = [
      "applicationDidBecomeActive:": "onAppDidBecomeActive()",
      "applicationWillResignActive:": "onAppWillResignActive()",
      "applicationDidEnterBackground:": "onAppDidEnterBackground()",
      "applicationWillEnterForeground:": "onAppWillEnterForeground()",
      "application:openURL:options:": "onAppOpenURL(_:options:)",
      "application:willContinueUserActivityWithType:": "onAppWillContinueUserActivity(type:)",
      "application:continueUserActivity:restorationHandler:":
        "onAppContinueUserActivity(_:scene:)",
      "application:didUpdateUserActivity:": "onAppDidUpdateUserActivity(_:)",
      "application:performActionForShortcutItem:completionHandler:":
        "onAppPerformQuickAction(_:scene:)",
    ]

    /// Whether the app has a scene manifest. Tests set it.
    package static var hasScenes =
      Bundle.main.object(forInfoDictionaryKey: "UIApplicationSceneManifest") != nil

    private func reportSilentMethods() {
      guard Self.hasScenes else { return }

      for (method, successor) in Self.silentMethods.sorted(by: { $0.key < $1.key }) {
        let selector = NSSelectorFromString(method)
        if overrides(selector) {
          mediator.report(.silentMethod(method, of: "\(type(of: self))", successor: successor))
        }
      }
    }
  }

  extension AppLifecycleAnomaly {
    fileprivate static func silentMethod(
      _ method: String, of delegate: String, successor: String
    ) -> Self {
      .other(
        kind: "silentMethod",
        sentence: "UIKit doesn't call \(method) of \(delegate) in an app with scenes. "
          + "Move its code to \(successor) of a listener.")
    }
  }
#endif
