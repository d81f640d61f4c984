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
  private var rules = RestartRules()
  private var task: Task<Void, Never>?

  /// Makes a listener that runs an operation once for each stay in a scope.
  public init(
    while scope: Scope = .foreground, operation: @escaping @MainActor () async throws -> Void
  ) {
    self.scope = scope
    self.operation = operation
  }

  deinit { task?.cancel() }

  package var isRunning: Bool { task != nil }

  func stop() { perform(rules.stop()) }

  /// Waits until no operation runs.
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

struct RestartRules: Equatable, Sendable {
  enum Action: Equatable, Sendable {
    case start, cancel
  }

  enum Phase: Equatable, Sendable {
    case out
    case running
    /// It has returned, and starts again at the next entry.
    case ended
    /// Cancelled, but not returned yet.
    case ending(restarts: Bool)
    case stopped
  }

  private(set) var phase = Phase.out

  mutating func enter() -> Action? {
    switch phase {
    case .out:
      phase = .running
      return .start
    case .ending:
      phase = .ending(restarts: true)
    case .running, .ended, .stopped: break
    }
    return nil
  }

  mutating func leave() -> Action? {
    switch phase {
    case .running:
      phase = .ending(restarts: false)
      return .cancel
    case .ended:
      phase = .out
    case .ending:
      phase = .ending(restarts: false)
    case .out, .stopped: break
    }
    return nil
  }

  mutating func operationEnded() -> Action? {
    switch phase {
    case .running:
      phase = .ended
    case .ending(restarts: true):
      phase = .running
      return .start
    case .ending(restarts: false):
      phase = .out
    case .out, .ended, .stopped: break
    }
    return nil
  }

  mutating func stop() -> Action? {
    let wasRunning = phase == .running
    phase = .stopped
    return wasRunning ? .cancel : nil
  }
}
