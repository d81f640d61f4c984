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
/// The operation starts as a task when the app enters the foreground. When the app enters the
/// background, the task is cancelled. When the app returns, the operation starts again, as soon as
/// the cancelled one has ended.
///
/// `willTerminate` and the release of this object cancel the operation for good. Detaching the
/// listener doesn't.
public final class ForegroundTask: AppLifecycleListener {
  /// Called with each error that the operation throws, except a `CancellationError`.
  public var onError: (@MainActor (any Error) -> Void)?

  private let operation: @MainActor () async throws -> Void
  private var isInFront = false
  private var isOver = false
  private(set) var task: Task<Void, Never>?

  /// Makes a listener whose operation runs once for each stay in the foreground.
  public init(operation: @escaping @MainActor () async throws -> Void) {
    self.operation = operation
  }

  deinit { task?.cancel() }

  /// Starts or cancels the operation.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    switch event {
    case .willEnterForeground, .didBecomeActive:
      enter()
    case .didEnterBackground:
      leave()
    case .willTerminate:
      isOver = true
      leave()
    default:
      break
    }
  }

  private func enter() {
    guard !isInFront, !isOver else { return }
    isInFront = true

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
    isInFront = false
    task?.cancel()
  }
}
