/// Decides when a foreground operation is started and cancelled: a pure value, without tasks.
///
/// A cancelled operation may take time to return. Until then none is started, so that no two run
/// at once.
struct RestartRules: Equatable, Sendable {
  /// What to do next.
  enum Action: Equatable, Sendable {
    case start, cancel
  }

  /// The state of the operation.
  enum Phase: Equatable, Sendable {
    /// Outside the scope; nothing runs.
    case out
    /// In the scope; the operation runs.
    case running
    /// In the scope; the operation has returned, and starts again at the next entry.
    case ended
    /// The operation was cancelled and has not returned yet.
    case ending(restarts: Bool)
    /// The operation is not started again.
    case stopped
  }

  private(set) var phase = Phase.out

  /// The app entered the scope.
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

  /// The app left the scope.
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

  /// The operation has ended, cancelled or not.
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

  /// The operation is not to be started again.
  mutating func stop() -> Action? {
    let wasRunning = phase == .running
    phase = .stopped
    return wasRunning ? .cancel : nil
  }
}
