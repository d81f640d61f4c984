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
  private func attached() -> ForegroundTask {
    operation.mayEnd.open()
    let task = ForegroundTask(operation: operation.run)
    bus.mediator.attach(task)
    return task
  }

  @Test(
    "the operation starts in the foreground and is cancelled in the background",
    arguments: [AppLifecycleEvent.willEnterForeground, .didBecomeActive])
  func startsAndEnds(event: AppLifecycleEvent) async {
    let task = attached()
    bus.post(.didFinishLaunching)
    await task.waitUntilIdle()
    #expect(operation.starts == 0)

    bus.post(event)
    await operation.waitForStart()
    bus.post(.didEnterBackground)
    await task.waitUntilIdle()

    #expect(operation.starts == 1)
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

    bus.play(.toForeground)
    await task.waitUntilIdle()
    #expect(starts == 1)

    bus.play(.interruption)
    await task.waitUntilIdle()
    #expect(starts == 1)

    bus.play(.toBackground, .toForeground)
    await task.waitUntilIdle()
    #expect(starts == 2)
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

    #expect(failures.isEmpty)
    #expect(errors.count == 1)
    #expect(errors.first is Offline)
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
}

@MainActor
@Suite("A foreground task whose operation takes its time to end", .timeLimit(.minutes(hangMinutes)))
struct SlowForegroundTaskTests {
  private let bus = TestBus()
  /// The first run ignores its cancellation until the test ends it; the later ones return at once.
  private let firstRun = GatedWork()
  private let laterRuns = GatedWork()
  private let run: @MainActor () async throws -> Void
  private let task: ForegroundTask

  init() {
    laterRuns.mayEnd.open()
    let first = firstRun
    let later = laterRuns
    run = {
      let work = first.starts == 0 ? first : later
      try await work.run()
    }
    task = ForegroundTask(operation: run)
    bus.mediator.attach(task)
  }

  private func startFirstRun() async {
    bus.play(.toForeground)
    await firstRun.waitForStart()
  }

  private func endFirstRun() async {
    await firstRun.end()
    await task.waitUntilIdle()
  }

  /// Long enough for what could begin without waiting.
  private func letOthersRun() async {
    for _ in 0..<10 {
      await Task.yield()
    }
  }

  @Test("a return meanwhile starts it anew once the earlier run has returned")
  func returns() async {
    await startFirstRun()

    bus.play(.toBackground, .toForeground)
    await letOthersRun()
    #expect(laterRuns.starts == 0)

    await endFirstRun()
    #expect(firstRun.cancellations == [true])
    #expect(laterRuns.cancellations == [false])
  }

  @Test("a return and another leave meanwhile start nothing; the next return does")
  func returnsAndLeaves() async {
    await startFirstRun()

    bus.play(.toBackground, .toForeground, .toBackground)
    await endFirstRun()
    #expect(laterRuns.starts == 0)

    bus.play(.toForeground)
    await task.waitUntilIdle()
    #expect(laterRuns.starts == 1)
  }

}

@MainActor
@Suite("A foreground task ends for good", .timeLimit(.minutes(hangMinutes)))
struct EndedForegroundTaskTests {
  /// When the end comes.
  enum Moment: CaseIterable {
    case beforeTheFirstEntry
    case whileTheOperationRuns
    case afterItHasReturned
    case whileACancelledOneStillRuns
    case whileARestartWaitsForACancelledOne
  }

  @Test(
    "at termination, whatever its operation does", arguments: Moment.allCases)
  func ends(moment: Moment) async {
    let bus = TestBus()
    let operation = GatedWork()
    let task = ForegroundTask(operation: operation.run)
    bus.mediator.attach(task)
    if moment != .beforeTheFirstEntry {
      bus.post(.didBecomeActive)
      await operation.waitForStart()
    }
    let starts = operation.starts

    switch moment {
    case .beforeTheFirstEntry, .whileTheOperationRuns:
      break
    case .afterItHasReturned:
      await operation.end()
      await task.waitUntilIdle()
    case .whileACancelledOneStillRuns:
      bus.post(.didEnterBackground)
    case .whileARestartWaitsForACancelledOne:
      bus.post(.didEnterBackground, .didBecomeActive)
    }

    bus.post(.willTerminate)
    operation.mayEnd.open()
    await task.waitUntilIdle()
    bus.post(.didEnterBackground, .didBecomeActive)
    await task.waitUntilIdle()

    #expect(operation.starts == starts)
    let isCancelled = moment != .afterItHasReturned
    #expect(operation.cancellations == Array(repeating: isCancelled, count: starts))
  }
}

extension ForegroundTask {
  /// Waits until no operation runs.
  fileprivate func waitUntilIdle() async {
    var last: Task<Void, Never>?
    while let task, task != last {
      await task.value
      last = task
    }
  }
}
