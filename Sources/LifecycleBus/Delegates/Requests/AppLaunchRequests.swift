public import LifecycleBus

/// Says whether the app can handle what it was launched for, before UIKit restores its state.
@MainActor
public protocol AppLaunchPreparing: AppRequestListener {
  /// Called before ``AppLaunchHandling`` listeners are asked.
  ///
  /// - Parameter options: The launch options with their raw keys; empty in apps with scenes.
  /// - Returns: False if you can't handle the URL or the activity of the launch.
  func onAppWillFinishLaunching(options: [String: Any]) -> Bool
}

/// Runs code before the delegate's launch method returns.
///
/// Use it for work that the system requires before that method returns, such as setting the
/// delegate of the notification center or registering background tasks. Do everything else in
/// `onAppDidFinishLaunching()`.
///
/// ```swift
/// final class BackgroundTasks: AppLaunchHandling {
///   func onAppHandleLaunch(options: [String: Any]) -> Bool {
///     startup.run()  // registers the background tasks
///     return true
///   }
/// }
/// ```
///
/// In an app with scenes, the URL or quick action of a launch isn't in the options. The scene
/// delegate forwards it like any later one.
@MainActor
public protocol AppLaunchHandling: AppRequestListener {
  /// Called before the launch event.
  ///
  /// - Parameter options: The launch options with their raw keys; empty in apps with scenes.
  /// - Returns: Usually true. Return false if you've handled the URL or quick action, and the
  ///   system shouldn't deliver it again.
  func onAppHandleLaunch(options: [String: Any]) -> Bool
}

/// A listener that calls a closure before the delegate's launch method returns, for example to
/// register background tasks.
///
/// ```swift
/// mediator.attach(startup)  // StartupCommands
/// mediator.attach(AppLaunchAction { startup.run() })
/// ```
///
/// Here the launch method runs the startup commands. The launch event would come too late to
/// register background tasks. During the closure, the mediator's state is still `.notRunning`.
public struct AppLaunchAction: AppLaunchHandling {
  private let action: @MainActor () -> Void

  /// Makes a listener that calls this closure.
  public init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  /// Calls the closure.
  public func onAppHandleLaunch(options: [String: Any]) -> Bool {
    action()
    return true
  }
}

extension AppLifecycleMediator {
  func askToPrepareLaunch(options: [String: Any] = [:]) -> Bool {
    ask((any AppLaunchPreparing).self) { $0.onAppWillFinishLaunching(options: options) }
      .allSatisfy { $0 }
  }

  /// Calls ``/LifecycleBusDelegates/AppLaunchHandling`` listeners. Returns false if one of them
  /// does.
  ///
  /// If you write your own app delegate, call this in its launch method;
  /// ``/LifecycleBusDelegates/LifecycleAppDelegate`` already does.
  @discardableResult
  public func askToHandleLaunch(options: [String: Any] = [:]) -> Bool {
    ask((any AppLaunchHandling).self) { $0.onAppHandleLaunch(options: options) }
      .allSatisfy { $0 }
  }
}
