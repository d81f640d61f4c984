public import Foundation
public import LifecycleBus

extension AppLifecycleMediator {
  /// Makes a mediator with what most apps want.
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator.makeDefaultMediator()
  /// ```
  ///
  /// With the policy `.balanced` it calls a ``/Listeners/TerminationDetector`` first, then an
  /// ``/Listeners/EventLog`` if details are logged, then your listeners. A
  /// ``/Listeners/FlightRecorder`` is its probe.
  ///
  /// To change a part, pass another one; to leave it out, pass `nil`:
  ///
  /// ```swift
  /// let detector = TerminationDetector()
  /// let mediator = AppLifecycleMediator.makeDefaultMediator(detector: detector) {
  ///   Analytics(previousRun: detector.previousRun)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - notificationCenter: Where to observe the notifications.
  ///   - vocabulary: Which notification names to observe.
  ///   - initialState: The app's state, for a mediator that is made late.
  ///   - notice: Takes each line about a failure, such as a crash of the last run.
  ///   - detail: Takes any other line, such as an event or a slow listener; by default the unified
  ///     log at its debug level on Apple platforms, and nothing on others.
  ///   - recorder: The probe. Slow listeners are a detail, unless you have set its
  ///     ``/Listeners/FlightRecorder/onSlowEvent``.
  ///   - detector: The first listener.
  ///   - listeners: Your listeners, attached in this order; the mediator keeps them.
  /// - Returns: The mediator. Keep it as long as its listeners are to be called.
  @MainActor
  public static func makeDefaultMediator(
    notificationCenter: NotificationCenter = .default,
    vocabulary: AppLifecycleVocabulary = .current,
    initialState: AppLifecycleState = .notRunning,
    notice: EventLog = EventLog(),
    detail: EventLog? = nil,
    recorder: FlightRecorder? = FlightRecorder(),
    detector: TerminationDetector? = TerminationDetector(),
    @AppLifecycleListenerBuilder listeners: () -> [any AppLifecycleListener] = { [] }
  ) -> AppLifecycleMediator {
    let detail = detail ?? EventLog.platformDetailSink.map { EventLog(sink: $0) }
    let lines = Lines(notice: notice, detail: detail)

    if let detector {
      lines.write(detector)
    }
    if let recorder, recorder.onSlowEvent == nil, detail != nil {
      recorder.onSlowEvent = { lines.detail($0) }
    }

    // All at once, so that what one of them posts in `onAttach(to:)` reaches the others.
    let own: [(any AppLifecycleListener)?] = [detector, detail]
    let mediator = AppLifecycleMediator(
      listeners: own.compactMap { $0 } + listeners(), policy: .balanced, vocabulary: vocabulary,
      notificationCenter: notificationCenter, initialState: initialState)
    mediator.onAnomaly = { lines.write($0) }
    mediator.probe = recorder
    return mediator
  }
}

/// Which line is a notice, and which a detail.
@MainActor
private struct Lines {
  let notice: EventLog
  let detail: EventLog?

  func write(_ detector: TerminationDetector) {
    let previous = detector.previousRun
    switch previous.ending {
    case .crashedOrKilled, .unknown:
      notice(previous)
    case .firstLaunch, .clean, .inBackground, .externalCause, .stillRunning:
      detail(previous)
    }

    // An unknown ending has said it already.
    if let problem = detector.problem, previous.ending != .unknown(problem) {
      notice(problem)
    }
  }

  func write(_ anomaly: AppLifecycleAnomaly) {
    switch anomaly {
    case .holdsExpired, .other(kind: "signalHandledElsewhere", _):
      notice(anomaly)
    default:
      detail(anomaly)
    }
  }

  func notice(_ text: some CustomStringConvertible) {
    try? notice.sink("lifecycle: \(text)")
  }

  func detail(_ text: some CustomStringConvertible) {
    try? detail?.sink("lifecycle: \(text)")
  }
}
