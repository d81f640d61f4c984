import TestSupport
import Testing

@testable import LifecycleBus
@testable import LifecycleBusSignals

@MainActor
@Suite("Tasks that wait for the end", .timeLimit(.minutes(hangMinutes)))
struct SignalWaitTests {
  private let source = ProcessSignalSource(mediator: TestBus().mediator)

  @Test("a task that is cancelled while it waits for the end goes on without a signal")
  func cancelled() async {
    let waiting = Task { await source.end(.onSignal) }
    let staying = Task { await source.end(.onSignal) }
    while source.waiters.count < 2 { await Task.yield() }
    waiting.cancel()
    #expect(await waiting.value == nil)
    #expect(source.waiters.count == 1)
    staying.cancel()
    #expect(await staying.value == nil)
  }

  @Test("a task that was cancelled before does not wait")
  func cancelledBefore() async {
    let waiting = Task { await source.end(.onSignal) }
    waiting.cancel()
    #expect(await waiting.value == nil)
    #expect(source.waiters.isEmpty)
  }
}
