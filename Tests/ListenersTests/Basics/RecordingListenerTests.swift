import LifecycleBus
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("Recording listener")
struct RecordingListenerTests {
  @Test("events, states and contexts are recorded in order")
  func remembers() {
    let bus = TestBus(policy: .lifecycle)
    let recording = RecordingListener()
    bus.mediator.attach(recording)
    bus.post(.didBecomeActive, .didReceiveMemoryWarning)
    #expect(recording.events == [.didFinishLaunching, .didBecomeActive, .didReceiveMemoryWarning])
    #expect(recording.states == [.inactive, .active, .active])
    #expect(recording.contexts.map(\.origin) == [.synthesized, .posted, .posted])
    recording.clear()
    #expect(recording.events.isEmpty)
  }

  @Test("a wait for a received event returns at once")
  func heardAlready() async throws {
    let recording = RecordingListener()
    recording.receive(.didBecomeActive)
    recording.receive(.didBecomeActive)
    try await recording.wait(for: .didBecomeActive, count: 2)
    #expect(recording.count(of: .didBecomeActive) == 2)
  }

  @Test("a wait ends with its event and count only")
  func waits() async throws {
    let recording = RecordingListener()
    var isOver = false
    let isWaiting = Gate()
    let waiting = Task {
      isWaiting.open()
      try await recording.wait(for: .didEnterBackground, count: 2)
      isOver = true
    }
    await isWaiting.wait()
    recording.receive(.didEnterBackground)
    recording.receive(.willResignActive)
    await Task.yield()
    #expect(!isOver)
    recording.receive(.didEnterBackground)
    try await waiting.value
    #expect(isOver)
  }

  @Test("a wait counts again from the removal of all events")
  func cleared() async throws {
    let recording = RecordingListener()
    let isWaiting = Gate()
    let waiting = Task {
      isWaiting.open()
      try await recording.wait(for: .didBecomeActive, count: 2)
      return recording.events
    }
    await isWaiting.wait()
    recording.receive(.didBecomeActive)
    recording.clear()
    for event in [AppLifecycleEvent.didBecomeActive, .willResignActive, .didBecomeActive] {
      recording.receive(event)
      await Task.yield()
    }
    #expect(try await waiting.value.count == 3)
  }

  @Test("a wait cancelled before or during it throws")
  func cancelled() async throws {
    let recording = RecordingListener()
    let isWaiting = Gate()
    let waiting = Task {
      isWaiting.open()
      try await recording.wait(for: .didBecomeActive)
    }
    await isWaiting.wait()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }

    let early = Task { try await recording.wait(for: .didBecomeActive) }
    early.cancel()
    await #expect(throws: CancellationError.self) { try await early.value }
    recording.receive(.didBecomeActive)
  }
}
