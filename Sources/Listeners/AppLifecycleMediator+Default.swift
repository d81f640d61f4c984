public import Foundation
public import LifecycleBus

extension AppLifecycleMediator {
  /// Makes a mediator with what most apps want: the one line.
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator.makeDefaultMediator()
  /// ```
  ///
  /// It has the ``Policy/lifecycle`` policy. A ``/Listeners/TerminationDetector`` is attached
  /// first, so that the way down is recorded after everybody has been through it; then an
  /// ``/Listeners/EventLog``, then your listeners; a ``/Listeners/FlightRecorder`` is its probe.
  /// How the last run ended, late events and anomalies are lines in the log.
  ///
  /// To look into a part, make it yourself and hand it in; to leave one out, hand in `nil`:
  ///
  /// ```swift
  /// let recorder = FlightRecorder()
  /// let detector = TerminationDetector()
  /// let mediator = AppLifecycleMediator.makeDefaultMediator(
  ///   recorder: recorder, detector: detector
  /// ) {
  ///   Analytics(previousRun: detector.previousRun)
  /// }
  /// ```
  ///
  /// It never fails. What cannot be written (no home directory, a read-only or full disk) is said
  /// once, in the log, and everything else goes on. The detector keeps its record in
  /// ``/Listeners/StateDirectory``; nothing else is stored.
  ///
  /// An app that declares a `makeDefaultMediator()` of its own in an extension gets its own.
  ///
  /// - Parameters:
  ///   - notificationCenter: Where to observe.
  ///   - vocabulary: Which names to observe there.
  ///   - initialState: Where the app stands, for a mediator that is made late.
  ///   - log: Takes the lines; the unified log or standard error unless you say otherwise. What it
  ///     throws stops nobody.
  ///   - recorder: The probe. Its ``/Listeners/FlightRecorder/onOverrun`` is set to write to the
  ///     log, unless you have set it.
  ///   - detector: Told of every event. Its ``/Listeners/TerminationDetector/onProblem`` is set
  ///     likewise.
  ///   - listeners: Your own, attached in this order, and kept.
  @MainActor
  public static func makeDefaultMediator(
    notificationCenter: NotificationCenter = .default,
    vocabulary: AppLifecycleVocabulary = .current,
    initialState: AppLifecycleState = .notRunning,
    log: EventLog.Sink? = EventLog.platformSink,
    recorder: FlightRecorder? = FlightRecorder(),
    detector: TerminationDetector? = TerminationDetector(),
    @AppLifecycleListenerBuilder listeners: () -> [any AppLifecycleListener] = { [] }
  ) -> AppLifecycleMediator {
    let mediator = AppLifecycleMediator(
      policy: .lifecycle, vocabulary: vocabulary, notificationCenter: notificationCenter,
      initialState: initialState)
    if let detector { mediator.attach(detector) }
    if let log {
      mediator.attach(EventLog(sink: log))
      let note: @MainActor (String) -> Void = { try? log("lifecycle: \($0)") }
      mediator.onAnomaly = { note("\($0)") }
      if let recorder, recorder.onOverrun == nil { recorder.onOverrun = { note("\($0)") } }
      if let detector {
        if detector.onProblem == nil { detector.onProblem = { note("\($0)") } }
        // Where the record can be neither read nor written, the problem has just been told.
        if detector.problem == nil { note("\(detector.previousRun)") }
      }
    }
    for listener in listeners() { mediator.attach(listener) }
    mediator.probe = recorder
    return mediator
  }
}
