import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("Foreground task", .timeLimit(.minutes(hangMinutes)))
struct ForegroundTaskTests {
  private let bus = TestBus()
  private let operation = GatedWork(untilCancelled: true)

  /// A task that is attached, and whose operation ends when it is cancelled.
  private func attached(while scope: ForegroundTask.Scope = .foreground) -> ForegroundTask {
    operation.mayEnd.open()
    let task = ForegroundTask(while: scope, operation: operation.run)
    bus.mediator.attach(task)
    return task
  }

  @Test(
    "the operation starts in its scope and is cancelled outside",
    arguments: [
      (ForegroundTask.Scope.foreground, AppLifecycleEvent.willEnterForeground),
      (.foreground, .didBecomeActive), (.active, .didBecomeActive),
    ])
  func startsAndEnds(scope: ForegroundTask.Scope, event: AppLifecycleEvent) async {
    let task = attached(while: scope)
    bus.post(.didFinishLaunching)
    #expect(!task.isRunning)
    bus.post(event)
    await operation.waitForStart()
    bus.post(scope == .active ? .willResignActive : .didEnterBackground)
    await task.waitUntilIdle()
    #expect(operation.cancellations == [true])
  }

  @Test("an operation that returns starts again at the next entry; one cancelled at once does not")
  func endsByItself() async {
    var starts = 0
    let task = ForegroundTask { starts += 1 }
    bus.mediator.attach(task)
    bus.post(.didBecomeActive, .didEnterBackground)
    await task.waitUntilIdle()
    #expect(starts == 0)
    for (scenario, count) in [
      (AppLifecycleScenario.toForeground, 1), (.interruption, 1),
      (.toBackground + .toForeground, 2),
    ] {
      bus.play(scenario)
      await task.waitUntilIdle()
      #expect(starts == count)
    }
  }

  @Test("an error is reported, cancellation is not")
  func errors() async {
    var errors: [any Error] = []
    var failures: [any Error] = [Offline(), CancellationError()]
    let task = ForegroundTask { throw failures.removeFirst() }
    task.onError = { errors.append($0) }
    bus.mediator.attach(task)
    bus.post(.didBecomeActive)
    await task.waitUntilIdle()
    bus.post(.didEnterBackground, .didBecomeActive)
    await task.waitUntilIdle()
    #expect(errors.count == 1)
    #expect(errors.first is Offline)
  }

  @Test("termination and stop() end the operation for good", arguments: [true, false])
  func ends(byStopping: Bool) async {
    let task = attached()
    bus.post(.didBecomeActive)
    await operation.waitForStart()
    if byStopping { task.stop() } else { bus.post(.willTerminate) }
    task.stop()
    await task.waitUntilIdle()
    bus.post(.didEnterBackground, .didBecomeActive)
    #expect(!task.isRunning)
    #expect(operation.cancellations == [true])
  }

  @Test("the operation is cancelled when its listener is released")
  func endsWithTheListener() async {
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: bus.center) {
      ForegroundTask(operation: operation.run)
    }
    bus.post(.didBecomeActive)
    await operation.waitForStart()
    #expect(mediator?.listenerCount == 1)
    mediator = nil
    await operation.end()
    #expect(operation.cancellations == [true])
  }
  @Test(
    "in each phase an entry, a leave, an end and a stop do what they should",
    arguments: [
      ("les", ".SC"), ("eexele", "S....S"), ("elxe", "SC.S"), ("ellxe", "SC..S"),
      ("elexe", "SC.S."), ("eleexl", "SC..SC"), ("elelxe", "SC...S"),
      ("sele", "...."), ("esxe", "SC.."), ("exsle", "S...."), ("elsxe", "SC..."),
      ("elesxe", "SC...."),
    ])
  func rules(steps: String, expected: String) {
    var rules = RestartRules()
    let actions = steps.map { step in
      switch step {
      case "e": rules.enter()
      case "l": rules.leave()
      case "x": rules.operationEnded()
      default: rules.stop()
      }
    }
    #expect(String(actions.map { $0 == .start ? "S" : $0 == .cancel ? "C" : "." }) == expected)
  }
}

@MainActor
@Suite("A return action")
struct ReturnActionTests {
  /// A bus with an action, and the absences that it was called with, in seconds; -1 for none.
  @MainActor
  private final class Setup {
    let bus: TestBus
    let clock = ManualClock()
    private(set) var calls: [Int] = []

    /// - `failures`: How often the action throws at first.
    init(after least: Duration? = nil, every interval: Duration = .zero, failures: Int = 0) {
      bus = TestBus(policy: .balanced)
      let action = ReturnAction(after: least, atMostEvery: interval, clock: clock) {
        [weak self] absence in
        self?.calls.append(absence.map { Int($0.components.seconds) } ?? -1)
        if let self, calls.count <= failures { throw Offline() }
      }
      bus.mediator.attach(action)
    }

    func absence(_ seconds: Int) {
      bus.play(.toBackground)
      clock.advance(by: .seconds(seconds))
      bus.play(.toForeground)
    }
  }

  @Test(
    "a launch is one return, with or without scenes",
    arguments: [AppLifecycleScenario.coldLaunchWithScenes, .coldLaunchWithoutScenes])
  func launch(scenario: AppLifecycleScenario) {
    let setup = Setup(every: .seconds(300))
    setup.bus.play(scenario)
    for seconds in [299, 1, 299, 2] { setup.absence(seconds) }
    #expect(setup.calls == [-1, 1, 2])
  }

  @Test("with a least absence, a launch and a shorter one do not count")
  func least() {
    let setup = Setup(after: .seconds(60))
    setup.bus.play(.coldLaunchWithScenes, .interruption)
    for seconds in [59, 60, 2_600_000] { setup.absence(seconds) }
    #expect(setup.calls == [60, 2_600_000])
  }

  @Test("a refresh that fails does not count as done")
  func failure() {
    let setup = Setup(every: .seconds(300), failures: 1)
    setup.bus.play(.coldLaunchWithScenes)
    for _ in 1...3 { setup.absence(0) }
    #expect(setup.calls == [-1, 0])
  }

  @Test("the longest interval stops nothing")
  func longest() {
    let setup = Setup(after: .zero, every: .seconds(Int64.max))
    setup.bus.play(.coldLaunchWithScenes)
    for _ in 1...2 { setup.absence(1) }
    #expect(setup.calls == [1])
  }
}
