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

/// A listener that calls a closure before the delegate's launch method returns.
///
/// Use it for what the system wants that early, such as the registration of background tasks:
///
/// ```swift
/// mediator.attach(startup)  // StartupCommands
/// mediator.attach(AppLaunchAction { startup.run() })
/// ```
///
/// The closure is called with the ``AppLaunchHandling`` listeners, before the launch event. The
/// mediator's state is still `.notRunning`.
public struct AppLaunchAction: AppLaunchHandling {
  private let action: @MainActor () -> Void

  /// Makes a listener that calls the closure on the main actor.
  public init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  /// Calls the closure.
  public func onAppHandleLaunch(options: [String: Any]) -> Bool {
    action()
    return true
  }
}

extension AppLifecycleMediator {
  /// True if one answers true, or if there is none.
  func askToPrepareLaunch(options: [String: Any] = [:]) -> Bool {
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
