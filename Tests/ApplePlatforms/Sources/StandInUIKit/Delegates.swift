public import Foundation

// Optional methods exist in Objective-C only. Here a delegate says which of them it has by a protocol
// for each that a test uses, and the call of an optional method is that of an optional property with
// its name.
// `declarations check` compares those of the package with Declarations.md.

@MainActor public protocol UIApplicationDelegate: AnyObject {
  nonisolated func responds(to aSelector: Selector!) -> Bool
}

extension UIApplicationDelegate {
  /// Whether the delegate has one of the methods that UIKit asks for.
  public nonisolated func responds(to aSelector: Selector!) -> Bool {
    switch aSelector.description {
    case "application:handleEventsForBackgroundURLSession:completionHandler:":
      self is any HandlesURLSessions
    case "application:supportedInterfaceOrientationsForWindow:":
      self is any SupportsOrientations
    case "application:didFailToContinueUserActivityWithType:error:":
      self is any AwaitsActivities
    default:
      false
    }
  }
}

@MainActor public protocol UISceneDelegate: AnyObject {}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}

// MARK: Methods with one argument

/// A delegate that has some of these. Nothing depends on which of them it lacks.
@MainActor public protocol ReceivesEvents {
  func applicationDidFinishLaunching(_ application: UIApplication)
  func applicationDidBecomeActive(_ application: UIApplication)
  func applicationWillResignActive(_ application: UIApplication)
  func applicationDidEnterBackground(_ application: UIApplication)
  func applicationWillEnterForeground(_ application: UIApplication)
  func applicationWillTerminate(_ application: UIApplication)
  func applicationDidReceiveMemoryWarning(_ application: UIApplication)
}

extension ReceivesEvents {
  public func applicationDidFinishLaunching(_ application: UIApplication) {}
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  public func applicationWillResignActive(_ application: UIApplication) {}
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  public func applicationWillEnterForeground(_ application: UIApplication) {}
  public func applicationWillTerminate(_ application: UIApplication) {}
  public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
}

extension UIApplicationDelegate {
  public typealias Notified = (UIApplication) -> Void
  private var events: (any ReceivesEvents)? { self as? any ReceivesEvents }

  public var applicationDidFinishLaunching: Notified? { events?.applicationDidFinishLaunching }
  public var applicationDidBecomeActive: Notified? { events?.applicationDidBecomeActive }
  public var applicationWillResignActive: Notified? { events?.applicationWillResignActive }
  public var applicationDidEnterBackground: Notified? { events?.applicationDidEnterBackground }
  public var applicationWillEnterForeground: Notified? { events?.applicationWillEnterForeground }
  public var applicationWillTerminate: Notified? { events?.applicationWillTerminate }
  public var applicationDidReceiveMemoryWarning: Notified? {
    events?.applicationDidReceiveMemoryWarning
  }
  public var applicationSignificantTimeChange: Notified? { nil }
  public var applicationProtectedDataWillBecomeUnavailable: Notified? { nil }
  public var applicationProtectedDataDidBecomeAvailable: Notified? { nil }

  /// The methods whose name is `application`.
  public var application: ApplicationMethods? { ApplicationMethods(delegate: self) }
}

// MARK: Methods with more arguments

public typealias LaunchOptions = [UIApplication.LaunchOptionsKey: Any]

@MainActor public protocol PreparesLaunch {
  func application(
    _ application: UIApplication, willFinishLaunchingWithOptions launchOptions: LaunchOptions?
  ) -> Bool
}
@MainActor public protocol HandlesLaunch {
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: LaunchOptions?
  ) -> Bool
}
@MainActor public protocol OpensURLs {
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool
}
@MainActor public protocol ContinuesActivities {
  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool
}
/// A delegate that has these three.
@MainActor public protocol AwaitsActivities {
  func application(
    _ application: UIApplication, willContinueUserActivityWithType userActivityType: String
  ) -> Bool
  func application(
    _ application: UIApplication, didFailToContinueUserActivityWithType userActivityType: String,
    error: any Error)
  func application(_ application: UIApplication, didUpdate userActivity: NSUserActivity)
}
@MainActor public protocol PerformsQuickActions {
  func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)
}
@MainActor public protocol HandlesURLSessions {
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void)
}
@MainActor public protocol SupportsOrientations {
  func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask
}
@MainActor public protocol ReceivesTokens {
  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
}
@MainActor public protocol ReceivesMessages {
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
}

/// Calls what the delegate has. `nil` says that it lacks the method.
@MainActor public struct ApplicationMethods {
  let delegate: any UIApplicationDelegate

  public func callAsFunction(
    _ application: UIApplication, willFinishLaunchingWithOptions options: LaunchOptions?
  ) -> Bool? {
    (delegate as? any PreparesLaunch)?
      .application(application, willFinishLaunchingWithOptions: options)
  }

  public func callAsFunction(
    _ application: UIApplication, didFinishLaunchingWithOptions options: LaunchOptions?
  ) -> Bool? {
    (delegate as? any HandlesLaunch)?
      .application(application, didFinishLaunchingWithOptions: options)
  }

  public func callAsFunction(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool? {
    (delegate as? any OpensURLs)?.application(app, open: url, options: options)
  }

  public func callAsFunction(
    _ application: UIApplication, continue activity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool? {
    (delegate as? any ContinuesActivities)?
      .application(application, continue: activity, restorationHandler: restorationHandler)
  }

  public func callAsFunction(
    _ application: UIApplication, willContinueUserActivityWithType type: String
  ) -> Bool? {
    (delegate as? any AwaitsActivities)?
      .application(application, willContinueUserActivityWithType: type)
  }

  public func callAsFunction(
    _ application: UIApplication, didFailToContinueUserActivityWithType type: String,
    error: any Error
  ) -> Void? {
    (delegate as? any AwaitsActivities)?
      .application(application, didFailToContinueUserActivityWithType: type, error: error)
  }

  public func callAsFunction(
    _ application: UIApplication, didUpdate activity: NSUserActivity
  ) -> Void? {
    (delegate as? any AwaitsActivities)?.application(application, didUpdate: activity)
  }

  public func callAsFunction(
    _ application: UIApplication, performActionFor item: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) -> Void? {
    (delegate as? any PerformsQuickActions)?
      .application(application, performActionFor: item, completionHandler: completionHandler)
  }

  public func callAsFunction(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration? { nil }

  public func callAsFunction(
    _ application: UIApplication, didDiscardSceneSessions sessions: Set<UISceneSession>
  ) -> Void? { nil }

  public func callAsFunction(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) -> Void? {
    (delegate as? any HandlesURLSessions)?.application(
      application, handleEventsForBackgroundURLSession: identifier,
      completionHandler: completionHandler)
  }

  public func callAsFunction(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask? {
    (delegate as? any SupportsOrientations)?
      .application(application, supportedInterfaceOrientationsFor: window)
  }

  public func callAsFunction(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data
  ) {
    (delegate as? any ReceivesTokens)?
      .application(application, didRegisterForRemoteNotificationsWithDeviceToken: token)
  }

  public func callAsFunction(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) -> Void? { nil }

  public func callAsFunction(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) -> Void? {
    (delegate as? any ReceivesMessages)?.application(
      application, didReceiveRemoteNotification: userInfo,
      fetchCompletionHandler: fetchCompletionHandler)
  }
}
