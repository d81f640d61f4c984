import Foundation
import LifecycleBus

@testable import Listeners

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
    let calls = calls.map { listener, duration in
      defer { at += duration }
      return FlightRecording.Call(listener: listener, start: time(at), duration: time(duration))
    }
    return FlightRecording.RecordedEvent(
      number: 1, event: event, origin: origin, previousState: .notRunning, state: .notRunning,
      date: Date(timeIntervalSince1970: 1_795_255_200 + start / 1_000), start: time(start),
      duration: time(took ?? at - start),
      allowance: .milliseconds(event == .didFinishLaunching ? 100 : 16), calls: calls)
  }

  static func recording(
    _ events: [FlightRecording.RecordedEvent], end: Double, droppedCount: Int = 0
  ) -> FlightRecording {
    var state = AppLifecycleState.notRunning
    var recording = FlightRecording(events: events, end: time(end), droppedCount: droppedCount)
    for index in events.indices {
      recording.events[index].number = droppedCount + index + 1
      recording.events[index].previousState = state
      state = events[index].event.resultingState ?? state
      recording.events[index].state = state
    }
    return recording
  }

  static let journal = recording(
    [
      event(.didFinishLaunching, 12, [("StartupCommands", 61), ("EventLog", 0.2)]),
      event(.willEnterForeground, 75, origin: .synthesized),
      event(.didBecomeActive, 75.5, [("SessionTracker", 0.4), ("EventLog", 0.1)]),
      event(.didReceiveMemoryWarning, 4_200, [("ImageCache", 9), ("media/Thumbnails", 3)]),
      event(.willResignActive, 21_300),
      event(.didEnterBackground, 21_304, [("SearchIndex", 44), ("StateSaver<Notes>", 4.3)]),
      event(.willEnterForeground, 333_900), event(.didBecomeActive, 333_903),
      event(.willResignActive, 347_000),
      event(.didEnterBackground, 347_002, [("SearchIndex", 11), ("StateSaver<Notes>", 6)]),
      event(.willTerminate, 347_030, [("StateSaver<Notes>", 2.1)]),
    ], end: 347_040)
}
