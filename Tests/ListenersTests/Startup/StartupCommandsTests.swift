import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("Startup commands")
struct StartupCommandsTests {
  /// The commands that ran, and the closures that wait for a turn of the main queue.
  @MainActor
  private final class Log {
    var calls: [String] = []
    private var turns: [@MainActor @Sendable () -> Void] = []

    func later(_ work: @escaping @MainActor @Sendable () -> Void) { turns.append(work) }

    func action(
      _ name: String, after dependency: String? = nil, phase: StartupPhase = .critical,
      error: (any Error)? = nil
    ) -> StartupCommand<Void> {
      StartupCommand(name, after: dependency.map { [$0] } ?? [], phase: phase) { [weak self] in
        self?.calls.append(name)
        if let error { throw error }
      }
    }

    func runTurn() { turns.removeFirst()() }

    func runTurns() { while !turns.isEmpty { runTurn() } }
  }

  private let bus = TestBus()
  private let log = Log()

  @Test("critical commands run inside the launch, in list order or after their dependencies")
  func critical() throws {
    let startup = try StartupCommands {
      log.action("cache", after: "OpenDatabase")
      log.action("OpenDatabase")
      for name in ["a", "b"] { log.action(name) }
    }
    bus.mediator.attach(startup)
    bus.attach("next") { _ in log.calls.append("next listener") }
    bus.post(.didFinishLaunching)
    #expect(log.calls == ["OpenDatabase", "cache", "a", "b", "next listener"])
    #expect(startup.report.isComplete)
    #expect(startup.report.failures.isEmpty)
  }

  @Test(
    "a command that throws is called again as often as it asks for",
    arguments: [0, 1, 2, 5], StartupPhase.allCases + [nil])
  func retries(count: Int, phase: StartupPhase?) async throws {
    let calls = LockedCount(0)
    func work() throws {
      calls.increment()
      if calls.value < 3 { throw Offline() }
    }
    let startup = try StartupCommands(clock: ManualClock()) {
      if let phase {
        StartupCommand("fetch", phase: phase, retries: count) { try work() }
      } else {
        StartupCommand("fetch", retries: count) {
          await Task.yield()
          try work()
        }
      }
    }
    startup.run()
    let report = await startup.finished()
    #expect(calls.value == min(count, 2) + 1)
    #expect(report.failures.isEmpty == (count >= 2))
  }

  @Test("a command whose time is over is not called again")
  func noRetryAfterTime() async throws {
    let (clock, gate, calls) = (ManualClock(), Gate(), LockedCount(0))
    let startup = try StartupCommands(clock: clock) {
      StartupCommand("fetch", timeLimit: .seconds(5), retries: 9) {
        calls.increment()
        await gate.wait()
        throw Offline()
      }
    }
    startup.run()
    for _ in 1...100 where calls.value == 0 { await nextMainTurn() }
    clock.advance(by: .seconds(5))
    #expect(await startup.finished().outcomes == ["fetch": "timed out after 5.0 s"])
    gate.open()
    for _ in 1...100 { await nextMainTurn() }
    #expect(calls.value == 1)
  }

  @Test("deferred commands run after the launch, one a turn")
  func deferred() throws {
    let startup = try StartupCommands(later: log.later) {
      log.action("late", phase: .deferred)
      log.action("later", phase: .deferred)
      log.action("now")
    }
    var completions: [Bool] = []
    startup.onCompletion = { completions.append($0.isComplete) }
    bus.mediator.attach(startup)
    bus.post(.didFinishLaunching)
    #expect(log.calls == ["now"])
    #expect(!startup.report.isComplete)
    log.runTurn()
    #expect(log.calls == ["now", "late"])
    log.runTurns()
    #expect(log.calls == ["now", "late", "later"])
    #expect(startup.report.isComplete)
    #expect(completions == [true])
  }

  @Test("deferred commands wait for the main actor's next turn")
  func nextTurn() async throws {
    let startup = try StartupCommands { log.action("deferred", phase: .deferred) }
    startup.run()
    #expect(log.calls.isEmpty)
    _ = await startup.finished()
    #expect(log.calls == ["deferred"])
  }

  @Test(
    "a command that throws stops only those that depend on it",
    arguments: [StartupPhase.critical, .asynchronous])
  func failure(phase: StartupPhase) async throws {
    let startup = try StartupCommands(clock: ManualClock()) {
      log.action("fetch", phase: phase, error: Offline())
      log.action("parse", after: "fetch", phase: phase)
      log.action("show", after: "parse", phase: .deferred)
      log.action("other", phase: phase)
    }
    bus.mediator.attach(startup)
    bus.attach("next")
    bus.post(.didFinishLaunching)
    let report = await startup.finished()
    #expect(log.calls == ["fetch", "other"])
    #expect(bus.calls == ["next.didFinishLaunching"])
    #expect(Set(report.failures.map(\.name)) == ["fetch", "parse", "show"])
    #expect(
      report.outcomes == [
        "fetch": "failed: no network", "parse": "skipped: \"fetch\" did not succeed",
        "show": "skipped: \"parse\" did not succeed", "other": "succeeded",
      ])
    #expect(report.isComplete)
  }

  @Test("a second or replayed launch does not run the commands again")
  func once() throws {
    let startup = try StartupCommands { log.action("a") }
    bus.mediator.attach(startup)
    bus.mediator.attach(startup)
    bus.post(.didFinishLaunching, .didFinishLaunching)
    bus.mediator.detach(startup)
    bus.mediator.attach(startup, replay: .launch)
    #expect(log.calls == ["a"])
  }

  @Test("attached late, the commands run only with a replay (22)")
  func late() throws {
    bus.post(.didFinishLaunching)
    bus.mediator.attach(try StartupCommands { log.action("without") })
    bus.mediator.attach(try StartupCommands { log.action("with") }, replay: .launch)
    #expect(log.calls == ["with"])
  }

  @Test("termination skips the deferred commands that have not run")
  func terminated() throws {
    let startup = try StartupCommands(later: log.later) {
      log.action("a", phase: .deferred)
      log.action("b", phase: .deferred)
    }
    var reports: [StartupReport] = []
    startup.onCompletion = { reports.append($0) }
    bus.mediator.attach(startup)
    bus.post(.didFinishLaunching)
    log.runTurn()
    bus.post(.willTerminate)
    log.runTurns()
    #expect(log.calls == ["a"])
    #expect(reports.map { $0.outcomes["b"] } == ["not ended: the app was about to terminate"])
  }

  @Test("deferred commands run after detaching and the mediator's release, not after their own")
  func detached() throws {
    var startup: StartupCommands?
    for (number, ending) in ["detached", "mediator", "freed"].enumerated() {
      var bus: TestBus? = TestBus()
      startup = try StartupCommands(later: log.later) { log.action(ending, phase: .deferred) }
      let attachment = startup.flatMap { bus?.mediator.attach($0) }
      bus?.post(.didFinishLaunching)
      attachment?.detach()
      if number > 0 { bus = nil }
      if number > 1 { startup = nil }
      log.runTurns()
    }
    #expect(log.calls == ["detached", "mediator"])
  }

  @Test("a mistake in the list is thrown when it is made")
  func errors() {
    #expect(throws: StartupError.unknownName("b", in: "a")) {
      try StartupCommands { log.action("a", after: "b") }
    }
  }

  @Test("commands are listed with conditions and lists", arguments: [true, false])
  func builder(isDebug: Bool) throws {
    let startup = try StartupCommands {
      if isDebug { log.action("debug") }
      if isDebug { log.action("either") } else { log.action("or") }
      for number in 1...2 { log.action("\(number)") }
      if #available(macOS 14, iOS 17, *) { log.action("new") }
      [log.action("listed"), log.action("too")]
    }
    startup.run()
    #expect(
      log.calls == (isDebug ? ["debug", "either"] : ["or"]) + ["1", "2", "new", "listed", "too"])
  }

  @Test("the report is a table, slowest first, and line ends in names do not break its lines")
  func table() throws {
    let clock = ManualClock()
    let startup = try StartupCommands(clock: clock, later: log.later) {
      StartupCommand("quick") { clock.advance(by: .microseconds(340)) }
      StartupCommand("open\ndatabase\r\n") { clock.advance(by: .milliseconds(118)) }
      log.action("fetch\n", phase: .deferred, error: Offline())
      log.action("show", after: "fetch\n", phase: .deferred)
    }
    startup.run()
    clock.advance(by: .seconds(2))
    log.runTurns()
    #expect(
      startup.report.description == """
        command        phase       start  duration  outcome
        open database  critical  0.34 ms    118 ms  succeeded
        quick          critical     0 ms   0.34 ms  succeeded
        fetch          deferred    2.1 s      0 ms  failed: no network
        show           deferred    2.1 s      0 ms  skipped: "fetch" did not succeed
        """)
  }

  @Test("a command may attach, detach and post")
  func fromInside() throws {
    weak var attached: StartupCommands?
    let startup = try StartupCommands {
      StartupCommand("a") { [weak bus] in
        bus?.attach("late")
        bus?.post(.didBecomeActive, .didFinishLaunching)
        if let attached { bus?.mediator.detach(attached) }
      }
      StartupCommand("b") {}
    }
    attached = startup
    bus.mediator.attach(startup)
    bus.post(.didFinishLaunching)
    #expect(startup.report.entries.map(\.name) == ["a", "b"])
    #expect(bus.calls == ["late.didBecomeActive", "late.didFinishLaunching"])
  }
}
