import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("Asynchronous startup commands", .timeLimit(.minutes(hangMinutes)))
struct AsyncStartupCommandsTests {
  private struct Offline: Error, CustomStringConvertible { let description = "offline" }

  /// An operation that returns when the test opens its gate, cancelled or not.
  @MainActor
  private final class Operation {
    let hasStarted = Gate()
    let mayEnd = Gate()
    let hasEnded = Gate()
    private(set) var wasCancelled = false
    var failure: (any Error)?

    func run() async throws {
      hasStarted.open()
      await mayEnd.wait()
      wasCancelled = Task.isCancelled
      hasEnded.open()
      if let failure { throw failure }
    }
  }

  /// The outcomes by name, once the report is complete.
  private func outcomes(of startup: StartupCommands) async -> [String: String] {
    let isComplete = Gate()
    startup.onCompletion = { _ in isComplete.open() }
    if !startup.report.isComplete { await isComplete.wait() }
    return Dictionary(
      startup.report.entries.map { ($0.name, "\($0.outcome)") },
      uniquingKeysWith: { "\($0), \($1)" })
  }

  @Test("the launch does not wait for deferred and asynchronous commands")
  func launchIsNotBlocked() async throws {
    let bus = TestBus()
    let operation = Operation()
    var calls: [String] = []
    let startup = try StartupCommands(clock: ManualClock()) {
      StartupCommand("fetch", timeLimit: nil, perform: operation.run)
      StartupCommand("late", phase: .deferred) { calls.append("late") }
      StartupCommand("now") { calls.append("now") }
    }
    bus.mediator.attach(startup)
    bus.attach("next")
    bus.post(.didFinishLaunching)
    #expect(bus.calls == ["next.didFinishLaunching"])
    #expect(calls == ["now"])
    #expect(!operation.hasStarted.isOpen)
    await operation.hasStarted.wait()
    while startup.report["late"] == nil { await nextMainTurn() }
    #expect(!startup.report.isComplete)
    operation.mayEnd.open()
    #expect(
      await outcomes(of: startup) == [
        "fetch": "succeeded", "late": "succeeded", "now": "succeeded",
      ]
    )
  }

  @Test("independent branches run side by side, and a command after its dependencies")
  func branches() async throws {
    let (first, second, third) = (Operation(), Operation(), Operation())
    let startup = try StartupCommands(clock: ManualClock()) {
      StartupCommand("third", after: ["first"], timeLimit: nil, perform: third.run)
      StartupCommand("first", timeLimit: nil, perform: first.run)
      StartupCommand("second", timeLimit: nil, perform: second.run)
      StartupCommand("show", after: ["third", "second"], phase: .deferred) {}
    }
    startup.receive(.didFinishLaunching)
    await first.hasStarted.wait()
    await second.hasStarted.wait()
    #expect(!third.hasStarted.isOpen)
    first.mayEnd.open()
    await third.hasStarted.wait()
    #expect(!second.hasEnded.isOpen)
    third.mayEnd.open()
    second.mayEnd.open()
    _ = await outcomes(of: startup)
    #expect(startup.report.failures.isEmpty)
    #expect(startup.report.entries.last?.name == "show")
    #expect(
      startup.report.entries.map(\.phase)
        == [.asynchronous, .asynchronous, .asynchronous, .deferred])
  }

  @Test("a command beyond its time limit is cancelled, and those that depend on it do not run")
  func timeLimit() async throws {
    let clock = ManualClock()
    let (stuck, quick) = (Operation(), Operation())
    quick.mayEnd.open()
    let startup = try StartupCommands(clock: clock) {
      StartupCommand("stuck", timeLimit: .seconds(5), perform: stuck.run)
      StartupCommand("quick", timeLimit: nil, perform: quick.run)
      StartupCommand("parse", after: ["stuck"], phase: .asynchronous) {
        Issue.record("ran after a time-out")
      }
    }
    startup.receive(.didFinishLaunching)
    await stuck.hasStarted.wait()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(5))
    #expect(
      await outcomes(of: startup) == [
        "stuck": "timed out after 5.0 s", "quick": "succeeded",
        "parse": "skipped: \"stuck\" did not succeed",
      ])
    #expect(startup.report["stuck"]?.duration == .seconds(5))
    stuck.mayEnd.open()
    await stuck.hasEnded.wait()
    await nextMainTurn()
    #expect(stuck.wasCancelled)
    #expect(startup.report.entries.count == 3)
  }

  @Test("a command that names no time limit has 30 seconds")
  func defaultTimeLimit() async throws {
    let clock = ManualClock()
    let operation = Operation()
    let startup = try StartupCommands(clock: clock) {
      StartupCommand("Stuck", perform: operation.run)
    }
    startup.receive(.didFinishLaunching)
    await operation.hasStarted.wait()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(29))
    #expect(startup.report["Stuck"] == nil)
    clock.advance(by: .seconds(1))
    _ = await outcomes(of: startup)
    #expect(startup.report["Stuck"]?.duration == .seconds(30))
    operation.mayEnd.open()
    await operation.hasEnded.wait()
  }

  @Test("a command that ends in time leaves no timer behind")
  func timerEnds() async throws {
    let clock = ManualClock()
    let operation = Operation()
    let startup = try StartupCommands(clock: clock) {
      StartupCommand("fetch", timeLimit: .seconds(5), perform: operation.run)
    }
    startup.receive(.didFinishLaunching)
    await clock.waitForSleepers()
    operation.mayEnd.open()
    #expect(await outcomes(of: startup) == ["fetch": "succeeded"])
    #expect(clock.sleeperCount == 0)
  }

  @Test("an asynchronous command that throws stops only those that depend on it")
  func failure() async throws {
    let fetch = Operation()
    fetch.failure = Offline()
    fetch.mayEnd.open()
    let startup = try StartupCommands(clock: ManualClock()) {
      StartupCommand("fetch", timeLimit: nil, perform: fetch.run)
      StartupCommand("parse", after: ["fetch"], phase: .asynchronous) {}
      StartupCommand("show", after: ["parse"], phase: .deferred) {}
      StartupCommand("other", timeLimit: nil) {}
    }
    startup.receive(.didFinishLaunching)
    #expect(
      await outcomes(of: startup) == [
        "fetch": "failed: offline", "parse": "skipped: \"fetch\" did not succeed",
        "show": "skipped: \"parse\" did not succeed", "other": "succeeded",
      ])
  }

  @Test("termination cancels the commands that run and skips the others")
  func terminated() async throws {
    let clock = ManualClock()
    let operation = Operation()
    let startup = try StartupCommands(clock: clock) {
      StartupCommand("fetch", perform: operation.run)
      StartupCommand("parse", after: ["fetch"], phase: .asynchronous) {
        Issue.record("ran after the termination")
      }
    }
    var completions = 0
    startup.onCompletion = { _ in completions += 1 }
    startup.receive(.didFinishLaunching)
    await operation.hasStarted.wait()
    clock.advance(by: .seconds(2))
    startup.receive(.willTerminate)
    #expect(
      startup.report.entries.map { "\($0.outcome)" }
        == Array(repeating: "not ended: the app was about to terminate", count: 2))
    #expect(startup.report.entries.map(\.duration) == [.seconds(2), .zero])
    #expect(completions == 1)
    operation.mayEnd.open()
    await operation.hasEnded.wait()
    await nextMainTurn()
    #expect(operation.wasCancelled)
    #expect(startup.report.entries.count == 2)
  }

  @Test("the release of the listener cancels the commands that run")
  func released() async throws {
    let operation = Operation()
    var startup: StartupCommands? = try StartupCommands(clock: ManualClock()) {
      StartupCommand("fetch", perform: operation.run)
    }
    weak let released = startup
    startup?.receive(.didFinishLaunching)
    await operation.hasStarted.wait()
    startup = nil
    #expect(released == nil)
    operation.mayEnd.open()
    await operation.hasEnded.wait()
    #expect(operation.wasCancelled)
  }

  @Test("a critical command cannot depend on an asynchronous one")
  func criticalAfterAsync() {
    #expect(throws: StartupError.critical("show", afterDeferred: "fetch")) {
      try StartupCommands {
        StartupCommand("fetch", phase: .asynchronous) {}
        StartupCommand("show", after: ["fetch"]) {}
      }
    }
  }
}
