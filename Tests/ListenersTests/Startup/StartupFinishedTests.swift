import LifecycleBus
import LifecycleBusDelegates
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("The end of a startup", .timeLimit(.minutes(hangMinutes)))
struct StartupFinishedTests {
  private let work = GatedWork()

  /// A command that ends at once, and one that ends when its gate is opened.
  private func startup() throws -> StartupCommands {
    try StartupCommands(clock: ManualClock()) {
      StartupCommand("open") {}
      StartupCommand("fetch", timeLimit: nil, perform: work.run)
    }
  }

  /// A task that waits for the end of a startup, and has begun to.
  private func waiter(_ startup: StartupCommands) async -> Task<StartupReport, Never> {
    let task = Task { await startup.finished() }
    await nextMainTurn()
    return task
  }

  @Test("finished() returns the whole report, called before, during and after the launch")
  func moments() async throws {
    let bus = TestBus()
    let startup = try startup()
    var tasks = [await waiter(startup)]
    bus.mediator.attach(startup)
    tasks.append(await waiter(startup))
    bus.post(.didFinishLaunching)
    for _ in 1...2 { tasks.append(await waiter(startup)) }
    #expect(!startup.report.isComplete)
    work.mayEnd.open()
    for task in tasks {
      let report = await task.value
      #expect(report.isComplete)
      #expect(report.entries.map(\.name) == ["open", "fetch"])
    }
    #expect(await startup.finished().isComplete)
  }

  @Test("a cancelled wait returns what there is, and ends no other wait")
  func cancelled() async throws {
    let startup = try startup()
    let (first, second) = (await waiter(startup), await waiter(startup))
    startup.run()
    first.cancel()
    let report = await first.value
    #expect(!report.isComplete)
    #expect(report.entries.map(\.name) == ["open"])
    work.mayEnd.open()
    #expect(await second.value.isComplete)
  }

  @Test(
    "a wait goes on when the mediator is released, and begins no more if it was before the launch")
  func mediatorGoes() async throws {
    var bus: TestBus? = TestBus()
    let (begun, early) = (try startup(), try startup())
    bus?.mediator.attach(ListenerGroup { begun })
    bus?.post(.didFinishLaunching)
    bus?.mediator.attach(early)
    let task = await waiter(begun)
    bus = nil
    #expect(await early.finished().entries.isEmpty)
    work.mayEnd.open()
    #expect(await task.value.isComplete)
  }

  @Test("a termination before the launch ends a wait, and no command runs any more")
  func terminated() async throws {
    let bus = TestBus()
    let startup = try StartupCommands { StartupCommand("open") { Issue.record("ran") } }
    bus.mediator.attach(startup)
    let task = await waiter(startup)
    bus.post(.willTerminate, .didFinishLaunching)
    let report = await task.value
    #expect(report.isComplete)
    #expect(report.outcomes == ["open": "not ended: the app was about to terminate"])
  }

  @Test("a released startup that was attached leaves nothing behind that is called")
  func released() throws {
    let bus = TestBus()
    var startup: StartupCommands? = try startup()
    weak let released = startup
    for _ in 1...3 { startup.map { bus.mediator.attach($0) }?.detach() }
    startup = nil
    #expect(released == nil)
    bus.attach("other").detach()
  }

  @Test("run() inside the launch request comes before each event, and the event runs nothing again")
  func launchRequest() throws {
    let bus = TestBus()
    let clock = ManualClock()
    var calls: [String] = []
    let startup = try StartupCommands(clock: clock) {
      StartupCommand("store", after: ["register"]) { throw Offline() }
      StartupCommand("register") {
        calls.append("register")
        clock.advance(by: .milliseconds(3))
      }
      StartupCommand("show", after: ["store"]) { calls.append("show") }
    }
    bus.attach("first", priority: 1) { calls.append("first \($0.event)") }
    bus.mediator.attach(startup)
    bus.mediator.attach(AppLaunchAction { startup.run() })
    #expect(bus.mediator.askToHandleLaunch())
    #expect(calls == ["register"])
    bus.post(.didFinishLaunching)
    #expect(calls == ["register", "first didFinishLaunching"])
    #expect(startup.report.entries.map(\.name) == ["register", "store", "show"])
    #expect(startup.report.failures.map(\.name) == ["store", "show"])
    #expect(startup.report["register"]?.duration == .milliseconds(3))
    #expect(startup.report.launchDuration == .milliseconds(3))
    #expect(startup.report.isComplete)
  }

  @Test("a later command, of either kind, uses what an earlier one has made")
  func values() async throws {
    let opening = StartupCommand("open") { [1, 2] }
    let fetching = StartupCommand("fetch", after: ["open"], phase: .asynchronous) {
      try opening.value.map { $0 * 10 }
    }
    let summing = StartupCommand("sum", after: ["fetch"], phase: .deferred) {
      try fetching.value.reduce(0, +)
    }
    let startup = try StartupCommands {
      opening
      fetching
      summing
    }
    startup.run()
    #expect(try opening.value == [1, 2])
    #expect(await startup.finished().failures.isEmpty)
    #expect(try summing.value == 30)
  }

  @Test("a value that was not made is an error that names the command")
  func noValue() throws {
    let failing = StartupCommand<Int>("open") { throw Offline() }
    let startup = try StartupCommands {
      failing
      StartupCommand("show") { _ = try failing.value }
    }
    #expect(throws: StartupError.noValue("open")) { try failing.value }
    startup.run()
    #expect(throws: StartupError.noValue("open")) { try failing.value }
    let show = startup.report.outcomes["show"]
    #expect(show?.hasPrefix("failed: The startup command \"open\" ") == true)
  }
}
