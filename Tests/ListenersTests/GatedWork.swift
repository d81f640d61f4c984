import TestSupport

/// Work that returns when the test opens its gate, cancelled or not.
@MainActor
final class GatedWork {
  /// How many runs have begun.
  private(set) var starts = 0
  /// Whether each run that has returned was cancelled.
  private(set) var cancellations: [Bool] = []
  let mayEnd = Gate()
  private let hasStarted = Gate()
  private let hasEnded = Gate()

  func run() async throws {
    starts += 1
    hasStarted.open()

    await mayEnd.wait()
    cancellations.append(Task.isCancelled)
    hasEnded.open()
  }

  /// Waits until it has begun.
  func waitForStart() async { await hasStarted.wait() }

  /// Lets it return, and waits until it has.
  func end() async {
    mayEnd.open()
    await hasEnded.wait()
  }
}

/// An error that work fails with.
struct Offline: Error, CustomStringConvertible { let description = "no\nnetwork" }
