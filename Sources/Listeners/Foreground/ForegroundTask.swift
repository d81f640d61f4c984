public import LifecycleBus

/// An asynchronous operation that runs while the app is in the foreground.
///
/// ```swift
/// let refreshing = ForegroundTask {
///   for await tick in ticks { await board.refresh(at: tick) }
/// }
/// mediator.attach(refreshing, replay: .state)
/// ```
///
/// It starts when the app comes forward, is cancelled when the app goes back, and starts anew on
/// return; never before the cancelled one has ended, so that no two run at once. An operation that
/// ignores its cancellation is waited for. One that ends by itself starts again the next time the
/// app comes forward.
///
/// It starts as a task of its own, after the relay. Attach it with the replay `.state` where the
/// app may be in the foreground already. `willTerminate` ends it for good, and so does the end of
/// this object, whoever held it: when the mediator goes and nobody else keeps it, the operation is
/// cancelled. Detaching it alone does not, as nobody is told; call ``stop()``.
public final class ForegroundTask: AppLifecycleListener {
  /// While what an operation runs.
  public enum Scope: Sendable, Hashable {
    /// While the app is shown, interruptions included: until `didEnterBackground`.
    case foreground
    /// While the app takes input: until `willResignActive`.
    case active
  }

  /// Hears what the operation throws, cancellation aside, on the main actor.
  public var onError: (@MainActor (any Error) -> Void)?

  private let scope: Scope
  private let operation: @MainActor () async throws -> Void
  private var rules = RestartRules()
  private var task: Task<Void, Never>?

  /// Makes a listener that runs an operation.
  ///
  /// - Parameters:
  ///   - scope: While what it runs.
  ///   - operation: Called on the main actor, once for each stay in the scope. Cancelled before it
  ///     began, it is not called.
  public init(
    while scope: Scope = .foreground, operation: @escaping @MainActor () async throws -> Void
  ) {
    self.scope = scope
    self.operation = operation
  }

  deinit { task?.cancel() }

  /// Whether an operation is under way, a cancelled one that has not ended yet included.
  public var isRunning: Bool { task != nil }

  /// Cancels the operation and starts it no more. Doing it again does nothing.
  public func stop() { perform(rules.stop()) }

  /// Waits until no operation is under way: at once, if none is.
  public func waitUntilIdle() async {
    while let task { await task.value }
  }

  /// Starts or cancels the operation.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    switch event {
    case .didBecomeActive: perform(rules.enter())
    case .willEnterForeground: if scope == .foreground { perform(rules.enter()) }
    case .willResignActive: if scope == .active { perform(rules.leave()) }
    case .didEnterBackground: perform(rules.leave())
    case .willTerminate: stop()
    default: break
    }
  }

  private func perform(_ action: RestartRules.Action?) {
    switch action {
    case .start:
      task = Task { [weak self, operation] in
        var failure: (any Error)?
        if !Task.isCancelled {
          do { try await operation() } catch { failure = error }
        }
        self?.operationEnded(failure)
      }
    case .cancel: task?.cancel()
    case nil: break
    }
  }

  private func operationEnded(_ failure: (any Error)?) {
    task = nil
    if let failure, !(failure is CancellationError) { onError?(failure) }
    perform(rules.operationEnded())
  }
}
