#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit

  /// A listener that calls the methods of an existing `UIApplicationDelegate`.
  ///
  /// In an app with scenes UIKit no longer calls most methods of an app delegate. This listener
  /// calls them when the app's events, URLs, activities and quick actions arrive, and you needn't
  /// change the delegate:
  ///
  /// ```swift
  /// let services: [any UIApplicationDelegate] = [Analytics(), DeepLinkService()]
  /// let mediator = AppLifecycleMediator(policy: .balanced) {
  ///   for service in services {
  ///     AppDelegateListener(service)
  ///   }
  /// }
  /// ```
  ///
  /// Without a ``LifecycleAppDelegate`` the launch methods are called at the launch event. Don't
  /// attach the app's own delegate, since UIKit would call some of its methods a second time. For
  /// push, import `LifecycleBusRemoteNotifications`.
  ///
  /// A delegate that continues an activity has to call the restoration handler before its method
  /// returns. A later call does nothing.
  @MainActor
  public final class AppDelegateListener: AppNamedListener, RequestForwarding {
    let requests: AppDelegateRequests

    /// Makes a listener for a delegate, and keeps the delegate.
    public init(_ delegate: any UIApplicationDelegate) {
      requests = AppDelegateRequests(delegate)
    }

    package var answering: any AppLifecycleListener { requests }

    /// The name of the delegate's type.
    public var listenerName: String { "\(type(of: requests.delegate))" }

    /// Calls the delegate's method for the event.
    public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
      requests.onAppEvent(event, context: context)
    }
  }

  @MainActor
  package final class AppDelegateRequests {
    let delegate: any UIApplicationDelegate
    /// Before it's known, the delegate isn't called.
    weak var application: UIApplication?
    private var hasPrepared = false
    private var hasLaunched = false

    init(_ delegate: any UIApplicationDelegate) { self.delegate = delegate }

    @discardableResult
    package func call<Answer>(
      _ method: (any UIApplicationDelegate, UIApplication) -> Answer?
    ) -> Answer? {
      application.flatMap { method(delegate, $0) }
    }

    /// Calls a method that answers by a completion handler, on whatever thread. Only the first
    /// answer counts.
    package func answer<Answer: Sendable>(
      or fallback: Answer,
      from method: (
        any UIApplicationDelegate, UIApplication, @escaping @Sendable (Answer) -> Void
      ) -> Void?
    ) async -> Answer {
      let (answers, continuation) = AsyncStream.makeStream(
        of: Answer.self, bufferingPolicy: .bufferingOldest(1))
      let called: Void? = call { delegate, application in
        method(delegate, application) {
          continuation.yield($0)
          continuation.finish()
        }
      }
      if called == nil { return fallback }

      for await answer in answers {
        return answer
      }
      return fallback
    }
  }

  // MARK: Launch

  extension AppDelegateRequests: AppLaunchPreparing, AppLaunchHandling {
    package func onAppWillFinishLaunching(options: [String: Any]) -> Bool {
      guard application != nil, !hasPrepared else { return true }
      hasPrepared = true

      return call {
        $0.application?($1, willFinishLaunchingWithOptions: launchOptions(options))
      } ?? true
    }

    package func onAppHandleLaunch(options: [String: Any]) -> Bool {
      guard application != nil, !hasLaunched else { return true }
      hasLaunched = true

      let answer = call {
        $0.application?($1, didFinishLaunchingWithOptions: launchOptions(options))
      }
      if answer == nil {
        call { $0.applicationDidFinishLaunching?($1) }
      }
      return answer ?? true
    }

    private func launchOptions(
      _ options: [String: Any]
    ) -> [UIApplication.LaunchOptionsKey: Any]? {
      if options.isEmpty { return nil }

      return Dictionary(
        uniqueKeysWithValues: options.map { (.init(rawValue: $0.key), $0.value) })
    }

    /// For an app without a delegate class of this package, or one that doesn't call `super`.
    private func launch(with userInfo: [AnyHashable: Any]?) {
      if hasLaunched { return }

      var options: [String: Any] = [:]
      for (key, value) in userInfo ?? [:] {
        options["\(key)"] = value
      }
      _ = onAppWillFinishLaunching(options: options)
      _ = onAppHandleLaunch(options: options)
    }

    // MARK: Events

    package func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
      application = context.object as? UIApplication ?? application
      guard let application else { return }

      switch event {
      case .didFinishLaunching:
        launch(with: context.userInfo)
      case .willEnterForeground:
        delegate.applicationWillEnterForeground?(application)
      case .didBecomeActive:
        delegate.applicationDidBecomeActive?(application)
      case .willResignActive:
        delegate.applicationWillResignActive?(application)
      case .didEnterBackground:
        delegate.applicationDidEnterBackground?(application)
      case .willTerminate:
        delegate.applicationWillTerminate?(application)
      case .didReceiveMemoryWarning:
        delegate.applicationDidReceiveMemoryWarning?(application)
      case .significantTimeChange:
        delegate.applicationSignificantTimeChange?(application)
      case .protectedDataWillBecomeUnavailable:
        delegate.applicationProtectedDataWillBecomeUnavailable?(application)
      case .protectedDataDidBecomeAvailable:
        delegate.applicationProtectedDataDidBecomeAvailable?(application)
      default:
        break
      }
    }
  }

  // MARK: URLs and activities

  extension AppDelegateRequests: AppURLOpening {
    package func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
      var passed: [UIApplication.OpenURLOptionsKey: Any] = [.openInPlace: options.openInPlace]
      passed[.sourceApplication] = options.sourceApplication
      return call { $0.application?($1, open: url, options: passed) } ?? false
    }
  }

  extension AppDelegateRequests: AppUserActivityContinuing {
    package func onAppContinueUserActivity(
      _ activity: NSUserActivity, scene: AppSceneID?
    ) -> AppUserActivityAnswer {
      let restored = Restored()
      let isTaken = call {
        $0.application?($1, continue: activity, restorationHandler: restored.handler)
      }
      guard isTaken == true else { return .notHandled }

      return .restoring(restored.objects)
    }

    package func onAppDidUpdateUserActivity(_ activity: NSUserActivity) {
      call { $0.application?($1, didUpdate: activity) }
    }
  }

  extension AppDelegateRequests: AppUserActivityAwaiting {
    package func onAppWillContinueUserActivity(type: String, scene: AppSceneID?) -> Bool {
      call { $0.application?($1, willContinueUserActivityWithType: type) } ?? false
    }

    package func onAppDidFailToContinueUserActivity(
      type: String, error: any Error, scene: AppSceneID?
    ) {
      call { $0.application?($1, didFailToContinueUserActivityWithType: type, error: error) }
    }
  }

  /// What a delegate restores. It's on no actor, because a call from a thread would trap otherwise;
  /// such a call counts for nothing.
  private final class Restored {
    private(set) var objects: [any UIUserActivityRestoring] = []

    var handler: ([any UIUserActivityRestoring]?) -> Void {
      { [self] restored in
        if MainActorContext.isCurrent, objects.isEmpty {
          objects = restored ?? []
        }
      }
    }
  }

  extension AppDelegateRequests: AppBackgroundURLSessionHandling {
    package func onAppHandleBackgroundURLSessionEvents(identifier: String) async {
      await answer(or: ()) { delegate, application, handler in
        delegate.application?(
          application, handleEventsForBackgroundURLSession: identifier,
          completionHandler: { @Sendable in handler(()) })
      }
    }
  }

  // MARK: Scenes

  extension AppDelegateRequests: AppSceneConfiguring {
    package func onAppConfigureScene(
      _ session: UISceneSession, options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration? {
      call { $0.application?($1, configurationForConnecting: session, options: options) }
    }

    package func onAppDidDiscardScenes(_ sessions: Set<UISceneSession>) {
      call { $0.application?($1, didDiscardSceneSessions: sessions) }
    }
  }

  #if !os(tvOS)
    extension AppDelegateRequests: AppQuickActionPerforming, AppOrientationSupporting {
      package func onAppPerformQuickAction(
        _ item: UIApplicationShortcutItem, scene: AppSceneID?
      ) async -> Bool {
        await answer(or: false) { delegate, application, handler in
          delegate.application?(
            application, performActionFor: item, completionHandler: handler)
        }
      }

      package func onAppSupportedOrientations(window: UIWindow?) -> UIInterfaceOrientationMask? {
        call { $0.application?($1, supportedInterfaceOrientationsFor: window) }
      }
    }
  #endif
#endif
