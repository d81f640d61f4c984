import Dispatch
import Foundation

/// Releases a number of threads together: tasks on two cores rarely overlap, and a race then goes
/// unseen.
package final class StartingGate: Sendable {
  private let runners: Int
  private let arrived = DispatchSemaphore(value: 0)
  private let started = DispatchSemaphore(value: 0)

  package init(runners: Int) {
    self.runners = runners
    Thread.detachNewThread { [self] in
      for _ in 0..<runners { arrived.wait() }
      for _ in 0..<runners { started.signal() }
    }
  }

  /// Waits until every runner has arrived.
  package func arrive() {
    arrived.signal()
    started.wait()
  }
}

/// Returns once the main actor has done what was handed to it before.
@MainActor
package func nextMainTurn() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}
