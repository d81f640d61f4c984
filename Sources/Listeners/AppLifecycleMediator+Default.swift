public import Foundation
public import LifecycleBus

extension AppLifecycleMediator {
  /// Makes a mediator with the parts that most apps want.
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator.makeDefaultMediator()
  /// ```
  ///
  /// The mediator has the policy `.balanced`, and:
  ///
  /// - a ``/Listeners/TerminationDetector``, which is called first
  /// - an ``/Listeners/EventLog``, which is called next, if details are logged
  /// - your listeners
  /// - a ``/Listeners/FlightRecorder``, which measures all of these listeners
  ///
  /// To change a part, pass your own. To leave out the detector or the recorder, pass `nil`:
  ///
  /// ```swift
  /// let detector = TerminationDetector()
  /// let mediator = AppLifecycleMediator.makeDefaultMediator(detector: detector) {
  ///   Analytics(previousRun: detector.previousRun)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - notificationCenter: The center in which the mediator observes notifications.
  ///   - vocabulary: The notification names to observe, and the events that they mean.
  ///   - initialState: The app's state, if you make the mediator after the launch.
  ///   - notice: The log for failures, such as a crash of the last run.
  ///   - detail: The log for everything else, such as events and slow listeners. By default these
  ///     lines go to the unified log at its debug level on Apple platforms, and nowhere on others.
  ///   - recorder: The recorder, which becomes the mediator's probe.
  ///   - detector: The detector, which becomes the first listener.
  ///   - listeners: Your listeners, in this order. The mediator keeps them.
  /// - Returns: The mediator. Keep it as long as your listeners should be called.
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
