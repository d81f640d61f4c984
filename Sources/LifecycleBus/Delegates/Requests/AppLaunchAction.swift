import LifecycleBus

/// Work that is done before the delegate's launch method returns, which is earlier than the launch
/// event: one closure in place of a listener.
///
/// The system demands that of few things, such as the registration of background tasks. As steps
/// of `StartupCommands` they have names, failures and times in its report:
///
/// ```swift
/// mediator.attach(startup)  // StartupCommands
/// mediator.attach(AppLaunchAction { startup.run() })
/// ```
///
/// The closure is called where a delegate asks ``AppLaunchHandling`` listeners, in their order. No
/// listener has received an event then, and the mediator's state is still `.notRunning`.
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
