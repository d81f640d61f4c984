#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit

  /// Attaches an existing `UIApplicationDelegate`, unchanged.
  ///
  /// In an app with scenes UIKit no longer calls most methods of an app delegate. This listener calls
  /// them when the app's events, URLs, activities and quick actions arrive, whichever delegate they
  /// arrive at:
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
  /// A method that the delegate doesn't have is not called. Without a ``LifecycleAppDelegate`` the
  /// launch methods are called at the launch event. Don't attach the app's own delegate: it would
  /// receive twice what UIKit still calls. `LifecycleBusRemoteNotifications` adds the methods of
  /// remote notifications.
  @MainActor
  public final class AppDelegateListener {
    package let delegate: any UIApplicationDelegate
    /// From the delegate class, or from the first event. Before that the delegate isn't called.
    package internal(set) weak var application: UIApplication?
    private var hasLaunched = false

    /// Makes a listener, which keeps the delegate.
    public init(_ delegate: any UIApplicationDelegate) { self.delegate = delegate }

    /// Calls a method that answers by a completion handler, on whatever thread. The first answer
    /// counts. Returns the fallback at the deadline, and for a delegate without the method.
    package func answer<Answer: Sendable>(
      or fallback: Answer, from method: (@escaping @Sendable (Answer) -> Void) -> Void?
    ) async -> Answer {
      let (answers, continuation) = AsyncStream.makeStream(
        of: Answer.self, bufferingPolicy: .bufferingOldest(1))
      let called: Void? = method {
        continuation.yield($0)
        continuation.finish()
      }
      if called == nil { return fallback }

      for await answer in answers {
        return answer
      }
      return fallback
    }
  }

  // MARK: Events

  extension AppDelegateListener: AppLifecycleListener {
    /// Calls the method that UIKit has for the event.
    public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
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

    /// For an app without a delegate class of this package.
    private func launch(with userInfo: [AnyHashable: Any]?) {
      if hasLaunched { return }

      var options: [String: Any] = [:]
      for (key, value) in userInfo ?? [:] {
        options["\(key)"] = value
      }
      _ = onAppWillFinishLaunching(options: options)
      _ = onAppHandleLaunch(options: options)
    }
  }

  // MARK: Launch

  extension AppDelegateListener: AppLaunchPreparing, AppLaunchHandling {
    /// Calls `application(_:willFinishLaunchingWithOptions:)`.
    public func onAppWillFinishLaunching(options: [String: Any]) -> Bool {
      guard let application else { return true }
      return delegate.application?(
        application, willFinishLaunchingWithOptions: launchOptions(options)) ?? true
    }

    /// Calls `application(_:didFinishLaunchingWithOptions:)`, or the method without options.
    public func onAppHandleLaunch(options: [String: Any]) -> Bool {
      guard let application, !hasLaunched else { return true }
      hasLaunched = true

      let answer = delegate.application?(
        application, didFinishLaunchingWithOptions: launchOptions(options))
      if answer == nil {
        delegate.applicationDidFinishLaunching?(application)
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
  }

  // MARK: URLs and activities

  extension AppDelegateListener: AppURLOpening {
    /// Calls `application(_:open:options:)`.
    public func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
      guard let application else { return false }

      var passed: [UIApplication.OpenURLOptionsKey: Any] = [.openInPlace: options.openInPlace]
      passed[.sourceApplication] = options.sourceApplication
      return delegate.application?(application, open: url, options: passed) ?? false
    }
  }

  extension AppDelegateListener: AppUserActivityContinuing, AppUserActivityFailing {
    /// Calls `application(_:willContinueUserActivityWithType:)`.
    public func onAppWillContinueUserActivity(type: String) -> Bool {
      guard let application else { return false }
      return delegate.application?(application, willContinueUserActivityWithType: type) ?? false
    }

    /// Calls `application(_:continue:restorationHandler:)`. Only what the delegate restores before
    /// it returns is passed on.
    public func onAppContinueUserActivity(
      _ activity: NSUserActivity, scene: AppSceneID?
    ) -> AppUserActivityAnswer {
      guard let application else { return .notHandled }

      let restored = Restored()
      let isTaken = delegate.application?(
        application, continue: activity, restorationHandler: restored.handler)
      guard isTaken == true else { return .notHandled }

      return restored.objects.isEmpty ? .handled : .restoring(restored.objects)
    }

    /// Calls `application(_:didUpdate:)`.
    public func onAppDidUpdateUserActivity(_ activity: NSUserActivity) {
      guard let application else { return }
      delegate.application?(application, didUpdate: activity)
    }

    /// Calls `application(_:didFailToContinueUserActivityWithType:error:)`.
    public func onAppDidFailToContinueUserActivity(type: String, error: any Error) {
      guard let application else { return }
      delegate.application?(
        application, didFailToContinueUserActivityWithType: type, error: error)
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

  extension AppDelegateListener: AppBackgroundURLSessionHandling {
    /// Calls `application(_:handleEventsForBackgroundURLSession:completionHandler:)`, and waits for
    /// the handler.
    public func onAppHandleBackgroundURLSessionEvents(identifier: String) async {
      guard let application else { return }

      await answer(or: ()) { handler in
        delegate.application?(
          application, handleEventsForBackgroundURLSession: identifier,
          completionHandler: { @Sendable in handler(()) })
      }
    }
  }

  // MARK: Scenes

  extension AppDelegateListener: AppSceneConfiguring {
    /// Calls `application(_:configurationForConnecting:options:)`.
    public func onAppConfigureScene(
      _ session: UISceneSession, options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration? {
      guard let application else { return nil }
      return delegate.application?(
        application, configurationForConnecting: session, options: options)
    }

    /// Calls `application(_:didDiscardSceneSessions:)`.
    public func onAppDidDiscardScenes(_ sessions: Set<UISceneSession>) {
      guard let application else { return }
      delegate.application?(application, didDiscardSceneSessions: sessions)
    }
  }

  #if !os(tvOS)
    extension AppDelegateListener: AppQuickActionPerforming, AppOrientationSupporting {
      /// Calls `application(_:performActionFor:completionHandler:)`, and waits for the handler.
      public func onAppPerformQuickAction(
        _ item: UIApplicationShortcutItem, scene: AppSceneID?
      ) async -> Bool {
        guard let application else { return false }

        return await answer(or: false) { handler in
          delegate.application?(
            application, performActionFor: item, completionHandler: handler)
        }
      }

      /// Calls `application(_:supportedInterfaceOrientationsFor:)`.
      public func onAppSupportedOrientations(window: UIWindow?) -> UIInterfaceOrientationMask? {
        guard let application else { return nil }
        return delegate.application?(application, supportedInterfaceOrientationsFor: window)
      }
    }
  #endif
#endif
