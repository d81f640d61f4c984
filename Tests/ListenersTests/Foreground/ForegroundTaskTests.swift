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
