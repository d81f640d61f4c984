public import Foundation
public import LifecycleBus

/// Says before state restoration whether the app can handle what it was launched for.
///
/// ```swift
/// final class DeepLinks: AppLaunchPreparing {
///   func onAppWillFinishLaunching(options: [String: Any]) -> Bool {
///     guard let url = options["UIApplicationLaunchOptionsURLKey"] as? URL else { return true }
///     return url.scheme == "notes"
///   }
/// }
/// ```
@MainActor
public protocol AppLaunchPreparing: AppRequestListener {
  /// The launch is nearly done. The options are empty in apps with scenes.
  ///
  /// - Returns: False if the listener cannot handle the URL or the activity of the launch.
  func onAppWillFinishLaunching(options: [String: Any]) -> Bool
}

/// Takes part in the delegate's launch method.
///
/// Use it if the work needs the launch options or the method's answer. Other work belongs in
/// `onAppDidFinishLaunching()`.
///
/// ```swift
/// final class QuickActions: AppLaunchHandling {
///   private(set) var first: Any?
///
///   func onAppHandleLaunch(options: [String: Any]) -> Bool {
///     first = options["UIApplicationLaunchOptionsShortcutItemKey"]
///     return first == nil  // false: the action is taken, and UIKit does not pass it again
///   }
/// }
/// ```
@MainActor
public protocol AppLaunchHandling: AppRequestListener {
  /// The app has been launched. The launch event comes after this.
  ///
  /// - Parameter options: The launch options with their raw keys; empty in apps with scenes.
  ///   `[UIApplication.LaunchOptionsKey: Any](options)` makes UIKit's options of them.
  /// - Returns: False if the listener has handled the URL or the quick action of the launch, so
  ///   that the system does not deliver it again; otherwise true.
  func onAppHandleLaunch(options: [String: Any]) -> Bool
}

/// Decides whether the system saves and restores the state of the user interface.
///
/// ```swift
/// final class Drafts: AppStateRestorationDeciding {
///   private(set) var text = ""
///
///   func onAppShouldSaveState(with coder: NSCoder) -> Bool {
///     coder.encode(text as NSString, forKey: "draft")
///     return true
///   }
///
///   func onAppShouldRestoreState(with coder: NSCoder) -> Bool {
///     let draft = coder.decodeObject(of: NSString.self, forKey: "draft")
///     guard let draft else { return false }
///     text = String(draft)
///     return true
///   }
/// }
/// ```
@MainActor
public protocol AppStateRestorationDeciding: AppRequestListener {
  /// The system is about to save. Encode your part, and return true to have it saved.
  func onAppShouldSaveState(with coder: NSCoder) -> Bool
  /// The system has a saved state. Return false if it no longer fits, for example after an update.
  func onAppShouldRestoreState(with coder: NSCoder) -> Bool
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppLaunchPreparing`` listener. Returns true if one answers
  /// true, or if there is none.
  public func askAppWillFinishLaunching(options: [String: Any] = [:]) -> Bool {
    let answers = ask((any AppLaunchPreparing).self) {
      $0.onAppWillFinishLaunching(options: options)
    }
    return answers.isEmpty || answers.contains(true)
  }

  /// Asks every ``/LifecycleBusDelegates/AppLaunchHandling`` listener. Returns false if one answers
  /// false; otherwise true.
  @discardableResult
  public func askToHandleLaunch(options: [String: Any] = [:]) -> Bool {
    ask((any AppLaunchHandling).self) { $0.onAppHandleLaunch(options: options) }
      .allSatisfy { $0 }
  }
}
