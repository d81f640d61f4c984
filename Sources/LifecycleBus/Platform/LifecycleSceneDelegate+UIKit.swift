#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  /// A scene delegate that translates what a scene receives instead of the app: URLs, activities
  /// and quick actions. Name it in the scene manifest, or subclass it.
  ///
  /// What came with the launch is handed on when the scene connects, so a listener hears of a URL
  /// in one place, whether the app was running or not. The scene's own life cycle comes as
  /// notifications: see ``AppLifecycleMediator/observeScenes(on:)``.
  @MainActor
  open class LifecycleSceneDelegate: UIResponder, UIWindowSceneDelegate {
    /// The scene's window, which UIKit sets from a storyboard, or you.
    open var window: UIWindow?
    /// How long UIKit's asynchronous requests wait for their answers.
    public var requestDeadline = AppLifecycleRequest.defaultDeadline

    /// Makes the delegate, as UIKit does.
    public override init() { super.init() }

    /// Who is asked: by default the mediator of the app's ``LifecycleAppDelegate``. Override it in
    /// an app that has no such delegate.
    open var mediator: AppLifecycleMediator? { LifecycleAppDelegate.latest?.mediator }

    /// Hands on what the scene was made for: URLs, then activities, then the quick action.
    open func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      open(connectionOptions.urlContexts)
      for activity in connectionOptions.userActivities.sorted(by: Self.byType) {
        mediator?.askToContinue(AppUserActivity(activity))
      }
      #if !os(tvOS)
        if let item = connectionOptions.shortcutItem, let mediator {
          let action = AppQuickAction(item)
          Task { _ = await mediator.askToPerform(action, deadline: requestDeadline) }
        }
      #endif
    }

    /// Asks ``AppURLOpening`` listeners, for one URL after the other.
    open func scene(_ scene: UIScene, openURLContexts urlContexts: Set<UIOpenURLContext>) {
      open(urlContexts)
    }

    /// Asks ``AppUserActivityAnnouncing`` listeners.
    open func scene(
      _ scene: UIScene, willContinueUserActivityWithType userActivityType: String
    ) {
      mediator?.askWhetherToContinueUserActivity(type: userActivityType)
    }

    /// Asks ``AppUserActivityContinuing`` listeners.
    open func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
      mediator?.askToContinue(AppUserActivity(userActivity))
    }

    /// Tells ``AppUserActivityWatching`` listeners.
    open func scene(
      _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String,
      error: any Error
    ) {
      mediator?.tellOfFailedUserActivity(type: userActivityType, error: error)
    }

    /// Tells ``AppUserActivityWatching`` listeners.
    open func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {
      mediator?.tellOfUpdated(AppUserActivity(userActivity))
    }

    #if !os(tvOS)
      /// Asks ``AppQuickActionPerforming`` listeners, and calls the handler once.
      open func windowScene(
        _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
      ) {
        guard let mediator else { return completionHandler(false) }
        let action = AppQuickAction(shortcutItem)
        Task {
          completionHandler(await mediator.askToPerform(action, deadline: requestDeadline))
        }
      }
    #endif

    /// UIKit hands over a set; sorted, every run opens them in the same order.
    private func open(_ contexts: Set<UIOpenURLContext>) {
      for context in contexts.sorted(by: { $0.url.absoluteString < $1.url.absoluteString }) {
        mediator?.askToOpen(
          context.url,
          options: AppURLOptions(
            sourceApplication: context.options.sourceApplication,
            annotation: context.options.annotation, openInPlace: context.options.openInPlace))
      }
    }

    private static func byType(_ one: NSUserActivity, _ other: NSUserActivity) -> Bool {
      one.activityType < other.activityType
    }
  }
#endif
