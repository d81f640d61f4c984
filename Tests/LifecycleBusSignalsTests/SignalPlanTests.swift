import TestSupport
import Testing

@testable import LifecycleBus
@testable import LifecycleBusSignals

@Suite("What a signal means")
struct SignalPlanTests {
  typealias Plan = SignalPlan

  /// How a plan gets into each phase, one second after the start.
  static let ways: [String: [Plan.Input]] = [
    "running": [],
    "suspending": [.suspend],
    "background": [.suspend, .settled(ticket: 1), .stopped(.interrupted)],
    "ending": [.end(.terminate)],
    "ending by the app": [.endByApp],
    "ended": [.end(.terminate), .settled(ticket: 1)],
    "awaited": [.end(.terminate), .settled(ticket: 1), .mainGoesOn],
    "ended by the app": [.endByApp, .settled(ticket: 1), .mainGoesOn],
  ]

  static func plan(_ way: String) -> Plan {
    var plan = Plan(budget: .seconds(5))
    for input in ways[way, default: []] { _ = plan.handle(input, at: .seconds(1)) }
    return plan
  }

  static let down: [AppLifecycleEvent] = [.willResignActive, .didEnterBackground]
  static let up: [AppLifecycleEvent] = [.willEnterForeground, .didBecomeActive]
  static let forward = [Plan.Action.relay(up, .resume)]
  static let suspending = [
    Plan.Action.goDown(down, .suspend, ticket: 1, deadline: .seconds(7))
  ]

  static func ending(
    _ steps: [AppLifecycleEvent], _ signal: ProcessSignal?, ticket: Int
  ) -> [Plan.Action] {
    [.goDown(steps, signal, ticket: ticket, deadline: .seconds(7))]
  }

  @Test(
    "Ctrl-Z is relayed once, and never while the process ends",
    arguments: [
      ("running", suspending), ("suspending", []), ("background", [.stop]), ("ending", []),
      ("ending by the app", []), ("ended", []), ("ended by the app", []),
    ])
  func suspend(way: String, actions: [Plan.Action]) {
    var plan = Self.plan(way)
    #expect(plan.handle(.suspend, at: .seconds(2)) == actions)
  }

  /// What comes of a SIGCONT that no ending follows, where the terminal says this.
  static func resume(
    _ plan: inout Plan, _ terminal: ProcessSignalSource.Terminal, at now: Duration = .seconds(2)
  ) -> [Plan.Action] {
    #expect(plan.handle(.resume, at: now) == [])
    let due = now + Plan.resumeDelay
    #expect(plan.handle(.timePassed, at: due - .nanoseconds(1)) == [])
    let isAsked = plan.handle(.timePassed, at: due) == [.look]
    return isAsked ? plan.handle(.seen(terminal), at: due) : []
  }

  @Test(
    "SIGCONT in the foreground is the way up after a moment, and never calls an ending off (S12)",
    arguments: [
      ("running", [.relay(up, .resume, afterUnseenStop: true)]), ("suspending", forward),
      ("background", forward), ("ending", []), ("ending by the app", []), ("ended", []),
      ("ended by the app", []),
    ] as [(String, [Plan.Action])], [ProcessSignalSource.Terminal.foreground, .none])
  func resume(
    expected: (way: String, actions: [Plan.Action]), terminal: ProcessSignalSource.Terminal
  ) {
    var plan = Self.plan(expected.way)
    #expect(Self.resume(&plan, terminal) == expected.actions)
  }

  @Test(
    "SIGCONT in the background, or without a terminal any more, leaves the listeners there",
    arguments: [
      ("running", [.relay(down, .resume)]), ("suspending", []), ("background", []),
      ("ending", []), ("ending by the app", []), ("ended", []), ("ended by the app", []),
    ] as [(String, [Plan.Action])], [ProcessSignalSource.Terminal.background, .gone])
  func resumeInBackground(
    expected: (way: String, actions: [Plan.Action]), terminal: ProcessSignalSource.Terminal
  ) {
    var plan = Self.plan(expected.way)
    #expect(Self.resume(&plan, terminal) == expected.actions)
  }

  @Test(
    "an ending right after SIGCONT is an ending alone",
    arguments: ["running", "suspending", "background"], [0, 1, 5, 49])
  func endingBeatsResume(way: String, gap: Int) {
    var plan = Self.plan(way)
    #expect(plan.handle(.resume, at: .seconds(2)) == [])
    let end = Duration.milliseconds(2000 + gap)
    #expect(plan.handle(.timePassed, at: end) == [])
    let steps = way == "running" ? Self.down + [.willTerminate] : [.willTerminate]
    #expect(
      plan.handle(.end(.terminate), at: end) == [
        .goDown(steps, .terminate, ticket: plan.lastTicket, deadline: end + .seconds(5))
      ])
    #expect(plan.handle(.resume, at: end) == [])
    #expect(plan.handle(.timePassed, at: .seconds(3)) == [])
  }

  @Test("SIGCONT while Ctrl-Z waits calls the stop off, and another Ctrl-Z calls it on again")
  func calledOff() {
    var plan = Self.plan("suspending")
    #expect(plan.handle(.resume, at: .seconds(2)) == [])
    #expect(plan.handle(.settled(ticket: 1), at: .seconds(2)) == [])
    #expect(plan.handle(.timePassed, at: .seconds(2) + Plan.resumeDelay) == [.look])
    #expect(plan.handle(.seen(.foreground), at: .seconds(2)) == Self.forward)

    plan = Self.plan("suspending")
    #expect(plan.handle(.resume, at: .seconds(2)) == [])
    #expect(plan.handle(.suspend, at: .seconds(2)) == [])
    #expect(plan.handle(.settled(ticket: 1), at: .seconds(2)) == [.stop])
  }

  @Test("the budget of a stop that is called off stops nothing")
  func calledOffAtTheDeadline() {
    var plan = Self.plan("suspending")
    let deadline = Duration.seconds(6) + Plan.grace
    #expect(plan.handle(.resume, at: deadline - .milliseconds(1)) == [])
    #expect(plan.handle(.timePassed, at: deadline) == [])
    #expect(plan.patience(at: deadline) == Plan.resumeDelay - .milliseconds(1))
  }

  @Test(
    "an ending signal is the rest of the way down, and the second one the end",
    arguments: [
      ("running", ending(down + [.willTerminate], .interrupt, ticket: 1)),
      ("suspending", ending([.willTerminate], .interrupt, ticket: 2)),
      ("background", ending([.willTerminate], .interrupt, ticket: 2)),
      ("ending", [.die(.interrupt)]), ("ending by the app", []), ("ended", [.die(.interrupt)]),
      ("ended by the app", [.die(.interrupt)]),
    ])
  func end(way: String, actions: [Plan.Action]) {
    var plan = Self.plan(way)
    #expect(plan.handle(.end(.interrupt), at: .seconds(2)) == actions)
  }

  @Test(
    "an end without a signal is the rest of the way down, once",
    arguments: [
      ("running", ending(down + [.willTerminate], nil, ticket: 1)),
      ("suspending", ending([.willTerminate], nil, ticket: 2)),
      ("background", ending([.willTerminate], nil, ticket: 2)),
      ("ending", []), ("ending by the app", []), ("ended", []), ("ended by the app", []),
    ])
  func endByApp(way: String, actions: [Plan.Action]) {
    var plan = Self.plan(way)
    #expect(plan.handle(.endByApp, at: .seconds(2)) == actions)
  }

  @Test("signals within 100 ms are one (S2b)", arguments: ["ending", "ended"])
  func repetition(way: String) {
    var plan = Self.plan(way)
    #expect(plan.handle(.end(.terminate), at: .milliseconds(1099)) == [])
    #expect(plan.handle(.end(.terminate), at: .milliseconds(1100)) == [.die(.terminate)])
  }

  @Test(
    "when the budget runs out the process is stopped or ended from beside (40)",
    arguments: [
      ("running", []), ("suspending", [.stop]), ("background", [.look]),
      ("ending", [.die(.terminate, isForced: true)]),
      ("ending by the app", []), ("ended", [.forceFinish(.terminate)]), ("awaited", []),
      ("ended by the app", []),
    ] as [(String, [Plan.Action])])
  func budget(way: String, actions: [Plan.Action]) {
    var plan = Self.plan(way)
    let deadline = Duration.seconds(6) + Plan.grace
    let before = plan.handle(.timePassed, at: deadline - .nanoseconds(1))
    #expect(before == (way == "background" ? [.look] : []))
    #expect(plan.handle(.timePassed, at: deadline) == actions)
  }

  @Test(
    "time is awaited where it decides: for a budget in steps, and for the terminal (62)",
    arguments: [
      ("running", nil), ("suspending", .milliseconds(100)), ("background", .milliseconds(100)),
      ("ending", .milliseconds(100)), ("ending by the app", nil), ("ended", .milliseconds(100)),
      ("awaited", nil),
    ] as [(String, Duration?)])
  func patience(way: String, time: Duration?) {
    #expect(Self.plan(way).patience(at: .seconds(2)) == time)
  }

  @Test("a budget is a thousand million seconds at most", arguments: ["suspending", "ending"])
  func endlessBudget(way: String) {
    var plan = Plan(budget: .seconds(Int64.max) * 10)
    for input in Self.ways[way, default: []] { _ = plan.handle(input, at: .seconds(1)) }
    let deadline = Duration.seconds(1_000_000_001) + Plan.grace
    #expect(plan.handle(.timePassed, at: deadline - .nanoseconds(1)) == [])
    #expect(plan.handle(.timePassed, at: deadline) != [])
  }

  @Test("a job that stays in the background is looked at less and less often, and then as before")
  func intervals() {
    var plan = Self.plan("background")
    var times: Set<Duration> = []
    for _ in 0..<200 {
      times.insert(plan.patience(at: .seconds(2)) ?? .zero)
      #expect(plan.handle(.timePassed, at: .seconds(2)) == [.look])
      #expect(plan.handle(.seen(.background), at: .seconds(2)) == [])
    }
    #expect(times == Set((1...10).map { .milliseconds(100 * $0) }))
    #expect(plan.patience(at: .seconds(2)) == .seconds(1))
    #expect(plan.handle(.seen(.foreground), at: .seconds(2)) == Self.forward)
    _ = plan.handle(.suspend, at: .seconds(3))
    _ = plan.handle(.settled(ticket: plan.lastTicket), at: .seconds(3))
    #expect(plan.patience(at: .seconds(3)) == .milliseconds(100))
  }

  @Test(
    "a reader that has gone ends the process, and only once",
    arguments: [
      ("running", ending(down + [.willTerminate], .brokenPipe, ticket: 1)),
      ("suspending", ending([.willTerminate], .brokenPipe, ticket: 2)),
      ("ending", []), ("ending by the app", []), ("ended", []), ("ended by the app", []),
    ])
  func brokenPipe(way: String, actions: [Plan.Action]) {
    var plan = Self.plan(way)
    #expect(plan.handle(.end(.brokenPipe), at: .seconds(2)) == actions)
    #expect(plan.handle(.end(.brokenPipe), at: .seconds(3)) == [])
    #expect(plan.handle(.end(.interrupt), at: .seconds(4)) == [.die(.interrupt)])
  }

  @Test(
    "a signal that other code has taken is reported once, and not on the way to the end",
    arguments: [
      ("running", [.reportTaken(.terminate)]), ("suspending", [.reportTaken(.terminate)]),
      ("background", [.reportTaken(.terminate)]), ("ending", []), ("ending by the app", []),
      ("ended", []), ("ended by the app", []),
    ] as [(String, [Plan.Action])])
  func taken(way: String, actions: [Plan.Action]) {
    var plan = Self.plan(way)
    #expect(plan.handle(.taken(.terminate), at: .seconds(2)) == actions)
    #expect(plan.handle(.taken(.terminate), at: .seconds(2)) == [])
  }

  @Test(
    "a job that cannot come back is looked at no more, until SIGCONT",
    arguments: ["running", "suspending", "background"])
  func gone(way: String) {
    var plan = Self.plan(way)
    _ = Self.resume(&plan, .gone)
    #expect(plan.patience(at: .seconds(3)) == nil)
    #expect(plan.handle(.timePassed, at: .seconds(3)) == [])
    #expect(Self.resume(&plan, .foreground, at: .seconds(4)) == Self.forward)
    #expect(plan.handle(.suspend, at: .seconds(5)) != [])
  }

  @Test("main may take its time once a task has waited for the end")
  func noBudgetForMain() {
    var plan = Self.plan("awaited")
    #expect(plan.handle(.timePassed, at: .seconds(1000)) == [])
    plan = Self.plan("ending")
    #expect(plan.handle(.mainGoesOn, at: .seconds(2)) == [])
    #expect(plan.patience(at: .seconds(2)) != nil)
  }

  @Test("a ticket of a way down that was overtaken settles nothing")
  func overtaken() {
    var plan = Self.plan("suspending")
    _ = plan.handle(.end(.terminate), at: .seconds(2))
    #expect(plan.handle(.settled(ticket: 1), at: .seconds(2)) == [])
    #expect(plan.handle(.settled(ticket: 2), at: .seconds(2)) == [.finish(.terminate)])
    #expect(plan.handle(.settled(ticket: 2), at: .seconds(2)) == [])
  }

  @Test(
    "what a stop came to decides whether listeners come forward",
    arguments: [
      (Plan.StopOutcome.continued, []), (.declined, forward), (.interrupted, []),
    ])
  func stopped(outcome: Plan.StopOutcome, actions: [Plan.Action]) {
    var plan = Self.plan("suspending")
    #expect(plan.handle(.settled(ticket: 1), at: .seconds(2)) == [.stop])
    #expect(plan.handle(.stopped(outcome), at: .seconds(2)) == actions)
  }

  @Test("a stop that is declined in the background stays there")
  func declinedInBackground() {
    var plan = Self.plan("background")
    _ = plan.handle(.suspend, at: .seconds(2))
    #expect(plan.handle(.stopped(.declined), at: .seconds(2)) == [])
  }

  @Test("a stop that SIGCONT ends is the way up after a moment, where the process is in front")
  func continued() {
    var plan = Self.plan("suspending")
    #expect(plan.handle(.settled(ticket: 1), at: .seconds(2)) == [.stop])
    #expect(plan.handle(.stopped(.continued), at: .seconds(3)) == [])
    #expect(plan.patience(at: .seconds(3)) == Plan.resumeDelay)
    #expect(plan.handle(.timePassed, at: .seconds(3) + Plan.resumeDelay) == [.look])
    #expect(plan.handle(.seen(.foreground), at: .seconds(4)) == Self.forward)
  }

  @Test("SIGCONT twice within 100 ms is one way up")
  func continuedTwice() {
    var plan = Self.plan("background")
    #expect(Self.resume(&plan, .foreground) == Self.forward)
    #expect(plan.handle(.resume, at: .milliseconds(2100)) == [])
    #expect(plan.patience(at: .milliseconds(2100)) == nil)
  }
}
