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
  ///   - listeners: Your listeners, attached in this order, and kept.
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
    func say(_ text: Any, to log: EventLog?) { try? log?.sink("lifecycle: \(text)") }

    if let detector {
      let previous = detector.previousRun
      switch previous.ending {
      case .crashedOrKilled, .unknown: say(previous, to: notice)
      default: say(previous, to: detail)
      }
      if let problem = detector.problem, previous.ending != .unknown(problem) {
        say(problem, to: notice)
      }
    }
    if let detail, let recorder, recorder.onSlowEvent == nil {
      recorder.onSlowEvent = { say($0, to: detail) }
    }
    // All at once, so that what one of them posts in `onAttach(to:)` reaches the others.
    let own: [(any AppLifecycleListener)?] = [detector, detail]
    let mediator = AppLifecycleMediator(
      listeners: own.compactMap { $0 } + listeners(), policy: .balanced, vocabulary: vocabulary,
      notificationCenter: notificationCenter, initialState: initialState)
    mediator.onAnomaly = { anomaly in
      switch anomaly {
      case .holdsExpired, .other(kind: "signalHandledElsewhere", _): say(anomaly, to: notice)
      default: say(anomaly, to: detail)
      }
    }
    mediator.probe = recorder
    return mediator
  }
}
