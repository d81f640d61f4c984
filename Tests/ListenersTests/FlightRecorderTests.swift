import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

#if canImport(FoundationXML)
  import FoundationXML
#endif

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
    #expect(recording.events.map(\.event) == [.didFinishLaunching, .didBecomeActive])
    #expect(recording.events.map(\.previousState) == [.notRunning, .inactive])
    #expect(recording.events.map(\.state) == [.inactive, .active])
    #expect(recording.events.map(\.calls.count) == [2, 2])
    #expect(recording.events[1].calls[0].listener == "JournalingListener")
    #expect(recording.events[1].calls[1].listener.hasPrefix("closure at ListenersTests/"))

    // Each time lies in that of what contains it, with the same clock.
    let times = recording.events.flatMap { event in
      let calls = event.calls.flatMap { [$0.start, $0.start + $0.duration] }
      return [event.start] + calls + [event.start + event.duration]
    }
    #expect(times == times.sorted() && times.allSatisfy { $0 <= recording.end })
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
      #expect(recording.events.count == min(count, capacity))
      #expect(recording.droppedCount == max(count - capacity, 0))
    }
  }

  @Test("a replay to a late listener is an event of its own, and changes no state")
  func replay() {
    let recorder = recorder()
    bus.post(.didFinishLaunching)
    bus.attach("first") { [weak bus] context in
      if context.event == .didBecomeActive {
        bus?.attach("late", replay: .launch)
      }
    }

    bus.post(.didBecomeActive)

    let events = recorder.recording.events
    #expect(events.map(\.origin) == [.posted, .posted, .replayed])
    #expect(events.map(\.state) == [.inactive, .active, .active])
    #expect(events.map(\.calls.count) == [0, 1, 1])
  }

  @Test("a call that posts an end belongs to its own event, and has the end in its time")
  func nested() {
    let recorder = recorder()
    bus.attach("ends") { [weak bus] context in
      if context.event == .didEnterBackground {
        bus?.post(.willTerminate)
      }
    }
    bus.attach("second")

    bus.post(.didEnterBackground)

    let events = recorder.recording.events
    #expect(events.map(\.event) == [.didEnterBackground, .willTerminate])
    #expect(events.map(\.calls.count) == [2, 2])
    let outer = events[0].calls[1]
    let end = events[1]
    #expect(outer.start <= end.start && outer.duration >= end.duration)
  }

  @Test("the event under way has taken the time of its calls so far")
  func underWay() throws {
    let recorder = recorder()
    bus.attach("first")
    var drawn: FlightRecording?
    bus.attach("draws") { _ in drawn = recorder.recording }

    bus.post(.willTerminate)

    let event = try #require(drawn?.events.last)
    let call = try #require(event.calls.first)
    #expect(event.duration >= call.duration && event.duration > .zero)
  }

  @Test(
    "a slow event is passed on, with its own allowance, and no other",
    arguments: [
      (Duration.zero, [AppLifecycleEvent.didBecomeActive, .didFinishLaunching]),
      (.seconds(1_000), [.didFinishLaunching]),
    ])
  func slow(allowance: Duration, expected: [AppLifecycleEvent]) {
    let recorder = recorder(allowance: allowance)
    var slow: [AppLifecycleEvent] = []
    recorder.onSlowEvent = { slow.append($0.event) }
    bus.attach("one")

    bus.post(.didFinishLaunching, .didBecomeActive)
    recorder.launchAllowance = .zero
    bus.attach("two", replay: .launch)

    #expect(slow == expected)
  }

  @Test(
    "the slowest call is to blame, unless a listener has not returned",
    arguments: [
      ([3.0, 4], 7, "took 7.0 ms."),
      ([12, 15, 2], 29, "took 29 ms, 16 ms are allowed: 1 (15 ms)."),
      ([3], 60, "took 60 ms, 16 ms are allowed: no listener that has returned."),
      // The call has an end inside it.
      ([500, 1], 17, "took 17 ms, 16 ms are allowed: 0 (500 ms)."),
    ])
  func slowCalls(milliseconds: [Double], total: Double, text: String) {
    let calls = milliseconds.enumerated().map { ("\($0)", $1) }
    let recorded = SampleFlight.event(.didEnterBackground, 0, calls, took: total)

    #expect("\(recorded)" == "didEnterBackground \(text)")
  }
}

@Suite("The texts of a recording")
struct FlightTextTests {
  @Test("the table has a line for each event, with its slowest listener")
  func table() {
    let recording = SampleFlight.recording(
      [
        SampleFlight.event(.didFinishLaunching, 0, [("Index", 28), ("EventLog", 3)]),
        SampleFlight.event(.didReceiveMemoryWarning, 12, [("a\nb", 0.02)], origin: .replayed),
        SampleFlight.event(.didEnterBackground, 42_000, [("Index", 44), ("EventLog", 4)]),
      ], end: 42_100, droppedCount: 2)

    #expect(recording.table == Self.table)
  }

  private static let table = """
    (2 older events are no longer recorded)
       #     at  event                               change                     took  slowest
       3   0 ms  didFinishLaunching                  notRunning -> inactive    31 ms  Index 28 ms
       4  12 ms  didReceiveMemoryWarning (replayed)                          0.02 ms  a b 0.02 ms
    !  5   42 s  didEnterBackground                  inactive -> background    48 ms  Index 44 ms

    """

  @Test("the picture is valid SVG with each event, light and dark")
  func picture() throws {
    let picture = SampleFlight.journal.picture(title: "Journal <1> & \u{1} more")

    #expect(XMLParser(data: Data(picture.utf8)).parse())
    #expect(picture.contains("Journal &lt;1&gt; &amp;   more"))
    #expect(picture.contains("prefers-color-scheme: dark"))
    #expect(picture.contains("5 events in 5 min 47 s · 1 took longer than allowed"))
    #expect(picture.components(separatedBy: "class=\"row\"").count == 6)
    #expect(picture.contains("StateSaver&lt;Notes&gt; 2.1 ms"))
  }

  @Test(
    "a duration is two numbers at most, in every locale",
    arguments: [
      (0, "0 ms"), (0.000_002, "0 ms"), (0.000_42, "0.42 ms"), (0.004_2, "4.2 ms"),
      (0.012, "12 ms"), (0.9994, "999 ms"), (0.9996, "1.0 s"), (4.24, "4.2 s"), (59.4, "59 s"),
      (59.6, "1 min 0 s"), (312, "5 min 12 s"), (3_599.6, "1 h 0 min"), (8_040, "2 h 14 min"),
      (273_600, "76 h 0 min"), (-3, "0 ms"),
    ])
  func durations(seconds: Double, text: String) {
    #expect(DurationText.short(.nanoseconds(Int64(seconds * 1e9))) == text)
  }
}

/// Recordings for the tests of texts and pictures.
enum SampleFlight {
  static func time(_ milliseconds: Double) -> Duration {
    .nanoseconds(Int64((milliseconds * 1e6).rounded()))
  }

  /// An event whose listeners took so many milliseconds.
  static func event(
    _ event: AppLifecycleEvent, _ start: Double, _ calls: [(String, Double)] = [("EventLog", 0.04)],
    took: Double? = nil, origin: AppLifecycleContext.Origin = .posted
  ) -> FlightRecording.RecordedEvent {
    var at = start
    var made: [FlightRecording.Call] = []
    for (listener, duration) in calls {
      made.append(.init(listener: listener, start: time(at), duration: time(duration)))
      at += duration
    }

    return FlightRecording.RecordedEvent(
      event: event, origin: origin, previousState: .notRunning, state: .notRunning,
      start: time(start), duration: time(took ?? at - start),
      allowance: .milliseconds(event == .didFinishLaunching ? 100 : 16), calls: made)
  }

  static func recording(
    _ events: [FlightRecording.RecordedEvent], end: Double, droppedCount: Int = 0
  ) -> FlightRecording {
    var state = AppLifecycleState.notRunning
    var recording = FlightRecording(events: events, end: time(end), droppedCount: droppedCount)

    for index in events.indices {
      recording.events[index].previousState = state
      state = events[index].event.resultingState ?? state
      recording.events[index].state = state
    }

    return recording
  }

  static let journal = recording(
    [
      event(.didFinishLaunching, 12, [("StartupCommands", 61), ("EventLog", 0.2)]),
      event(.didBecomeActive, 75.5, [("SessionTracker", 0.4)], origin: .synthesized),
      event(.didReceiveMemoryWarning, 4_200, [("ImageCache", 9)]),
      event(.didEnterBackground, 21_304, [("SearchIndex", 44), ("StateSaver<Notes>", 4.3)]),
      event(.willTerminate, 347_030, [("StateSaver<Notes>", 2.1)]),
    ], end: 347_040)
}
