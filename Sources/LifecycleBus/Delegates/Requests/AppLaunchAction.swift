import LifecycleBus

/// Work that is done before the delegate's launch method returns, as a closure.
///
/// The system demands that of few things, such as the registration of background tasks. As steps of
/// `StartupCommands` they have names and times in its report:
///
/// ```swift
/// mediator.attach(startup)  // StartupCommands
/// mediator.attach(AppLaunchAction { startup.run() })
/// ```
///
/// It is called where a delegate asks ``AppLaunchHandling`` listeners, before any event. The state
/// is still `.notRunning`.
public struct AppLaunchAction: AppLaunchHandling {
  private let action: @MainActor () -> Void

  /// Makes a listener that calls a closure on the main actor, at each such request.
  public init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  /// Calls the closure, and answers true.
  public func onAppHandleLaunch(options: [String: Any]) -> Bool {
    action()
    return true
  }
}
