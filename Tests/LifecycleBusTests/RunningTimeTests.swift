import TestSupport
import Testing

@testable import LifecycleBus

@Suite("The time in which a process runs")
struct RunningTimeTests {
  @Test("a short step counts in full, and a gap as a quarter of a second (62)")
  func gaps() {
    let start = ContinuousClock.now
    var time = RunningTime(from: start)
    #expect(time.read(at: start + .milliseconds(100)) == .milliseconds(100))
    #expect(time.read(at: start + .milliseconds(300)) == .milliseconds(300))
    // A night.
    #expect(time.read(at: start + .seconds(30_000)) == .milliseconds(550))
    #expect(time.read(at: start + .seconds(30_000) + .milliseconds(50)) == .milliseconds(600))
  }

  @Test("a sleep is no shorter than it was asked to be, and ends when its task is cancelled")
  func sleep() async throws {
    // The time is what is tested: longer than one step.
    let start = ContinuousClock.now
    try await RunningTime.sleeper(for: .milliseconds(120))()
    #expect(start.duration(to: .now) >= .milliseconds(120))
    let sleeper = Task { try await RunningTime.sleeper(for: .seconds(1_000))() }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }
}
