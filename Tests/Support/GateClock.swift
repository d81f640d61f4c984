/// A clock on which no time passes, for code that sleeps: a test reads for how long the code wants
/// to sleep, and wakes it.
package final class GateClock: Clock {
  package struct Instant: InstantProtocol {
    let offset: Duration

    package func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    package func duration(to other: Self) -> Duration { other.offset - offset }
    package static func < (first: Self, second: Self) -> Bool { first.offset < second.offset }
  }

  private let sleeps = AsyncStream.makeStream(of: Duration.self)
  private let wakes = AsyncStream.makeStream(of: Void.self)

  package init() {}

  package var now: Instant { Instant(offset: .zero) }
  package var minimumResolution: Duration { .nanoseconds(1) }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    sleeps.continuation.yield(deadline.offset)
    for await _ in wakes.stream { return }
    throw CancellationError()
  }

  /// Waits until a task sleeps, and returns for how long it wants to.
  package func nextSleep() async -> Duration? {
    for await duration in sleeps.stream { return duration }
    return nil
  }

  /// Wakes the sleeper.
  package func wake() { wakes.continuation.yield() }
}

/// A clock that must not be used for sleeping.
package struct NoClock: Clock {
  package init() {}
  package var now: GateClock.Instant { GateClock.Instant(offset: .zero) }
  package var minimumResolution: Duration { .nanoseconds(1) }

  package func sleep(until deadline: GateClock.Instant, tolerance: Duration?) async throws {
    preconditionFailure("Nothing should have to wait here.")
  }
}
