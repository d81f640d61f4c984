import LifecycleBus

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
