public import Foundation

// Optional methods exist in Objective-C only. Here a delegate says which of them it has by a protocol
// for each, and the call of an optional method is that of an optional property with its name.
// `declarations check` compares those of the package with Declarations.md.

@MainActor public protocol UIApplicationDelegate: AnyObject {
  nonisolated func responds(to aSelector: Selector!) -> Bool
}

extension UIApplicationDelegate {
  /// Whether the delegate has one of the methods that UIKit asks for.
  public nonisolated func responds(to aSelector: Selector!) -> Bool {
    switch aSelector.description {
    case "application:didFailToContinueUserActivityWithType:error:": self is any FailsActivities
    case "application:handleEventsForBackgroundURLSession:completionHandler:":
      self is any HandlesURLSessions
    case "application:configurationForConnectingSceneSession:options:":
      self is any ConfiguresScenes
    case "application:supportedInterfaceOrientationsForWindow:": self is any SupportsOrientations
    default: false
    }
  }
}

@MainActor public protocol UISceneDelegate: AnyObject {}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}

// MARK: Methods with one argument

@MainActor public protocol FinishesLaunching {
  func applicationDidFinishLaunching(_ application: UIApplication)
}
@MainActor public protocol BecomesActive {
  func applicationDidBecomeActive(_ application: UIApplication)
}
@MainActor public protocol ResignsActive {
  func applicationWillResignActive(_ application: UIApplication)
}
@MainActor public protocol EntersBackground {
  func applicationDidEnterBackground(_ application: UIApplication)
}
@MainActor public protocol EntersForeground {
  func applicationWillEnterForeground(_ application: UIApplication)
}
@MainActor public protocol Terminates {
  func applicationWillTerminate(_ application: UIApplication)
}
@MainActor public protocol ReceivesMemoryWarning {
  func applicationDidReceiveMemoryWarning(_ application: UIApplication)
}
@MainActor public protocol ChangesTime {
  func applicationSignificantTimeChange(_ application: UIApplication)
}
@MainActor public protocol LosesProtectedData {
  func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)
}
@MainActor public protocol GainsProtectedData {
  func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)
}

extension UIApplicationDelegate {
  public typealias Notified = (UIApplication) -> Void
  public var applicationDidFinishLaunching: Notified? {
    (self as? any FinishesLaunching)?.applicationDidFinishLaunching
  }
  public var applicationDidBecomeActive: Notified? {
    (self as? any BecomesActive)?.applicationDidBecomeActive
  }
  public var applicationWillResignActive: Notified? {
    (self as? any ResignsActive)?.applicationWillResignActive
  }
  public var applicationDidEnterBackground: Notified? {
    (self as? any EntersBackground)?.applicationDidEnterBackground
  }
  public var applicationWillEnterForeground: Notified? {
    (self as? any EntersForeground)?.applicationWillEnterForeground
  }
  public var applicationWillTerminate: Notified? {
    (self as? any Terminates)?.applicationWillTerminate
  }
  public var applicationDidReceiveMemoryWarning: Notified? {
    (self as? any ReceivesMemoryWarning)?.applicationDidReceiveMemoryWarning
  }
  public var applicationSignificantTimeChange: Notified? {
    (self as? any ChangesTime)?.applicationSignificantTimeChange
  }
  public var applicationProtectedDataWillBecomeUnavailable: Notified? {
    (self as? any LosesProtectedData)?.applicationProtectedDataWillBecomeUnavailable
  }
  public var applicationProtectedDataDidBecomeAvailable: Notified? {
    (self as? any GainsProtectedData)?.applicationProtectedDataDidBecomeAvailable
  }

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
@MainActor public protocol AnnouncesActivities {
  func application(
    _ application: UIApplication, willContinueUserActivityWithType userActivityType: String
  ) -> Bool
}
@MainActor public protocol ContinuesActivities {
  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool
}
@MainActor public protocol FailsActivities {
  func application(
    _ application: UIApplication, didFailToContinueUserActivityWithType type: String,
    error: any Error)
}
@MainActor public protocol UpdatesActivities {
  func application(_ application: UIApplication, didUpdate userActivity: NSUserActivity)
}
@MainActor public protocol PerformsQuickActions {
  func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)
}
@MainActor public protocol ConfiguresScenes {
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
}
@MainActor public protocol DiscardsScenes {
  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
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
@MainActor public protocol MissesTokens {
  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error)
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
    _ application: UIApplication, willContinueUserActivityWithType type: String
  ) -> Bool? {
    (delegate as? any AnnouncesActivities)?
      .application(application, willContinueUserActivityWithType: type)
  }

  public func callAsFunction(
    _ application: UIApplication, continue activity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool? {
    (delegate as? any ContinuesActivities)?
      .application(application, continue: activity, restorationHandler: restorationHandler)
  }

  public func callAsFunction(
    _ application: UIApplication, didFailToContinueUserActivityWithType type: String,
    error: any Error
  ) {
    (delegate as? any FailsActivities)?
      .application(application, didFailToContinueUserActivityWithType: type, error: error)
  }

  public func callAsFunction(_ application: UIApplication, didUpdate activity: NSUserActivity) {
    (delegate as? any UpdatesActivities)?.application(application, didUpdate: activity)
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
  ) -> UISceneConfiguration? {
    (delegate as? any ConfiguresScenes)?
      .application(application, configurationForConnecting: session, options: options)
  }

  public func callAsFunction(
    _ application: UIApplication, didDiscardSceneSessions sessions: Set<UISceneSession>
  ) {
    (delegate as? any DiscardsScenes)?
      .application(application, didDiscardSceneSessions: sessions)
  }

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
  ) {
    (delegate as? any MissesTokens)?
      .application(application, didFailToRegisterForRemoteNotificationsWithError: error)
  }

  public func callAsFunction(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) -> Void? {
    (delegate as? any ReceivesMessages)?.application(
      application, didReceiveRemoteNotification: userInfo,
      fetchCompletionHandler: fetchCompletionHandler)
  }
}
