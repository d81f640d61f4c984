import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Event streams", .timeLimit(.minutes(hangMinutes)))
struct EventStreamTests {
  nonisolated static let walk: [AppLifecycleEvent] = [
    .didFinishLaunching, .didBecomeActive, .didReceiveMemoryWarning, .willResignActive,
    .didEnterBackground, .willTerminate,
  ]

  @Test("each stream gets every event in order and ends (38)")
  func everyEvent() async {
    let bus = TestBus()
    let streams = (0..<3).map { _ in bus.mediator.events() }
    for event in Self.walk { bus.post(event) }
    for stream in streams {
      var heard: [AppLifecycleEvent] = []
      for await event in stream { heard.append(event) }
      #expect(heard == Self.walk)
    }
    await count(of: bus.mediator, becomes: 0)
  }

  @Test("streams read during posts get every event (38)")
  func readMeanwhile() async {
    let bus = TestBus()
    let readers = (0..<4).map { _ in
      let stream = bus.mediator.events()
      return Task {
        var heard: [AppLifecycleEvent] = []
        for await event in stream { heard.append(event) }
        return heard
      }
    }
    for event in Self.walk {
      bus.post(event)
      await Task.yield()
    }
    for reader in readers { #expect(await reader.value == Self.walk) }
  }

  @Test("a stream ends when the mediator is released (38)")
  func mediatorGoes() async {
    let center = NotificationCenter()
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: center)
    let stream = mediator?.events()
    center.post(.didFinishLaunching)
    mediator = nil
    var heard: [AppLifecycleEvent] = []
    if let stream { for await event in stream { heard.append(event) } }
    #expect(heard == [.didFinishLaunching])
  }

  @Test("leaving the loop detaches the stream (38)")
  func leaving() async {
    let bus = TestBus()
    bus.attach("other")
    let reader = Task {
      for await event in bus.mediator.events() where event == .didBecomeActive { break }
    }
    await count(of: bus.mediator, becomes: 2)
    bus.post(.didFinishLaunching, .didBecomeActive)
    await reader.value
    await count(of: bus.mediator, becomes: 1)
    bus.post(.willResignActive)
    #expect(bus.calls.last == "other.willResignActive")
  }

  @Test("cancelling the reader detaches the stream (38)")
  func cancelling() async {
    let bus = TestBus()
    let reader = Task {
      for await _ in bus.mediator.events() {}
    }
    await count(of: bus.mediator, becomes: 1)
    reader.cancel()
    await reader.value
    await count(of: bus.mediator, becomes: 0)
  }

  @Test("dropping an unread stream detaches it (38)")
  func dropped() async {
    let bus = TestBus()
    do { _ = bus.mediator.events() }
    await count(of: bus.mediator, becomes: 0)
  }

  @Test("a stream made in a callback has the next event (10, 38)")
  func madeInCallback() async {
    let bus = TestBus()
    let slot = Slot<AsyncStream<AppLifecycleEvent>>()
    bus.mediator.on(.didFinishLaunching) { _ in slot.value = bus.mediator.events() }
    for event in Self.walk { bus.post(event) }
    var heard: [AppLifecycleEvent] = []
    if let stream = slot.value { for await event in stream { heard.append(event) } }
    #expect(heard == Array(Self.walk.dropFirst()))
  }

  @Test("a stream made after willTerminate ends at once (29, 38)")
  func afterTermination() async {
    let bus = TestBus(policy: .lifecycle)
    bus.post(.willTerminate)
    var heard: [AppLifecycleEvent] = []
    for await event in bus.mediator.events() { heard.append(event) }
    #expect(heard.isEmpty)
    await count(of: bus.mediator, becomes: 0)
  }

  /// Waits until the number of listeners is this; the suite's time limit bounds the wait.
  private func count(of mediator: AppLifecycleMediator, becomes number: Int) async {
    while mediator.listenerCount != number, !Task.isCancelled { await Task.yield() }
    #expect(mediator.listenerCount == number)
  }
}
