import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("Asynchronous startup commands", .timeLimit(.minutes(hangMinutes)))
struct AsyncStartupCommandsTests {
  private let clock = ManualClock()
  private let work = GatedWork()

  @Test("the launch does not wait for deferred and asynchronous commands")
  func launchIsNotBlocked() async throws {
    let bus = TestBus()
    let startup = try StartupCommands(clock: clock) {
      StartupCommand("fetch", timeLimit: nil, perform: work.run)
      StartupCommand("late", phase: .deferred) {}
      StartupCommand("now") {}
    }
    bus.mediator.attach(startup)
    bus.attach("next")
    bus.post(.didFinishLaunching)
    #expect(bus.calls == ["next.didFinishLaunching"])
    #expect(startup.report.entries.map(\.name) == ["now"])
    #expect(work.started == 0)
    await work.waitForStart()
    while startup.report["late"] == nil { await nextMainTurn() }
    #expect(!startup.report.isComplete)
    work.mayEnd.open()
    #expect(await startup.finished().failures.isEmpty)
    #expect(startup.report.entries.count == 3)
  }

  @Test("independent branches run side by side, and a command after its dependencies")
  func branches() async throws {
    let (first, second, third) = (work, GatedWork(), GatedWork())
    let startup = try StartupCommands(clock: clock) {
      StartupCommand("third", after: ["first"], timeLimit: nil, perform: third.run)
      StartupCommand("first", timeLimit: nil, perform: first.run)
      StartupCommand("second", timeLimit: nil, perform: second.run)
      StartupCommand("show", after: ["third", "second"], phase: .deferred) {}
    }
    startup.run()
    await first.waitForStart()
    await second.waitForStart()
    #expect(third.started == 0)
    first.mayEnd.open()
    await third.waitForStart()
    #expect(second.running == 1)
    third.mayEnd.open()
    second.mayEnd.open()
    let report = await startup.finished()
    #expect(report.failures.isEmpty)
    #expect(report.entries.last?.name == "show")
    let phases: [StartupPhase] = [.asynchronous, .asynchronous, .asynchronous, .deferred]
    #expect(report.entries.map(\.phase) == phases)
  }

  @Test("a command beyond its time limit is cancelled, and those that depend on it do not run")
  func timeLimit() async throws {
    let startup = try StartupCommands(clock: clock) {
      StartupCommand("stuck", timeLimit: .seconds(5), perform: work.run)
      StartupCommand("quick", timeLimit: nil) { await Task.yield() }
      StartupCommand("parse", after: ["stuck"], phase: .asynchronous) {
        Issue.record("ran after a time-out")
      }
    }
    startup.run()
    await work.waitForStart()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(5))
    #expect(
      await startup.finished().outcomes == [
        "stuck": "timed out after 5.0 s", "quick": "succeeded",
        "parse": "skipped: \"stuck\" did not succeed",
      ])
    #expect(startup.report["stuck"]?.duration == .seconds(5))
    await work.end()
    await nextMainTurn()
    #expect(work.cancellations == [true])
    #expect(startup.report.entries.count == 3)
  }

  @Test("a command that names no time limit has 30 seconds, which begin at once")
  func defaultTimeLimit() async throws {
    let startup = try StartupCommands(clock: clock) {
      StartupCommand("stuck", perform: work.run)
    }
    startup.run()
    clock.advance(by: .seconds(29))
    await clock.waitForSleepers()
    #expect(startup.report["stuck"] == nil)
    clock.advance(by: .seconds(1))
    #expect(await startup.finished()["stuck"]?.duration == .seconds(30))
    work.mayEnd.open()
  }

  @Test("a command that ends in time leaves no timer behind")
  func timerEnds() async throws {
    let startup = try StartupCommands(clock: clock) {
      StartupCommand("fetch", timeLimit: .seconds(5), perform: work.run)
    }
    startup.run()
    await clock.waitForSleepers()
    work.mayEnd.open()
    #expect(await startup.finished().failures.isEmpty)
    #expect(clock.sleeperCount == 0)
  }

  @Test("termination cancels the commands that run and skips the others")
  func terminated() async throws {
    let startup = try StartupCommands(clock: clock) {
      StartupCommand("fetch", perform: work.run)
      StartupCommand("parse", after: ["fetch"], phase: .asynchronous) {
        Issue.record("ran after the termination")
      }
    }
    var completions = 0
    startup.onCompletion = { _ in completions += 1 }
    startup.run()
    await work.waitForStart()
    clock.advance(by: .seconds(2))
    startup.receive(.willTerminate)
    let notEnded = "not ended: the app was about to terminate"
    #expect(startup.report.outcomes == ["fetch": notEnded, "parse": notEnded])
    #expect(startup.report.entries.map(\.duration) == [.seconds(2), .zero])
    #expect(completions == 1)
    await work.end()
    await nextMainTurn()
    #expect(work.cancellations == [true])
    #expect(startup.report.entries.count == 2)
  }

  @Test("the release of the listener cancels the commands that run")
  func released() async throws {
    var startup: StartupCommands? = try StartupCommands(clock: clock) {
      StartupCommand("fetch", perform: work.run)
    }
    weak let released = startup
    startup?.run()
    await work.waitForStart()
    startup = nil
    #expect(released == nil)
    await work.end()
    #expect(work.cancellations == [true])
  }
}

extension StartupReport {
  /// The outcomes by name, as they are printed.
  var outcomes: [String: String] {
    Dictionary(entries.map { ($0.name, "\($0.outcome)") }, uniquingKeysWith: { "\($0), \($1)" })
  }
}
