import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Event streams", .timeLimit(.minutes(hangMinutes)))
struct EventStreamTests {
  private let bus = TestBus()
  private let walk: [AppLifecycleEvent] = [
    .didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground, .willTerminate,
  ]

  private func events(of stream: AsyncStream<AppLifecycleEvent>?) async -> [AppLifecycleEvent] {
    var heard: [AppLifecycleEvent] = []
    guard let stream else { return heard }

    for await event in stream {
      heard.append(event)
    }
    return heard
  }

  /// Waits until the number of listeners is this; the suite's time limit bounds the wait.
  private func count(becomes number: Int) async {
    while bus.mediator.listenerCount != number, !Task.isCancelled {
      await Task.yield()
    }
    #expect(bus.mediator.listenerCount == number)
  }

  @Test("each stream has every event in order, read later or meanwhile, and then ends (38)")
  func everyEvent() async {
    let late = [bus.mediator.events(), bus.mediator.events()]
    let stream = bus.mediator.events()
    let reader = Task { await events(of: stream) }

    for event in walk {
      bus.post(event)
      await Task.yield()
    }

    #expect(await reader.value == walk)
    for stream in late {
      #expect(await events(of: stream) == walk)
    }
    await count(becomes: 0)
  }

  @Test("a stream ends when the mediator is released (38)")
  func mediatorGoes() async {
    let center = NotificationCenter()
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: center)
    let stream = mediator?.events()

    center.post(.didFinishLaunching)
    mediator = nil

    #expect(await events(of: stream) == [.didFinishLaunching])
  }

  /// A task that alone keeps a stream, and reads it up to didBecomeActive.
  private func reader() -> Task<Void, Never> {
    let stream = bus.mediator.events()
    return Task {
      for await event in stream where event == .didBecomeActive {
        break
      }
    }
  }

  @Test(
    "leaving the loop, or cancelling its task, detaches the stream (38)", arguments: [false, true])
  func leaving(isCancelled: Bool) async {
    let reader = reader()
    #expect(bus.mediator.listenerCount == 1)

    if isCancelled {
      reader.cancel()
    } else {
      bus.post(.didFinishLaunching, .didBecomeActive)
    }
    await reader.value

    await count(becomes: 0)
  }

  @Test("dropping the stream detaches it (38)")
  func dropping() async {
    _ = bus.mediator.events()

    await count(becomes: 0)
  }

  @Test("a stream that is made in a callback begins with the next event (10, 38)")
  func madeInCallback() async {
    let slot = Slot<AsyncStream<AppLifecycleEvent>>()
    bus.mediator.on(.didFinishLaunching) { _ in slot.value = bus.mediator.events() }

    bus.post(walk)

    #expect(await events(of: slot.value) == Array(walk.dropFirst()))
  }

  @Test("a stream that is made after willTerminate ends at once (29, 38)")
  func afterTheEnd() async {
    bus.post(.willTerminate)

    #expect(await events(of: bus.mediator.events()) == [])
    #expect(bus.mediator.listenerCount == 0)
  }
}
