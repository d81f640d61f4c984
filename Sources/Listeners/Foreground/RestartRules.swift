/// When an operation that belongs to the foreground is started and cancelled: a pure value, without
/// tasks.
///
/// A cancelled operation takes its time to end. Until it has, nothing is started; that is what
/// keeps two from running at once.
struct RestartRules: Equatable, Sendable {
  /// What to do next.
  enum Action: Equatable, Sendable {
    case start, cancel
  }

  /// Where the operation stands.
  enum Phase: Equatable, Sendable {
    /// Out of the foreground, and nothing runs.
    case out
    /// In the foreground, and it runs.
    case running
    /// In the foreground, and it has ended by itself; it starts again the next time.
    case ended
    /// It was cancelled and has not ended yet.
    case ending(restarts: Bool)
    /// It starts no more.
    case stopped
  }

  private(set) var phase = Phase.out

  /// The app came forward.
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

  /// The app went back.
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

  /// Nothing is to run any more.
  mutating func stop() -> Action? {
    let wasRunning = phase == .running
    phase = .stopped
    return wasRunning ? .cancel : nil
  }
}
