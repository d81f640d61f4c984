public import LifecycleBus

/// Counts the launches of an app, the visits of its user and what the app adds, and sends the counts
/// when the app goes to the background.
///
/// It replaces no method of the app, and needs no app delegate. Releasing it ends it.
@MainActor
public final class UsageCounter {
  private let mediator: AppLifecycleMediator
  private let counts: CountingListener

  /// Makes a counter, at the launch or later.
  ///
  /// - Parameters:
  ///   - host: The mediator of the app. Without one the counter makes a mediator of its own.
  ///   - state: The present state of the app, for a counter without a host. Without it, a counter
  ///     that is made after the launch does not count that launch.
  ///   - send: Sends the counts. If it throws, they are sent with the next ones.
  public convenience init(
    host: AppLifecycleMediator? = nil, state: AppLifecycleState = .notRunning,
    send: @escaping @MainActor ([String: Int]) async throws -> Void
  ) {
    self.init(
      mediator: host ?? AppLifecycleMediator(policy: .lifecycle, initialState: state), send: send)
  }

  init(
    mediator: AppLifecycleMediator, send: @escaping @MainActor ([String: Int]) async throws -> Void
  ) {
    self.mediator = mediator
    counts = CountingListener(send: send)
    // Weakly, so that the app's mediator drops the listener when the app releases the counter.
    mediator.attach(weakly: counts, priority: -100, replay: .state)
  }

  /// Counts something of the app's own.
  public func count(_ name: String) { counts.add(name) }
}
