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
/// To react to the launch, implement `onAppDidFinishLaunching()`, which is called for every launch,
/// with scenes and without. Adopt this if you need the answer or the launch options of the delegate
/// method.
///
/// ```swift
/// final class LaunchStatistics: AppLaunchHandling {
///   private(set) var cameWithURL = false
///
///   func onAppDidFinishLaunching(options: [String: Any]) -> Bool {
///     cameWithURL = options["UIApplicationLaunchOptionsURLKey"] != nil
///     return true
///   }
/// }
/// ```
@MainActor
public protocol AppLaunchHandling: AppRequestListener {
  /// The launch is done, and the notification follows.
  ///
  /// - Parameter options: The launch options by the raw value of their keys; empty in apps with
  ///   scenes.
  /// - Returns: Whether the listener's work at the launch succeeded. The system receives true in
  ///   any case; ``/LifecycleBus/AppLifecycleMediator/askAppDidFinishLaunching(options:)`` returns
  ///   the answers.
  func onAppDidFinishLaunching(options: [String: Any]) -> Bool
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppLaunchPreparing`` listener.
  ///
  /// - Parameter options: The launch options by the raw value of their keys; empty in apps with
  ///   scenes.
  /// - Returns: True if one answers true, or if there is no adopter.
  public func askAppWillFinishLaunching(options: [String: Any] = [:]) -> Bool {
    let answers = requests.ask((any AppLaunchPreparing).self) {
      $0.onAppWillFinishLaunching(options: options)
    }
    return Reduction.any(answers.map(\.value), none: true)
  }

  /// Asks every ``/LifecycleBusDelegates/AppLaunchHandling`` listener.
  ///
  /// - Parameter options: The launch options by the raw value of their keys; empty in apps with
  ///   scenes.
  /// - Returns: The answers with the names of the listeners, in order. Return true to the system in
  ///   any case, because one listener that fails must not stop the launch.
  @discardableResult
  public func askAppDidFinishLaunching(
    options: [String: Any] = [:]
  ) -> [AppLifecycleAnswer<Bool>] {
    requests.ask((any AppLaunchHandling).self) {
      $0.onAppDidFinishLaunching(options: options)
    }
  }
}
