import LifecycleBus

/// A closure that is called before the delegate's launch method returns, and so before the launch
/// event. It takes the place of a listener.
///
/// The system requires that of few things, such as the registration of background tasks. As steps
/// of `StartupCommands`, they have a name each, and their failures and times are in its report:
///
/// ```swift
/// mediator.attach(startup)  // StartupCommands
/// mediator.attach(AppLaunchAction { startup.run() })
/// ```
///
/// The closure is called when a delegate asks the ``AppLaunchHandling`` listeners, in the same
/// order as they are. No listener has received an event then, and the mediator's state is still
/// `.notRunning`.
public struct AppLaunchAction: AppLaunchHandling {
  private let action: @MainActor () -> Void

  /// Makes a listener that calls a closure.
  ///
  /// - Parameter action: Called on the main actor, at each such request.
  public init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  /// Calls the closure.
  public func onAppHandleLaunch(options: [String: Any]) -> Bool {
    action()
    return true
  }
}
