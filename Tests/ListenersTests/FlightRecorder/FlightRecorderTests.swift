import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("A flight recorder")
struct FlightRecorderTests {
  private let bus = TestBus()
  private let clock = ManualClock()

  private func recorder(capacity: Int = 512) -> FlightRecorder {
    let recorder = FlightRecorder(capacity: capacity, clock: clock)
    bus.mediator.probe = recorder
    return recorder
  }

  /// A listener that takes its time.
  private func slow(_ name: String, _ milliseconds: Int) -> ClosureListener {
    ClosureListener(name) { [clock] _ in clock.advance(by: .milliseconds(milliseconds)) }
  }

  @Test("an event is recorded with its states, its time and its calls (43)")
  func events() {
    let recorder = recorder()
    bus.attach("one")
    bus.mediator.on(.didBecomeActive) { [clock] _ in clock.advance(by: .milliseconds(3)) }
    clock.advance(by: .seconds(1))
    bus.post(.didFinishLaunching)
    clock.advance(by: .seconds(1))
    bus.post(.didBecomeActive)
    clock.advance(by: .seconds(1))

    let recording = recorder.recording
    #expect(recording.events.map(\.number) == [1, 2])
    #expect(recording.events.map(\.event) == [.didFinishLaunching, .didBecomeActive])
    #expect(recording.events.map(\.previousState) == [.notRunning, .inactive])
    #expect(recording.events.map(\.state) == [.inactive, .active])
    #expect(recording.events.map(\.start) == [.seconds(1), .seconds(2)])
    #expect(recording.events.map(\.duration) == [.zero, .milliseconds(3)])
    #expect(recording.events[1].calls.count == 2)
    #expect(recording.events[1].calls[0].listener == "JournalingListener")
    #expect(recording.events[1].calls[1].listener.hasPrefix("closure at ListenersTests/"))
    #expect(recording.end == .milliseconds(3_003))
  }

  @Test(
    "the oldest events are dropped and counted when the capacity is reached",
    arguments: [1, 3, 512])
  func bounded(capacity: Int) {
    let recording = recorder(capacity: capacity)
    for _ in 0..<600 { bus.post(.didReceiveMemoryWarning) }
    #expect(recording.recording.events.map(\.number) == Array((601 - capacity)...600))
    #expect(recording.recording.droppedCount == 600 - capacity)
  }

  @Test("a replay to a late listener is an event of its own")
  func replay() {
    let recorder = recorder()
    bus.post(.didFinishLaunching)
    bus.attach("first") { [weak bus] context in
      if context.event == .didBecomeActive { bus?.attach("late", replay: .launch) }
    }
    bus.post(.didBecomeActive)
    let events = recorder.recording.events
    #expect(events.map(\.number) == [1, 2, 3])
    #expect(events.map(\.origin) == [.posted, .posted, .replayed])
    #expect(events.map(\.calls.count) == [0, 1, 1])
  }

  @Test(
    "read inside a callback, the recording includes the event being delivered",
    arguments: [1, 2, 512])
  func underWay(capacity: Int) {
    let recorder = recorder(capacity: capacity)
    var recordings: [FlightRecording] = []
    bus.attach("first")
    bus.attach("second") { [clock] _ in
      clock.advance(by: .milliseconds(2))
      recordings.append(recorder.recording)
    }
    bus.post(.didFinishLaunching, .didBecomeActive)
    #expect(recordings.last?.events.last?.event == .didBecomeActive)
    #expect(recordings.last?.events.last?.duration == .milliseconds(2))
    #expect(recordings.last?.events.last?.calls.count == 1)
    #expect(recordings.last?.events.count == min(2, capacity))
    #expect(recordings.last?.droppedCount == 2 - min(2, capacity))
  }

  @Test("events of two mediators that post to each other are recorded apart")
  func nested() {
    let recorder = recorder()
    let other = TestBus()
    other.mediator.probe = recorder
    other.attach("inner")
    bus.attach("outer") { _ in other.post(.didReceiveMemoryWarning) }
    bus.post(.didFinishLaunching)
    let events = recorder.recording.events
    #expect(events.map(\.event) == [.didFinishLaunching, .didReceiveMemoryWarning])
    #expect(events.map(\.calls.count) == [1, 1])
  }

  @Test("a recorder set or removed inside a callback counts from the next event (44)")
  func attachedLate() {
    let recorder = FlightRecorder(clock: clock)
    bus.attach("switch") { [weak bus] context in
      bus?.mediator.probe = context.event == .didBecomeActive ? recorder : nil
    }
    bus.post(.didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground)
    #expect(recorder.recording.events.map(\.event) == [.willResignActive])
    recorder.relayDidEnd(AppLifecycleContext(event: .didBecomeActive))
    recorder.relayDidCall(.init(event: .didBecomeActive, listener: "unknown", duration: .zero))
    #expect(recorder.recording.events.count == 1)
  }

  @Test("events are in the order of their numbers, also when a full ring drops one being delivered")
  func numbersInOrder() {
    let recorder = FlightRecorder(capacity: 3, clock: clock)
    recorder.relayWillBegin(AppLifecycleContext(event: .didFinishLaunching))
    for count in 1...4 {
      recorder.relayWillCall(
        "late", context: AppLifecycleContext(event: .didBecomeActive, origin: .replayed))
      recorder.relayDidCall(
        .init(event: .didBecomeActive, listener: "late", duration: .zero, isReplay: true))
      let numbers = recorder.recording.events.map(\.number)
      #expect(numbers == Array(max(1, count - 1)...(count + 1)))
    }
    recorder.relayDidCall(.init(event: .didFinishLaunching, listener: "a", duration: .zero))
    recorder.relayDidEnd(AppLifecycleContext(event: .didFinishLaunching))
    #expect(recorder.recording.events.map(\.number) == [3, 4, 5])
    #expect(recorder.recording.droppedCount == 2)
  }

  @Test("listeners of one type are told apart by their names, and a group's children by theirs")
  func names() throws {
    let recorder = recorder()
    recorder.allowance = .milliseconds(5)
    bus.mediator.attach(slow("purge", 1))
    bus.mediator.attach(slow("index", 9))
    bus.mediator.attach(
      ListenerGroup("media") {
        slow("cache", 2)
        ListenerGroup("sound") { slow("player", 30) }
      })
    bus.mediator.attach(BackgroundWork("upload") {})
    bus.post(.didBecomeActive)
    let event = try #require(recorder.recording.events.first)
    let heard = ["purge", "index", "media/cache", "media/sound/player", "upload"]
    #expect(event.calls.map(\.listener) == heard)
    // Each has a bar of its own; "upload" takes no time.
    let names = TimelineBars(recorder.recording, marks: [:]).bars.map(\.listener)
    #expect(names == ["media/sound/player", "index", "media/cache", "purge"])
  }

  @Test("a slow listener that posts an end is the one that is late, and its call is in its event")
  func slowAndEnding() {
    let recorder = recorder()
    var offenders: [String] = []
    recorder.onOverrun = { offenders += $0.offenders.map(\.listener) }
    bus.mediator.attach(
      ClosureListener("slow", .didBecomeActive) { [clock, bus] _ in
        clock.advance(by: .milliseconds(200))
        bus.mediator.post(.willTerminate)
      })
    bus.mediator.attach(ClosureListener("next") { _ in })
    bus.post(.didBecomeActive)
    let events = recorder.recording.events
    #expect(offenders == ["slow"])
    #expect(events.first?.calls.map(\.listener) == ["next", "slow"])
    #expect(events.first?.calls.map(\.duration) == [.zero, .milliseconds(200)])
  }

  @Test("a late event names the fewest listeners that explain it")
  func overruns() {
    let recorder = FlightRecorder(clock: clock)
    var overruns: [FlightRecording.RecordedEvent] = []
    recorder.onOverrun = { overruns.append($0) }
    for event in [AppLifecycleEvent.didFinishLaunching, .didBecomeActive] {
      recorder.relayWillBegin(AppLifecycleContext(event: event))
      for (listener, milliseconds) in [("a", 4), ("b", 20), ("c", 15)] {
        recorder.relayWillCall(listener, context: AppLifecycleContext(event: event))
        clock.advance(by: .milliseconds(milliseconds))
        recorder.relayDidCall(
          .init(event: event, listener: listener, duration: .milliseconds(milliseconds)))
      }
      recorder.relayDidEnd(AppLifecycleContext(event: event))
    }
    #expect(overruns.map(\.event) == [.didBecomeActive])
    #expect(overruns.first?.offenders.map(\.listener) == ["b", "c"])
    #expect(overruns.first?.calls.map(\.start) == [39, 43, 63].map { .milliseconds($0) })
    #expect(recorder.recording.overruns == overruns)
  }

  @Test("events and calls are measured by the recorder's clock alone")
  func oneClock() {
    let recorder = recorder()
    bus.mediator.attach(slow("slow", 51))
    bus.attach("late")
    bus.post(.didBecomeActive)
    bus.mediator.attach(slow("replayed", 2), replay: .state)
    let events = recorder.recording.events
    #expect(events[0].calls.map(\.duration) == [.milliseconds(51), .zero])
    #expect(events[0].offenders.map(\.listener) == ["slow"])
    #expect(events.last?.start == .milliseconds(51 + 2 * (events.count - 2)))
    #expect(events.dropFirst().allSatisfy { $0.calls.map(\.duration) == [.milliseconds(2)] })
    #expect(TimelineBars(recorder.recording, marks: [:]).bars.first?.listener == "slow")
  }

  @Test("time outside the recorded calls is not charged to a listener")
  func notBlamed() {
    let call = { FlightRecording.Call(listener: $0, start: .zero, duration: .milliseconds($1)) }
    func offenders(_ total: Int, _ calls: [FlightRecording.Call]) -> [String]? {
      let event = FlightRecording.RecordedEvent(
        number: 1, event: .willTerminate, previousState: .background, state: .terminated,
        start: .zero, duration: .milliseconds(total), calls: calls)
      return event.isLate ? event.offenders.map(\.listener) : nil
    }
    #expect(offenders(52, [call("quick", 1), call("slow", 20)]) == ["slow"])
    #expect(offenders(52, [call("quick", 1)]) == [])
    #expect(offenders(17, [call("quick", 1), call("slow", 15)]) == ["slow"])
    #expect(offenders(16, [call("slow", 16)]) == nil)
  }

  @Test(
    "the launch has its own allowance",
    arguments: [
      (AppLifecycleEvent.didFinishLaunching, 100, false), (.didFinishLaunching, 101, true),
      (.didBecomeActive, 16, false), (.didBecomeActive, 17, true),
    ])
  func budgets(event: AppLifecycleEvent, milliseconds: Int, isLate: Bool) {
    let recorder = recorder()
    bus.mediator.attach(slow("slow", milliseconds))
    bus.post(event)
    #expect(recorder.recording.overruns.isEmpty != isLate)
  }

  #if os(macOS) || os(Linux)
    @Test("a capacity of zero stops the program")
    func zeroCapacity() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run { _ = FlightRecorder(capacity: 0) }
      }
    }
  #endif
}
