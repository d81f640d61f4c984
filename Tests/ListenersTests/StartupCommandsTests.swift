import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("Startup commands", .timeLimit(.minutes(hangMinutes)))
struct StartupCommandsTests {
  private let bus = TestBus()
  private let calls = CallJournal()

  /// Waits for the whole report.
  private func completion(_ startup: StartupCommands, run: () -> Void) async -> StartupReport {
    await withCheckedContinuation { done in
      startup.onCompletion = { done.resume(returning: $0) }
      run()
    }
  }

  private func step(_ name: String) -> StartupCommand {
    StartupCommand(name) { [calls] in calls.write(name) }
  }

  @Test(
    "plain commands run inside the launch, in order; those that are async begin later, in order")
  func order() async {
    let startup = StartupCommands {
      StartupCommand("late 1", timeLimit: nil) { calls.write("late 1") }
      for number in 1...3 {
        step("now \(number)")
      }
      StartupCommand("late 2") {
        calls.write("late 2")
        await Task.yield()
      }
    }
    bus.mediator.attach(startup)
    bus.attach("next") { _ in calls.write("next listener") }

    let report = await completion(startup) {
      bus.post(.didFinishLaunching)
      #expect(calls.lines == ["now 1", "now 2", "now 3", "next listener"])
      #expect(!startup.report.isComplete)
    }

    #expect(report.failures.isEmpty)
    #expect(calls.lines.dropFirst(4) == ["late 1", "late 2"])
  }

  @Test(
    "a failure stops no other command, and is told on one line", arguments: [true, false])
  func failures(isAsync: Bool) async {
    func fail() throws {
      calls.write("fails")
      throw Offline()
    }
    let startup = StartupCommands {
      if isAsync {
        StartupCommand("fails", timeLimit: nil) { try fail() }
      } else {
        StartupCommand("fails") { try fail() }
      }
      step("goes on")
    }

    let report = await completion(startup) { startup.run() }

    #expect(Set(calls.lines) == ["fails", "goes on"])
    #expect(report.failures.map(\.name) == ["fails"])
    #expect(report.failures.first.map { "\($0.outcome)" } == "failed: no network")
  }

  @Test(
    "the commands run once: by hand, at the launch, or by a replay; so is the report, also of none",
    arguments: [true, false], [true, false])
  func once(isByHand: Bool, isEmpty: Bool) {
    let names = isEmpty ? [] : ["one"]
    let startup = StartupCommands(clock: ManualClock(), names.map { step($0) })
    var reports = 0
    startup.onCompletion = { _ in reports += 1 }

    if isByHand {
      startup.run()
    } else {
      bus.post(.didFinishLaunching)
    }
    bus.mediator.attach(startup, replay: .launch)
    bus.post(.didFinishLaunching, .willTerminate)

    #expect(calls.lines == names)
    #expect(reports == 1)
  }

  @Test("a command that takes too long is cancelled, and what it returns later does not count")
  func timeLimit() async {
    let clock = ManualClock()
    let work = GatedWork()
    let startup = StartupCommands(
      clock: clock,
      [
        StartupCommand("fetch", timeLimit: .seconds(5), perform: work.run),
        StartupCommand("endless", timeLimit: nil) {},
        StartupCommand("longest", timeLimit: .seconds(Int64.max)) { await Task.yield() },
      ])

    let report = await completion(startup) {
      Task {
        startup.run()
        await work.waitForStart()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
      }
    }

    #expect(report.failures.map { "\($0.name) \($0.outcome)" } == ["fetch timed out after 5.0 s"])
    #expect(report.failures.first?.duration == .seconds(5))

    await work.end()
    #expect(work.cancellations == [true])
    #expect(startup.report.entries.count == 3)
  }

  @Test("a second launch starts no task anew, and the end cancels it and completes the report")
  func terminated() async {
    let work = GatedWork()
    let startup = StartupCommands {
      step("now")
      StartupCommand("fetch", perform: work.run)
    }
    bus.mediator.attach(startup)

    let report = await completion(startup) {
      bus.post(.didFinishLaunching, .didFinishLaunching)
      Task {
        await work.waitForStart()
        startup.receive(.willTerminate)
      }
    }
    await work.end()

    #expect(work.starts == 1 && work.cancellations == [true])
    #expect(
      report.entries.allSatisfy { $0.name != "fetch" || "\($0.outcome)".hasPrefix("not ended") })
    #expect(report.isComplete && report.entries.count == 2)
  }

  @Test("a command that ends the app is the last one to begin")
  func endsTheApp() {
    let startup = StartupCommands {
      StartupCommand("ends") { bus.post(.willTerminate) }
      step("never")
    }
    bus.mediator.attach(startup)

    bus.post(.didFinishLaunching)

    #expect(calls.lines.isEmpty && startup.report.failures.map(\.name) == ["ends", "never"])
  }

  @Test("its release cancels what runs")
  func released() async {
    let work = GatedWork()
    var startup: StartupCommands? = StartupCommands { StartupCommand("fetch", perform: work.run) }
    startup?.run()
    await work.waitForStart()

    startup = nil
    await work.end()

    #expect(work.cancellations == [true])
  }

  @Test("the report has a line for each command, with its time")
  func lines() {
    let clock = ManualClock()
    let startup = StartupCommands(
      clock: clock,
      [
        StartupCommand("badge") { clock.advance(by: .milliseconds(2)) },
        StartupCommand("open database") {
          clock.advance(by: .milliseconds(118))
          throw Offline()
        },
      ])

    startup.run()

    #expect(
      "\(startup.report)" == """
        badge: succeeded (2.0 ms)
        open database: failed: no network (118 ms)
        """)
  }
}
