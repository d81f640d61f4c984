import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("Playing back a recording", .timeLimit(.minutes(hangMinutes)))
struct PlaybackTests {
  /// An app that records itself: a mediator, a recorder, and a listener that takes its time.
  @MainActor
  private final class App {
    let clock = ManualClock()
    let bus: TestBus
    let recorder: FlightRecorder

    init(
      policy: AppLifecycleMediator.Policy, delay: @escaping @MainActor () -> Duration = { .zero }
    ) {
      bus = TestBus(policy: policy)
      recorder = FlightRecorder(
        startDate: Date(timeIntervalSince1970: 1_795_255_200.25), clock: clock)
      bus.mediator.probe = recorder
      bus.attach("listener") { [clock] _ in clock.advance(by: delay()) }
    }
  }

  /// The recording of an app through random events at random times.
  private func recording(
    _ policy: AppLifecycleMediator.Policy, seed: UInt64
  ) -> FlightRecording {
    var generator = SeededGenerator(seed: seed)
    let app = App(policy: policy) {
      .nanoseconds(Int64.random(in: 0...30_000_000, using: &generator))
    }
    var gaps = SeededGenerator(seed: seed &+ 1)
    for _ in 0..<Int.random(in: 0...40, using: &gaps) {
      app.clock.advance(by: .nanoseconds(Int64.random(in: 0...90_000_000_000, using: &gaps)))
      guard let event = AppLifecycleEvent.allCases.randomElement(using: &gaps) else { continue }
      app.bus.post(event)
    }
    if Bool.random(using: &gaps) { app.bus.attach("late", replay: .state) }
    return app.recorder.recording
  }

  private func steps(_ recording: FlightRecording) -> [String] {
    recording.events.filter { $0.origin != .replayed }
      .map { "\($0.event) \($0.origin) \($0.previousState) \($0.state)" }
  }

  @Test(
    "JSON Lines are read back as they were written, and played at once give the same events",
    arguments: 0..<100 as Range<UInt64>)
  func playedBack(seed: UInt64) throws {
    let policy = seed.isMultiple(of: 2) ? AppLifecycleMediator.Policy.asPosted : .lifecycle
    let recording = recording(policy, seed: seed)
    let read = FlightRecording(jsonLines: recording.jsonLines)
    #expect(read.events == recording.events, "seed \(seed)")
    #expect(read.droppedCount == recording.droppedCount, "seed \(seed)")
    #expect(read.jsonLines.count == recording.jsonLines.count, "seed \(seed)")
    if !recording.events.isEmpty {
      #expect(abs(read.startDate.timeIntervalSince(recording.startDate)) < 0.001, "seed \(seed)")
    }
    let app = App(policy: policy)
    app.bus.play(AppLifecycleScenario(read))
    #expect(steps(app.recorder.recording) == steps(recording), "seed \(seed)")
  }

  @Test("what listeners post from inside a callback is posted once more by them alone")
  func reentrant() throws {
    func run(_ scenario: AppLifecycleScenario) -> FlightRecording {
      let app = App(policy: .lifecycle)
      app.bus.mediator.on(.didBecomeActive) { [bus = app.bus] _ in
        bus.post(.significantTimeChange, .willTerminate)
      }
      app.bus.play(scenario)
      return app.recorder.recording
    }
    let recorded = run(.coldLaunchWithScenes)
    let again = FlightRecording(jsonLines: recorded.jsonLines)
    #expect(again.events.map(\.wasPostedByListener) == recorded.events.map(\.wasPostedByListener))
    let scenario = AppLifecycleScenario(again)
    #expect(scenario.events == AppLifecycleScenario.coldLaunchWithScenes.events)
    #expect(run(scenario).events.map(\.event) == recorded.events.map(\.event))
    #expect(recorded.events.count { $0.wasPostedByListener } == 2)
  }

  @Test(
    "a line that cannot be read is left out and named, and the others are read",
    arguments: [
      ("nonsense", "it is not the JSON object of a recorded event"),
      (#"{"number":2}"#, "the key \"event\" is missing"),
      (line(event: "didExplode"), "\"event\" has no valid value"),
      (line(number: "0"), "a number is out of range"),
      (line(number: "1e300"), "it is not the JSON object of a recorded event"),
      (line(start: "-1"), "a number is out of range"),
      (line(start: "1e300"), "a number is out of range"),
      (line(date: "yesterday"), "\"date\" is not a date (ISO 8601)"),
    ])
  func unreadable(text: String, reason: String) {
    let more = [Self.line(number: "3"), "no more", String(Self.line(number: "4").dropLast(9))]
    let lines = Self.line() + "\r\n\n" + ([text] + more).joined(separator: "\n")
    let recording = FlightRecording(jsonLines: lines)
    #expect(recording.problem == FlightRecordingError(line: 3, reason: reason))
    #expect(recording.events.map(\.number) == [1, 3])
  }

  nonisolated private static func line(
    number: String = "1", event: String = "didBecomeActive", start: String = "12.5",
    date: String = "2026-11-21T10:00:00.000Z"
  ) -> String {
    """
    {"calls":[],"date":"\(date)","durationMicroseconds":3,"event":"\(event)","isOverBudget":false,\
    "number":\(number),"origin":"posted","previousState":"inactive","startMicroseconds":\(start),\
    "state":"active","unknown":1}
    """
  }
}
