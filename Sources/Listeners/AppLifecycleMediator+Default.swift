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
  ///     log's debug level, or nothing where there is none.
  ///   - recorder: The probe.
  ///   - detector: The first listener.
  ///   - listeners: Your listeners, in this order; the mediator keeps them.
  /// - Returns: The mediator. Keep it.
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

    if let detector {
      let run = detector.previousRun
      write(run, to: run.isFailure ? notice : detail)
      // An unknown ending has said it already.
      if let problem = detector.problem, run.ending != .unknown(problem) {
        write(problem, to: notice)
      }
    }
    if let recorder, recorder.onSlowEvent == nil, let detail {
      recorder.onSlowEvent = { write($0, to: detail) }
    }

    // All at once, so that what one of them posts in `onAttach(to:)` reaches the others.
    let own: [(any AppLifecycleListener)?] = [detector, detail]
    let mediator = AppLifecycleMediator(
      listeners: own.compactMap { $0 } + listeners(), policy: .balanced, vocabulary: vocabulary,
      notificationCenter: notificationCenter, initialState: initialState)
    mediator.onAnomaly = { write($0, to: $0.isFailure ? notice : detail) }
    mediator.probe = recorder
    return mediator
  }
}

@MainActor
private func write(_ text: any CustomStringConvertible, to log: EventLog?) {
  try? log?.sink("lifecycle: \(text.description)")
}

extension PreviousRun {
  fileprivate var isFailure: Bool {
    switch ending {
    case .crashedOrKilled, .unknown: true
    case .firstLaunch, .clean, .inBackground, .externalCause, .stillRunning: false
    }
  }
}

extension AppLifecycleAnomaly {
  fileprivate var isFailure: Bool {
    switch self {
    case .holdsExpired, .other(kind: "signalHandledElsewhere", _): true
    default: false
    }
  }
}
