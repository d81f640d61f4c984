public import LifecycleBus

/// Runs an asynchronous operation while the app is in the foreground.
///
/// ```swift
/// let refreshing = ForegroundTask {
///   for await tick in ticks { await board.refresh(at: tick) }
/// }
/// mediator.attach(refreshing, replay: .state)
/// ```
///
/// The operation starts as a task when the app enters the foreground, is cancelled when the app leaves
/// it, and starts anew on return, after the cancelled one has returned. An operation that returns by
/// itself starts again the next time the app enters the foreground.
///
/// If the app may be in the foreground already, attach this listener with the replay `.state`.
/// `willTerminate` and the release of this object cancel the operation for good. Detaching alone
/// doesn't.
public final class ForegroundTask: AppLifecycleListener {
  /// The states in which the operation runs.
  public enum Scope: Sendable {
    /// While the app is shown, interruptions included: until `didEnterBackground`.
    case foreground
    /// While the app takes input: until `willResignActive`.
    case active
  }

  /// Called with what the operation throws, except cancellation.
  public var onError: (@MainActor (any Error) -> Void)?

  private let scope: Scope
  private let operation: @MainActor () async throws -> Void
  private var isInScope = false
  private var isOver = false
  private var task: Task<Void, Never>?

  /// Makes a listener that runs an operation once for each stay in a scope.
  public init(
    while scope: Scope = .foreground, operation: @escaping @MainActor () async throws -> Void
  ) {
    self.scope = scope
    self.operation = operation
  }

  deinit { task?.cancel() }

  /// Waits until no operation runs.
  public func waitUntilIdle() async {
    var last: Task<Void, Never>?

    while let task, task != last {
      await task.value
      last = task
    }
  }

  /// Starts or cancels the operation.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    switch event {
    case .didBecomeActive:
      enter()
    case .willEnterForeground where scope == .foreground:
      enter()
    case .willResignActive where scope == .active:
      leave()
    case .didEnterBackground:
      leave()
    case .willTerminate:
      stop()
    default:
      break
    }
  }

  private func enter() {
    guard !isInScope, !isOver else { return }
    isInScope = true

    let earlier = task
    task = Task { [weak self, operation] in
      await earlier?.value
      // The user may have left before it began.
      guard !Task.isCancelled else { return }

      do {
        try await operation()
      } catch is CancellationError {
        // It was told to stop.
      } catch {
        self?.onError?(error)
      }
    }
  }

  private func leave() {
    isInScope = false
    task?.cancel()
  }

  func stop() {
    isOver = true
    leave()
  }
}
