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
    await operation.waitForStart(1)
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
    await operation.waitForStart(1)
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
    await operation.waitForStart(1)
    #expect(mediator?.listenerCount == 1)
    mediator = nil
    await operation.end()
    #expect(operation.cancellations == [true])
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
    init(
      after least: Duration? = nil, every interval: Duration = .zero, mac isMac: Bool = false,
      replay: AppLifecycleMediator.Replay = .none, launch: AppLifecycleScenario? = nil,
      failures: Int = 0
    ) {
      bus = TestBus(policy: .lifecycle, vocabulary: isMac ? .appKit : .uiKit)
      if let launch { bus.play(launch) }
      let action = ReturnAction(after: least, atMostEvery: interval, clock: clock) {
        [weak self] absence in
        self?.calls.append(absence.map { Int($0.components.seconds) } ?? -1)
        if let self, calls.count <= failures { throw Offline() }
      }
      bus.mediator.attach(action, replay: replay)
    }

    func absence(_ seconds: Int, _ leave: [AppLifecycleEvent], _ comeBack: [AppLifecycleEvent]) {
      for event in leave { bus.postAlsoOfWorkspace(event) }
      clock.advance(by: .seconds(seconds))
      for event in comeBack { bus.postAlsoOfWorkspace(event) }
    }

    func absence(_ seconds: Int) {
      absence(
        seconds, AppLifecycleScenario.toBackground.events, AppLifecycleScenario.toForeground.events)
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

  @Test("a machine that sleeps is an absence, on a Mac as on a phone", arguments: [true, false])
  func sleep(isMac: Bool) {
    let setup = Setup(after: .seconds(60), mac: isMac)
    setup.bus.play(.coldLaunchWithScenes)
    setup.absence(8 * 3_600, [.systemWillSleep], [.systemDidWake])
    setup.absence(70, [.systemWillSleep, .willResignActive, .didEnterBackground], [.systemDidWake])
    #expect(setup.calls == [28_800])
    setup.bus.post(.willEnterForeground, .didBecomeActive)
    #expect(setup.calls == [28_800, 70])
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

@Suite("Restart rules")
struct RestartRulesTests {
  enum Step: CaseIterable { case enter, leave, end, stop }

  /// The reference model: the app is in the scope or not, and at most one operation lives.
  struct Model {
    var isInside = false
    var isStopped = false
    /// Cancelled or not; `nil` when none lives.
    var liveIsCancelled: Bool?
    var hasEndedHere = false

    mutating func take(_ step: Step) {
      switch step {
      case .enter where !isInside && !isStopped: isInside = true
      case .leave:
        isInside = false
        hasEndedHere = false
        if liveIsCancelled != nil { liveIsCancelled = true }
      case .stop:
        isStopped = true
        isInside = false
        if liveIsCancelled != nil { liveIsCancelled = true }
      case .end:
        if liveIsCancelled == false { hasEndedHere = true }
        liveIsCancelled = nil
      case .enter: break
      }
      if isInside, liveIsCancelled == nil, !hasEndedHere { liveIsCancelled = false }
    }
  }

  @Test("in every sequence of eight steps the rules agree with the model")
  func everySequence() {
    var sequences: [[Step]] = [[]]
    for _ in 1...8 { sequences = sequences.flatMap { old in Step.allCases.map { old + [$0] } } }
    for sequence in sequences {
      var rules = RestartRules()
      var model = Model()
      var live: Bool?
      for step in sequence {
        if step == .end, live == nil { continue }
        if step == .end { live = nil }
        let action =
          switch step {
          case .enter: rules.enter()
          case .leave: rules.leave()
          case .end: rules.operationEnded()
          case .stop: rules.stop()
          }
        switch action {
        case .start:
          if live != nil { Issue.record("two at once in \(sequence)") }
          live = false
        case .cancel:
          if live != false { Issue.record("cancelled nothing in \(sequence)") }
          live = true
        case nil: break
        }
        model.take(step)
        if live != model.liveIsCancelled { Issue.record("\(rules.phase) after \(sequence)") }
      }
    }
  }
}
