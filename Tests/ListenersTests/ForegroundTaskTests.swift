import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("Foreground task", .timeLimit(.minutes(hangMinutes)))
struct ForegroundTaskTests {
  private let bus = TestBus()
  private let operation = GatedWork()

  private func attached() -> ForegroundTask {
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
    operation.mayEnd.open()
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
  @Test("a return starts it anew once the cancelled run has returned")
  func returns() async {
    let task = attached()
    bus.play(.toForeground)
    await operation.waitForStart()

    bus.play(.toBackground, .toForeground)
    // Long enough for what could begin without waiting.
    for _ in 0..<10 {
      await Task.yield()
    }
    #expect(operation.starts == 1)

    operation.mayEnd.open()
    await task.waitUntilIdle()
    #expect(operation.cancellations == [true, false])
  }

  @Test(
    "the end cancels it for good, also if a return waits for a cancelled run",
    arguments: [false, true])
  func ends(isReturning: Bool) async {
    let task = attached()
    bus.post(.didBecomeActive)
    await operation.waitForStart()
    if isReturning {
      bus.post(.didEnterBackground, .didBecomeActive)
    }

    bus.post(.willTerminate)
    operation.mayEnd.open()
    await task.waitUntilIdle()
    bus.post(.didEnterBackground, .didBecomeActive)
    await task.waitUntilIdle()

    #expect(operation.cancellations == [true])
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
