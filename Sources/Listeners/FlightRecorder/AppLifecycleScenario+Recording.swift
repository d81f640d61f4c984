public import LifecycleBus

extension AppLifecycleScenario {
  /// Makes a scenario that posts what was posted while a recording was made.
  ///
  /// A report from a user's device becomes a test:
  ///
  /// ```swift
  /// let recording = try FlightRecording(jsonLines: report)
  /// let mediator = AppLifecycleMediator(
  ///   listeners: [inbox], policy: .lifecycle, notificationCenter: center)
  /// AppLifecycleScenario(recording).play(on: center)
  /// #expect(inbox.unread == 1)
  /// ```
  ///
  /// Synthesized and replayed events are left out, because the mediator makes them again under the
  /// policy that it had. The offsets are those of the recording, counted from its first posted
  /// event; play with a clock to keep them. `userInfo` is not recorded. Where the recording has
  /// dropped its oldest events, give the mediator the first event's
  /// ``/Listeners/FlightRecording/RecordedEvent/previousState`` as its initial state.
  ///
  /// - Parameter recording: The recording to play.
  public init(_ recording: FlightRecording) {
    let posted = recording.events.filter { $0.origin == .posted }
    let start = posted.first?.start ?? .zero
    self.init(
      "recording of \(DateText.seconds(recording.startDate))",
      timed: posted.map { ($0.event, $0.start - start) })
  }
}
