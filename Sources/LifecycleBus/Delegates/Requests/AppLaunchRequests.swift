public import Foundation
public import LifecycleBus

/// Takes part in the launch before state restoration, and says whether the app can go on with the
/// URL or the activity that it was launched for.
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
  /// The launch is nearly done.
  ///
  /// - Parameter options: The launch options by the raw value of their keys; empty in apps with
  ///   scenes.
  /// - Returns: `false` if the listener cannot handle the URL or the activity of the launch.
  func onAppWillFinishLaunching(options: [String: Any]) -> Bool
}

/// Takes part in the delegate's launch method.
///
/// Without a ``LifecycleAppDelegate`` or a call of your own nobody asks, and the mediator reports
/// ``/LifecycleBus/AppLifecycleAnomaly/notAskedAtLaunch(listener:)``.
///
/// To react to the launch, implement `onAppDidFinishLaunching()`, which is called for every launch,
/// with scenes and without. Adopt this for what has to be done before the launch method returns, and
/// for its options and its answer:
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
public protocol AppLaunchHandling: AppRequestListener, AppLaunchAsked {
  /// The launch is done, and the notification follows.
  ///
  /// - Parameter options: The launch options by the raw value of their keys; empty in apps with
  ///   scenes. For an SDK that wants UIKit's own, write
  ///   `[UIApplication.LaunchOptionsKey: Any](options)`.
  /// - Returns: Whether the system passes on what the app was launched for, a URL or a quick action.
  ///   False if the listener has taken it, so that it does not come twice. The launch goes on in any
  ///   case.
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
  /// The system is about to save. It also saves what the listener encodes here.
  ///
  /// - Parameter coder: Where the listener encodes what belongs to the state.
  /// - Returns: Whether the state is to be saved.
  func onAppShouldSaveState(with coder: NSCoder) -> Bool
  /// The system has a saved state. Return false if it no longer fits, after an update for instance.
  ///
  /// - Parameter coder: The state that was saved.
  /// - Returns: Whether the state is to be restored.
  func onAppShouldRestoreState(with coder: NSCoder) -> Bool
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppLaunchPreparing`` listener.
  ///
  /// - Parameter options: The launch options by the raw value of their keys; empty in apps with
  ///   scenes.
  /// - Returns: True if one answers true, or if there is no adopter.
  public func askAppWillFinishLaunching(options: [String: Any] = [:]) -> Bool {
    let answers = ask((any AppLaunchPreparing).self) {
      $0.onAppWillFinishLaunching(options: options)
    }
    return answers.isEmpty || answers.contains(true)
  }

  /// Asks every ``/LifecycleBusDelegates/AppLaunchHandling`` listener.
  ///
  /// - Parameter options: The launch options by the raw value of their keys; empty in apps with
  ///   scenes.
  /// - Returns: What the launch method returns to the system: false if one answers false; true if
  ///   there is no adopter.
  @discardableResult
  public func askToHandleLaunch(options: [String: Any] = [:]) -> Bool {
    hasAskedAtLaunch = true
    return ask((any AppLaunchHandling).self) { $0.onAppHandleLaunch(options: options) }
      .allSatisfy { $0 }
  }
}
