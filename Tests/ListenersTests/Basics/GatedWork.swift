import TestSupport

/// Work that returns when the test opens its gate, cancelled or not.
@MainActor
final class GatedWork {
  private(set) var started = 0
  private(set) var running = 0
  private(set) var mostAtOnce = 0
  /// Whether each run that has returned was cancelled.
  private(set) var cancellations: [Bool] = []
  let mayEnd = Gate()
  let hasStarted = Gate()
  private let hasEnded = Gate()
  var failure: (any Error)?

  func run() async throws {
    started += 1
    running += 1
    mostAtOnce = max(mostAtOnce, running)
    hasStarted.open()
    await mayEnd.wait()
    running -= 1
    cancellations.append(Task.isCancelled)
    hasEnded.open()
    if let failure { throw failure }
  }

  /// Lets it return, and waits until it has.
  func end() async {
    mayEnd.open()
    await hasEnded.wait()
  }
}

/// An error that work fails with.
struct Offline: Error, CustomStringConvertible { let description = "no\nnetwork" }
