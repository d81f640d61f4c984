/// A mediator for code that runs on any thread, such as an SDK.
///
/// ```swift
/// final class Telemetry: Sendable {
///   private let lifecycle = AppLifecycleConnection {
///     AppLifecycleMediator(listeners: [Analytics()])
///   }
///
///   func track(_ name: String) { print("\(name) while \(lifecycle.state)") }
/// }
/// ```
///
/// On the main actor, the mediator exists when the initializer returns. On another thread, it is
/// made soon after. The connection keeps the mediator.
public final class AppLifecycleConnection: Sendable {
  private let connected = Locked<(mediator: AppLifecycleMediator, holds: HoldCoordinator)?>(nil)

  /// Makes a connection.
  ///
  /// - Parameter mediator: Makes a mediator, or returns the app's. It is called once on the main
  ///   actor, or never if the connection is released first.
  public init(_ mediator: @escaping @MainActor @Sendable () -> AppLifecycleMediator) {
    MainActorContext.runOrLater { [weak self] in self?.connect(mediator()) }
  }

  @MainActor
  private func connect(_ mediator: AppLifecycleMediator) {
    let holds = mediator.holds
    connected.withLock { $0 = (mediator, holds) }
  }

  /// The mediator; `nil` until it is made.
  public var mediator: AppLifecycleMediator? { connected.withLock { $0?.mediator } }

  /// The state of the app; `notRunning` until the mediator is made.
  public var state: AppLifecycleState {
    connected.withLock { $0?.holds }?.appState ?? .notRunning
  }
}
