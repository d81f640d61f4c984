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
  /// In a SwiftUI app, name it in `@UIApplicationDelegateAdaptor`. Methods whose presence changes what
  /// UIKit does are yours to add, as the page *Coming from an app delegate* shows. For push use
  /// `RemoteNotificationLifecycleAppDelegate`.
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
  }
#endif
