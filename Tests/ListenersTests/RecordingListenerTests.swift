import LifecycleBus
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("Recording listener")
struct RecordingListenerTests {
  private let recording = RecordingListener()

  /// A task that waits for an event, and has begun to.
  private func waiter(
    _ event: AppLifecycleEvent, count: Int = 1
  ) async -> Task<[AppLifecycleEvent], any Error> {
    let isWaiting = Gate()

    let waiting = Task {
      isWaiting.open()
      try await recording.wait(for: event, count: count)
      return recording.events
    }
    await isWaiting.wait()
    return waiting
  }

  @Test("events and contexts are recorded in order, and not waited for again")
  func remembers() async throws {
    let bus = TestBus(policy: .balanced)
    bus.mediator.attach(recording)

    bus.post(.didBecomeActive, .didReceiveMemoryWarning)

    #expect(recording.events == [.didFinishLaunching, .didBecomeActive, .didReceiveMemoryWarning])
    #expect(recording.contexts.map(\.state) == [.inactive, .active, .active])
    #expect(recording.contexts.map(\.origin) == [.synthesized, .posted, .posted])
    try await recording.wait(for: .didBecomeActive)
  }

  @Test("a wait ends with its event and count only")
  func waits() async throws {
    let waiting = await waiter(.didBecomeActive, count: 2)

    for event in [AppLifecycleEvent.didBecomeActive, .willResignActive, .didBecomeActive] {
      recording.receive(event)
      await Task.yield()
    }

    #expect(try await waiting.value.count == 3)
  }

  @Test("a wait cancelled before or during it throws")
  func cancelled() async throws {
    let waiting = await waiter(.didBecomeActive)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }

    let early = Task { try await recording.wait(for: .didBecomeActive) }
    early.cancel()
    await #expect(throws: CancellationError.self) { try await early.value }
    recording.receive(.didBecomeActive)
  }
}
