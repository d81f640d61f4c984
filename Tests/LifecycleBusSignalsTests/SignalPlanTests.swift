import TestSupport
import Testing

@testable import LifecycleBus
@testable import LifecycleBusSignals

@Suite("What a signal means")
struct SignalPlanTests {
  typealias Plan = SignalPlan
  /// What comes of it, by the phase.
  typealias Rows = [(Phase, Plan.Action?)]

  /// The phases of a plan.
  enum Phase: CaseIterable {
    case running, suspending, background, childInFront
    case ending, leaving, closing, ended, endingByBody, closingByBody, endedByBody

    /// Brings a plan there, at the first second.
    func enter(_ plan: inout Plan) {
      let now = Duration.seconds(1)

      switch self {
      case .running:
        break
      case .suspending:
        _ = plan.suspend(at: now)
      case .background:
        _ = plan.suspend(at: now)
        _ = plan.settle(1, at: now)
      case .childInFront:
        _ = plan.beginChild()
      case .ending, .closing, .ended:
        _ = plan.end(.terminate, at: now)
      case .leaving:
        _ = plan.beginBody()
        _ = plan.end(.terminate, at: now)
      case .endingByBody, .closingByBody, .endedByBody:
        _ = plan.beginBody()
        _ = plan.endBody(at: now)
      }

      for ticket in 1..<(1 + settledTickets) {
        _ = plan.settle(ticket, at: now)
      }
    }

    /// How many of an end's waits are over.
    private var settledTickets: Int {
      switch self {
      case .leaving, .closing, .closingByBody: 1
      case .ended, .endedByBody: 2
      default: 0
      }
    }

    static let alive: [Self] = [.running, .suspending, .background, .childInFront]
    static let endings: [Self] = [
      .ending, .leaving, .closing, .ended, .endingByBody, .closingByBody, .endedByBody,
    ]
    static let endingsBySignal: [Self] = [.ending, .leaving, .closing, .ended]
  }

  /// A plan that is in this phase since the first second.
  static func plan(_ phase: Phase, budget: Duration = .seconds(5)) -> Plan {
    var plan = Plan(budget: budget)
    phase.enter(&plan)
    return plan
  }

  static let down: [AppLifecycleEvent] = [.willResignActive, .didEnterBackground]
  static let up: [AppLifecycleEvent] = [.willEnterForeground, .didBecomeActive]
  static let forward = Plan.Action.relay(up)

  /// To the background at the second second; a stop has the budget of 5 seconds, an end three
  /// quarters.
  static func goDown(
    _ steps: [AppLifecycleEvent], _ signal: ProcessSignal?, ticket: Int
  ) -> Plan.Action {
    let time = signal == .suspend ? Duration.seconds(5) : .milliseconds(3750)
    return .goDown(steps, signal, ticket: ticket, deadline: .seconds(2) + time)
  }

  /// The end itself, for a way down that began at this second.
  static func close(_ signal: ProcessSignal?, ticket: Int, since start: Int) -> Plan.Action {
    .goDown([.willTerminate], signal, ticket: ticket, deadline: .seconds(start + 5))
  }

  @Test(
    "Ctrl-Z is relayed once, and never while the process ends",
    arguments: [
      (.running, goDown(down, .suspend, ticket: 1)), (.suspending, nil), (.background, .stop),
      (.childInFront, .stop),
    ] + Phase.endings.map { ($0, nil) } as Rows)
  func suspend(phase: Phase, action: Plan.Action?) {
    var plan = Self.plan(phase)
    #expect(plan.suspend(at: .seconds(2)) == action)
  }

  /// What comes of a SIGCONT that no ending follows.
  static func resume(
    _ plan: inout Plan, isInFront: Bool, at now: Duration = .seconds(2)
  ) -> Plan.Action? {
    #expect(plan.resume(at: now) == nil)
    let due = now + Plan.resumeDelay
    #expect(plan.timePassed(at: due - .nanoseconds(1)) == nil)

    guard plan.timePassed(at: due) == .look else { return nil }
    return plan.look(isInFront: isInFront)
  }

  @Test(
    "SIGCONT is the way up after a moment, or the background, and never calls an ending off",
    arguments: [
      (.running, .relay(down + up), .relay(down)),
      (.suspending, forward, nil),
      (.background, forward, nil),
      (.childInFront, nil, nil),
    ] + Phase.endings.map { ($0, nil, nil) } as [(Phase, Plan.Action?, Plan.Action?)])
  func resume(phase: Phase, inFront: Plan.Action?, behind: Plan.Action?) {
    for (isInFront, action) in [(true, inFront), (false, behind)] {
      var plan = Self.plan(phase)
      #expect(Self.resume(&plan, isInFront: isInFront) == action)
    }
  }

  @Test("a second SIGCONT within the moment does not make it longer")
  func resumeTwice() {
    var plan = Self.plan(.background)
    let due = Duration.seconds(2) + Plan.resumeDelay

    #expect(plan.resume(at: .seconds(2)) == nil)
    #expect(plan.resume(at: due - .nanoseconds(1)) == nil)

    #expect(plan.timePassed(at: due) == .look)
  }

  @Test(
    "an ending right after SIGCONT is an ending alone",
    arguments: [.running, .suspending, .background] as [Phase], [0, 1, 5, 49])
  func endingBeatsResume(phase: Phase, gap: Int) {
    var plan = Self.plan(phase)
    #expect(plan.resume(at: .seconds(2)) == nil)
    let end = Duration.milliseconds(2000 + gap)
    #expect(plan.timePassed(at: end) == nil)

    let action = plan.end(.terminate, at: end)

    let steps = phase == .running ? Self.down : []
    let deadline = end + .milliseconds(3750)
    #expect(
      action == .goDown(steps, .terminate, ticket: plan.lastTicket, deadline: deadline))
    #expect(plan.resume(at: end) == nil)
    #expect(plan.timePassed(at: .seconds(3)) == nil)
  }

  @Test("SIGCONT while Ctrl-Z waits calls the stop off")
  func calledOff() {
    var plan = Self.plan(.suspending)
    let deadline = Duration.seconds(6) + Plan.grace
    #expect(plan.resume(at: deadline - .milliseconds(1)) == nil)
    #expect(plan.settle(1, at: deadline) == nil)
    #expect(plan.timePassed(at: deadline) == nil)

    #expect(plan.timePassed(at: deadline + Plan.resumeDelay) == .look)
    #expect(plan.look(isInFront: true) == Self.forward)
  }

  @Test("Ctrl-Z after a SIGCONT that has called the stop off calls it on again")
  func calledOnAgain() {
    var plan = Self.plan(.suspending)
    #expect(plan.resume(at: .seconds(2)) == nil)
    #expect(plan.suspend(at: .seconds(2)) == nil)
    #expect(plan.settle(1, at: .seconds(2)) == .stop)
  }

  @Test(
    "an ending signal is the way to the background, and a second one that is no key the same (83)",
    arguments: [
      (.running, goDown(down, .hangup, ticket: 1)),
      (.suspending, goDown([], .hangup, ticket: 2)),
      (.background, goDown([], .hangup, ticket: 2)),
      (.childInFront, goDown([], .hangup, ticket: 1)),
      (.endingByBody, nil), (.closingByBody, nil),
      (.endedByBody, .force(.hangup, culprit: nil)),
    ] + Phase.endingsBySignal.map { ($0, nil) } as Rows)
  func end(phase: Phase, action: Plan.Action?) {
    var plan = Self.plan(phase)
    #expect(plan.end(.hangup, at: .seconds(2)) == action)
  }

  @Test(
    "a key ends it by force, 100 ms or more after the first signal (83)",
    arguments: Phase.endingsBySignal)
  func key(phase: Phase) {
    var plan = Self.plan(phase)
    #expect(plan.end(.interrupt, at: .milliseconds(1099)) == nil)
    #expect(plan.end(.interrupt, at: .milliseconds(1100)) == .force(.interrupt, culprit: nil))
  }

  @Test(
    "a reader that has gone ends the process, and only once",
    arguments: [
      (.running, goDown(down, .brokenPipe, ticket: 1)),
      (.suspending, goDown([], .brokenPipe, ticket: 2)),
      (.endingByBody, nil), (.closingByBody, nil),
    ] + Phase.endingsBySignal.map { ($0, nil) } as Rows)
  func brokenPipe(phase: Phase, action: Plan.Action?) {
    var plan = Self.plan(phase)
    #expect(plan.end(.brokenPipe, at: .seconds(2)) == action)
    #expect(plan.end(.brokenPipe, at: .seconds(3)) == nil)
    #expect(plan.end(.interrupt, at: .seconds(4)) == .force(.interrupt, culprit: nil))
  }

  // MARK: The body

  @Test(
    "a body that ends by itself is the way to the background, once",
    arguments: [
      (.running, goDown(down, nil, ticket: 1)),
      (.suspending, goDown([], nil, ticket: 2)),
      (.background, goDown([], nil, ticket: 2)),
      (.ending, nil), (.closing, nil), (.ended, nil),
    ] as Rows)
  func bodyEnds(phase: Phase, action: Plan.Action?) {
    var plan = Self.plan(phase)
    #expect(plan.endBody(at: .seconds(2)) == action)
  }

  @Test("a natural end is the background, the holds, the end, and the holds once more (84)")
  func naturalEnd() {
    var plan = Self.plan(.running)
    _ = plan.beginBody()

    #expect(plan.endBody(at: .seconds(2)) == Self.goDown(Self.down, nil, ticket: 1))
    #expect(
      plan.settle(1, at: .seconds(3)) == Self.close(nil, ticket: 2, since: 2))
    #expect(plan.settle(2, at: .seconds(4)) == .finish(nil))
  }

  @Test("after a signal: the holds, the cancellation, the holds of the body, the end (84)")
  func bodyAndHolds() {
    var plan = Self.plan(.running)
    _ = plan.beginBody()

    _ = plan.end(.interrupt, at: .seconds(2))
    #expect(plan.settle(1, at: .seconds(3)) == .cancelBody)
    #expect(
      plan.endBody(at: .seconds(3)) == Self.goDown([], .interrupt, ticket: 2))
    #expect(
      plan.settle(2, at: .seconds(4))
        == Self.close(.interrupt, ticket: 3, since: 2))
    #expect(plan.settle(3, at: .seconds(5)) == .finish(.interrupt))
  }

  @Test("a body that returns while its holds are waited for is not cancelled, and not awaited (84)")
  func returnsMeanwhile() {
    var plan = Self.plan(.running)
    _ = plan.beginBody()

    _ = plan.end(.terminate, at: .seconds(2))
    #expect(plan.endBody(at: .seconds(3)) == nil)
    #expect(
      plan.settle(1, at: .seconds(4))
        == Self.close(.terminate, ticket: 2, since: 2))
  }

  @Test("a body is called unless the end has begun", arguments: Phase.allCases)
  func bodyBegins(phase: Phase) {
    var plan = Self.plan(phase)
    #expect(plan.beginBody() == Phase.alive.contains(phase))
  }

  @Test(
    "a cancelled body has the time until the last quarter, and a moment; after a key 1 second (84)",
    arguments: [
      (.terminate, 3, 6_000), (.interrupt, 3, 4_000), (.hangup, 3, 4_000),
      (.brokenPipe, 3, 3_250), (.user1, 3, 6_000),
      // Its holds have expired.
      (.terminate, 6, 6_250), (.interrupt, 6, 6_250), (.brokenPipe, 6, 6_250),
    ] as [(ProcessSignal, Int, Int)])
  func lateBody(signal: ProcessSignal, second: Int, milliseconds: Int) {
    var plan = Self.plan(.running)
    _ = plan.beginBody()
    _ = plan.end(signal, at: .seconds(2))
    #expect(plan.settle(1, at: .seconds(second)) == .cancelBody)
    let limit = Duration.milliseconds(milliseconds)

    #expect(plan.timePassed(at: limit - .nanoseconds(1)) == nil)
    #expect(plan.timePassed(at: limit) == Self.goDown([], signal, ticket: 2))

    #expect(
      plan.settle(2, at: limit) == Self.close(signal, ticket: 3, since: 2))
    let culprit: Plan.Culprit? = signal == .terminate ? .body : nil
    #expect(
      plan.settle(3, at: limit) == .force(signal, culprit: culprit))
  }

  @Test("a late body that returns during the end was there in time (84)")
  func lateButThere() {
    var plan = Self.plan(.leaving)
    _ = plan.timePassed(at: .seconds(5))
    _ = plan.settle(2, at: .seconds(5))

    #expect(plan.endBody(at: .seconds(5)) == nil)
    #expect(plan.settle(3, at: .seconds(5)) == .finish(.terminate))
  }

  @Test("a ticket of a way down that was overtaken settles nothing")
  func overtaken() {
    var plan = Self.plan(.suspending)
    _ = plan.end(.terminate, at: .seconds(2))
    #expect(plan.settle(1, at: .seconds(2)) == nil)
    #expect(
      plan.settle(2, at: .seconds(2))
        == Self.close(.terminate, ticket: 3, since: 2))
    #expect(plan.settle(2, at: .seconds(2)) == nil)
  }

  // MARK: Time

  @Test(
    "when the budget runs out the process is stopped or ended from beside (40)",
    arguments: [
      (.running, nil), (.suspending, .stop), (.background, .look), (.childInFront, nil),
      (.ending, .force(.terminate, culprit: .mainActor)),
      (.closing, .force(.terminate, culprit: .mainActor)),
      (.ended, .force(.terminate, culprit: nil)),
      (.endingByBody, nil), (.closingByBody, nil), (.endedByBody, nil),
    ] as Rows)
  func budget(phase: Phase, action: Plan.Action?) {
    var plan = Self.plan(phase)
    let deadline = Duration.seconds(6) + Plan.grace

    let before = plan.timePassed(at: deadline - .nanoseconds(1))
    // A job in the background looks for its terminal, whatever the time.
    let look = phase == .background ? Plan.Action.look : nil
    #expect(before == look)

    #expect(plan.timePassed(at: deadline) == action)
  }

  @Test(
    "time is awaited where it decides: for a budget in steps, and for the terminal (62)",
    arguments: [
      (.running, nil), (.suspending, .milliseconds(100)), (.background, .milliseconds(100)),
      (.childInFront, nil), (.ending, .milliseconds(100)), (.leaving, .milliseconds(100)),
      (.closing, .milliseconds(100)), (.ended, .milliseconds(100)),
      (.endingByBody, nil), (.closingByBody, nil), (.endedByBody, nil),
    ] as [(Phase, Duration?)])
  func patience(phase: Phase, time: Duration?) {
    #expect(Self.plan(phase).patience(at: .seconds(2)) == time)
  }

  @Test(
    "a budget is a thousand million seconds at most", arguments: [.suspending, .ending] as [Phase])
  func endlessBudget(phase: Phase) {
    var plan = Self.plan(phase, budget: .seconds(Int64.max) * 10)

    let deadline = Duration.seconds(1_000_000_001) + Plan.grace
    #expect(plan.timePassed(at: deadline - .nanoseconds(1)) == nil)
    #expect(plan.timePassed(at: deadline) != nil)
  }

  @Test("a job that stays in the background is looked at 19 times a minute, and then as before")
  func intervals() {
    var plan = Self.plan(.background)
    var times: [Duration] = []

    for _ in 0..<20 {
      times.append(plan.patience(at: .seconds(2)) ?? .zero)
      #expect(plan.timePassed(at: .seconds(2)) == .look)
      #expect(plan.look(isInFront: false) == nil)
    }

    let growing: [Duration] = [100, 200, 400, 800, 1600, 3200].map { .milliseconds($0) }
    #expect(Array(times[..<6]) == growing)
    #expect(times.last == .milliseconds(3200))

    #expect(plan.look(isInFront: true) != nil)
    _ = plan.suspend(at: .seconds(3))
    _ = plan.settle(plan.lastTicket, at: .seconds(3))
    #expect(plan.patience(at: .seconds(3)) == .milliseconds(100))
  }

  @Test("after a stop, also a declined one, the terminal decides whether listeners come back")
  func stopped() {
    var plan = Self.plan(.suspending)
    #expect(plan.settle(1, at: .seconds(2)) == .stop)
    #expect(plan.stopped(at: .seconds(2)) == nil)
    #expect(plan.timePassed(at: .seconds(2) + Plan.resumeDelay) == .look)
  }

  // MARK: A child in front

  @Test("a child in front is the background, with the keys for itself, and then the way up")
  func child() {
    var plan = Self.plan(.running)
    #expect(plan.beginChild() == .relay(Self.down))

    #expect(plan.end(.interrupt, at: .seconds(3)) == nil)
    #expect(plan.act(.interrupt) == nil)

    #expect(plan.suspend(at: .seconds(3)) == .stop)
    #expect(plan.stopped(at: .seconds(3)) == nil)
    #expect(plan.timePassed(at: .seconds(4)) == .look)
    #expect(plan.look(isInFront: true) == nil)

    #expect(plan.endChild(isInFront: true) == .relay(Self.up))
  }

  @Test("a child that ends after the end of the app changes nothing", arguments: Phase.endings)
  func childDuringTheEnd(phase: Phase) {
    var plan = Self.plan(phase)
    #expect(plan.beginChild() == nil)
    #expect(plan.endChild(isInFront: true) == nil)
  }

  // MARK: Actions

  @Test(
    "an action runs while the app runs, and not on the way to the end",
    arguments: Phase.allCases)
  func act(phase: Phase) {
    var plan = Self.plan(phase)
    let action = plan.act(.user1)
    if Phase.alive.contains(phase) {
      #expect(action == .act(.user1))
    } else {
      #expect(action == nil)
    }
  }

  @Test("signals that come while their action runs are one, which runs it once more")
  func coalesced() {
    var plan = Self.plan(.running)
    #expect(plan.act(.user1) == .act(.user1))
    #expect(plan.act(.user2) == .act(.user2))

    for _ in 0..<3 {
      #expect(plan.act(.user1) == nil)
    }
    #expect(plan.acted(.user1) == .act(.user1))
    #expect(plan.acted(.user1) == nil)

    #expect(plan.act(.user1) == .act(.user1))
    #expect(plan.act(.user1) == nil)
    _ = plan.end(.terminate, at: .seconds(5))
    #expect(plan.acted(.user1) == nil)
  }
}
