public import Foundation
public import LifecycleBus

extension FlightRecording {
  /// The recording as a table: one line for each event, with the event's slowest listener.
  ///
  /// ```text
  ///   #       at  event                change                     took  slowest
  ///   1     0 ms  didFinishLaunching   notRunning -> inactive    31 ms  SearchIndex 28 ms
  ///   2    12 ms  didBecomeActive      inactive -> active      0.02 ms  EventLog 0.02 ms
  /// ! 3     42 s  didEnterBackground   inactive -> background    48 ms  SearchIndex 44 ms
  /// ```
  ///
  /// A line that begins with "!" took longer than its allowance.
  public var table: String {
    let header = ["", "#", "at", "event", "change", "took", "slowest"]
    var rows: [[String]] = []
    for recorded in events {
      let change =
        recorded.previousState == recorded.state
        ? "" : "\(recorded.previousState) -> \(recorded.state)"
      let origin = recorded.origin == .posted ? "" : " (\(recorded.origin))"
      let slowest = recorded.calls.max { $0.duration < $1.duration }
      rows.append([
        recorded.isLate ? "!" : "", "\(recorded.number)", DurationText.short(recorded.start),
        "\(recorded.event)\(origin)", change, DurationText.short(recorded.duration),
        slowest.map { "\($0.listener) \(DurationText.short($0.duration))" } ?? "",
      ])
    }
    let dropped = droppedCount > 0 ? ["(\(droppedCount) older events are no longer recorded)"] : []
    let table = TextTable(header: header, rows: rows, alignedRight: [1, 2, 5]).text
    return (dropped + [table]).joined(separator: "\n") + "\n"
  }
}

extension FlightRecording {
  /// Writes a text of the recording to a file, which only its owner can read.
  ///
  /// ```swift
  /// try recorder.recording.write(\.jsonLines, to: folder.appending(path: "flight.jsonl"))
  /// ```
  ///
  /// The file is replaced as a whole; a missing directory is made.
  ///
  /// - Parameters:
  ///   - text: What to write: `\.table`, `\.jsonLines`, `\.trace`, or what a closure returns.
  ///   - file: A file URL.
  /// - Throws: A `ListenerFileError`.
  public func write(
    _ text: (FlightRecording) -> String, to file: URL
  ) throws(ListenerFileError) {
    try FormerFile(file).replace(with: Array(text(self).utf8), durability: .process)
  }
}

extension AppLifecycleScenario {
  /// Makes a scenario that posts what was posted while a recording was made.
  ///
  /// With it, a report from a user's device becomes a test:
  ///
  /// ```swift
  /// let recording = FlightRecording(jsonLines: report)
  /// let mediator = AppLifecycleMediator(
  ///   listeners: [inbox], policy: .lifecycle, notificationCenter: center)
  /// AppLifecycleScenario(recording).play(on: center)
  /// #expect(inbox.unread == 1)
  /// ```
  ///
  /// Synthesized and replayed events are left out, because the mediator makes them again. Events
  /// that listeners posted are left out, because the listeners post them again. If the oldest
  /// events were dropped, give the mediator the first event's
  /// ``/Listeners/FlightRecording/RecordedEvent/previousState`` as its initial state.
  public init(_ recording: FlightRecording) {
    self.init(
      "recording of \(DateText.seconds(recording.startDate))",
      recording.events.filter { $0.origin == .posted && !$0.wasPostedByListener }.map(\.event))
  }
}
