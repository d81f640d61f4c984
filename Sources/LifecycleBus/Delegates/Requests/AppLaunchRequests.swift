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

/// Answers the delegate method at the end of the launch.
///
/// Without a ``LifecycleAppDelegate`` or a call of your own nobody asks, and the mediator reports
/// ``/LifecycleBus/AppLifecycleAnomaly/notAskedAtLaunch(listener:)``.
///
/// To react to the launch, implement `onAppDidFinishLaunching()`, which is called for every launch,
/// with scenes and without. Adopt this if you need the answer or the launch options of the delegate
/// method.
///
/// ```swift
/// final class LaunchStatistics: AppLaunchHandling {
///   private(set) var cameWithURL = false
///
///   func onAppHandleLaunch(options: [String: Any]) -> Bool {
///     cameWithURL = options["UIApplicationLaunchOptionsURLKey"] != nil
///     return true
///   }
/// }
/// ```
@MainActor
public protocol AppLaunchHandling: AppRequestListener, AppLaunchAsked {
  /// The launch is done, and the notification follows.
  ///
  /// - Parameter options: The launch options by the raw value of their keys; empty in apps with
  ///   scenes.
  /// - Returns: Whether the listener's work at the launch succeeded. The system receives true in
  ///   any case; ``/LifecycleBus/AppLifecycleMediator/askToHandleLaunch(options:)`` returns the
  ///   answers.
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
    return answers.isEmpty || answers.contains(where: \.value)
  }

  /// Asks every ``/LifecycleBusDelegates/AppLaunchHandling`` listener.
  ///
  /// - Parameter options: The launch options by the raw value of their keys; empty in apps with
  ///   scenes.
  /// - Returns: The answers with the names of the listeners, in order. Return true to the system in
  ///   any case, because one listener that fails must not stop the launch.
  @discardableResult
  public func askToHandleLaunch(
    options: [String: Any] = [:]
  ) -> [(listener: String, value: Bool)] {
    hasAskedAtLaunch = true
    return ask((any AppLaunchHandling).self) { $0.onAppHandleLaunch(options: options) }
      .map { ($0.listener, $0.value) }
  }

  /// Asks every ``/LifecycleBusDelegates/AppStateRestorationDeciding`` listener whether the state
  /// is saved.
  ///
  /// - Parameter coder: Passed to each listener.
  /// - Returns: True if one answers true; false if there is no adopter.
  public func askWhetherToSaveState(with coder: NSCoder) -> Bool {
    ask((any AppStateRestorationDeciding).self) { $0.onAppShouldSaveState(with: coder) }
      .contains(where: \.value)
  }

  /// Asks every ``/LifecycleBusDelegates/AppStateRestorationDeciding`` listener whether the state
  /// is restored.
  ///
  /// - Parameter coder: Passed to each listener.
  /// - Returns: True if all answer true; false if there is no adopter.
  public func askWhetherToRestoreState(with coder: NSCoder) -> Bool {
    let answers = ask((any AppStateRestorationDeciding).self) {
      $0.onAppShouldRestoreState(with: coder)
    }
    return !answers.isEmpty && answers.allSatisfy(\.value)
  }
}
