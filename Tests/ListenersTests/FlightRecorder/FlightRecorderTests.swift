import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("A flight recorder")
struct FlightRecorderTests {
  private let bus = TestBus()

  private func recorder(
    capacity: Int = 512, allowance: Duration = .seconds(1_000)
  ) -> FlightRecorder {
    let recorder = FlightRecorder(
      capacity: capacity, launchAllowance: .seconds(1_000), allowance: allowance)
    bus.mediator.probe = recorder
    return recorder
  }

  @Test("an event is recorded with its states, its times and its calls (43)")
  func events() {
    let recorder = recorder()
    bus.attach("one")
    bus.mediator.on(.didBecomeActive) { _ in }
    bus.post(.didFinishLaunching, .didBecomeActive)

    let recording = recorder.recording
    #expect(recording.events.map(\.number) == [1, 2])
    #expect(recording.events.map(\.event) == [.didFinishLaunching, .didBecomeActive])
    #expect(recording.events.map(\.previousState) == [.notRunning, .inactive])
    #expect(recording.events.map(\.state) == [.inactive, .active])
    #expect(recording.events.map(\.calls.count) == [2, 2])
    #expect(recording.events[1].calls[0].listener == "JournalingListener")
    #expect(recording.events[1].calls[1].listener.hasPrefix("closure at ListenersTests/"))
    // Each time lies in that of what contains it, with the same clock.
    var time = Duration.zero
    for recorded in recording.events {
      for (start, end) in [(recorded.start, recorded.start)]
        + recorded.calls.map({ ($0.start, $0.start + $0.duration) })
      {
        #expect(time <= start)
        time = end
      }
      #expect(time <= recorded.start + recorded.duration)
    }
    #expect(time <= recording.end)
  }

  @Test(
    "the oldest events are dropped and counted when the capacity is reached",
    arguments: [1, 3, 512, .max / 2 + 1, .max])
  func bounded(capacity: Int) {
    let recorder = recorder(capacity: capacity)
    for count in 1...1_300 {
      bus.post(.didReceiveMemoryWarning)
      guard [1, 2, 600, 1_300].contains(count) else { continue }
      let recording = recorder.recording
      #expect(recording.events.map(\.number) == Array(max(count - capacity + 1, 1)...count))
      #expect(recording.droppedCount == max(count - capacity, 0))
    }
  }

  #if DEBUG && (os(macOS) || os(Linux))
    @Test("a recorder of nothing is a mistake, with a sentence")
    func noCapacity() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run { _ = FlightRecorder(capacity: 0) }
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(output.contains("Give 1 or more events."))
    }
  #endif

  @Test("a replay to a late listener is an event of its own, and changes no state")
  func replay() {
    let recorder = recorder()
    bus.post(.didFinishLaunching)
    bus.attach("first") { [weak bus] context in
      if context.event == .didBecomeActive { bus?.attach("late", replay: .launch) }
    }
    bus.post(.didBecomeActive)
    let events = recorder.recording.events
    #expect(events.map(\.origin) == [.posted, .posted, .replayed])
    #expect(events.map(\.state) == [.inactive, .active, .active])
    #expect(events.map(\.calls.count) == [0, 1, 1])
  }

  @Test(
    "a call that posts an end belongs to its own event, and has the calls inside it in its time")
  func nested() {
    let recorder = recorder()
    let other = AppLifecycleMediator(notificationCenter: NotificationCenter())
    other.probe = recorder
    other.on(.didReceiveMemoryWarning) { _ in }
    bus.attach("ends") { [weak bus] context in
      guard context.event == .didEnterBackground else { return }
      bus?.post(.willTerminate)
      other.post(.didReceiveMemoryWarning)
    }
    bus.attach("second")
    bus.post(.didEnterBackground)
    other.post(.didReceiveMemoryWarning)
    let events = recorder.recording.events
    #expect(events.map(\.event).prefix(2) == [.didEnterBackground, .willTerminate])
    #expect(events.dropFirst(2).allSatisfy { $0.event == .didReceiveMemoryWarning })
    #expect(events.map(\.calls.count) == [2, 2, 1, 1])
    let (outer, end) = (events[0].calls[1], events[1])
    #expect(outer.start <= end.start && outer.duration >= end.duration)
  }

  @Test(
    "a slow event is passed on, with its own allowance, and no other", arguments: [true, false])
  func slow(isSlow: Bool) {
    let recorder = recorder(allowance: isSlow ? .zero : .seconds(1_000))
    var slow: [AppLifecycleEvent] = []
    recorder.onSlowEvent = { slow.append($0.event) }
    bus.attach("one")
    bus.post(.didFinishLaunching, .didBecomeActive)
    recorder.launchAllowance = .zero
    bus.attach("two", replay: .launch)
    #expect(slow == (isSlow ? [.didBecomeActive, .didFinishLaunching] : [.didFinishLaunching]))
  }

  @Test(
    "what makes an event slow is named, slowest first, as far as it has returned",
    arguments: [
      ([3.0, 4], 7, "took 7.0 ms."),
      ([44, 3], 48, "took 48 ms, 16 ms are allowed: 0 (44 ms)."),
      ([12, 15, 2], 29, "took 29 ms, 16 ms are allowed: 1 (15 ms)."),
      ([20, 30], 50, "took 50 ms, 16 ms are allowed: 1 (30 ms), 0 (20 ms)."),
      // One has not returned: the others are not to blame.
      ([3], 60, "took 60 ms, 16 ms are allowed: no listener that has returned."),
      // The call has an end inside it.
      ([500, 1], 17, "took 17 ms, 16 ms are allowed: 0 (500 ms)."),
    ])
  func slowCalls(milliseconds: [Double], total: Double, text: String) {
    let recorded = SampleFlight.event(
      .didEnterBackground, 0,
      milliseconds.enumerated().map {
        ("\($0)", $1)
      }, took: total)
    #expect("\(recorded)" == "didEnterBackground \(text)")
  }
}
