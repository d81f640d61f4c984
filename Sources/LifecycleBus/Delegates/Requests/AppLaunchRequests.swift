public import LifecycleBus

/// Says before state restoration whether the app can handle what it was launched for.
@MainActor
public protocol AppLaunchPreparing: AppRequestListener {
  /// Returns false if the listener can't handle the URL or the activity of the launch. The options
  /// are empty in apps with scenes.
  func onAppWillFinishLaunching(options: [String: Any]) -> Bool
}

/// Takes part in the delegate's launch method.
///
/// It's for what the system wants before that method returns; other work belongs in
/// `onAppDidFinishLaunching()`. A scene gets the URL or quick action of its launch as any other.
///
/// ```swift
/// final class Crashes: AppLaunchHandling {
///   func onAppHandleLaunch(options: [String: Any]) -> Bool {
///     startup.run()
///     return true
///   }
/// }
/// ```
@MainActor
public protocol AppLaunchHandling: AppRequestListener {
  /// Called before the launch event.
  ///
  /// - Parameter options: The launch options with their raw keys; empty in apps with scenes.
  /// - Returns: False if the system shouldn't deliver what the app was launched for again.
  func onAppHandleLaunch(options: [String: Any]) -> Bool
}

/// Calls a closure before the delegate's launch method returns, for example to register background
/// tasks.
///
/// ```swift
/// mediator.attach(startup)  // StartupCommands
/// mediator.attach(AppLaunchAction { startup.run() })
/// ```
///
/// The mediator's state is still `.notRunning`.
public struct AppLaunchAction: AppLaunchHandling {
  private let action: @MainActor () -> Void

  /// Makes the listener.
  public init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  /// Calls the closure.
  public func onAppHandleLaunch(options: [String: Any]) -> Bool {
    action()
    return true
  }
}

extension AppLifecycleMediator {
  /// False if one answers false.
  func askToPrepareLaunch(options: [String: Any] = [:]) -> Bool {
    ask((any AppLaunchPreparing).self) { $0.onAppWillFinishLaunching(options: options) }
      .allSatisfy { $0 }
  }

  /// Asks ``/LifecycleBusDelegates/AppLaunchHandling`` listeners. False if one answers false.
  @discardableResult
  public func askToHandleLaunch(options: [String: Any] = [:]) -> Bool {
    ask((any AppLaunchHandling).self) { $0.onAppHandleLaunch(options: options) }
      .allSatisfy { $0 }
  }
}
