public import Foundation
public import LifecycleBus

extension AppLifecycleMediator {
  /// Makes a mediator with what most apps want.
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator.makeDefaultMediator()
  /// ```
  ///
  /// With the policy `AppLifecycleMediator.Policy.lifecycle` it calls a
  /// ``/Listeners/TerminationDetector`` first, then an ``/Listeners/EventLog`` if details are
  /// logged, then your listeners. A ``/Listeners/FlightRecorder`` is its probe, and remembers the
  /// last events.
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
  ///   - log: What is logged, and where; `nil` logs nothing.
  ///   - recorder: The probe. If details are logged, it logs slow listeners, unless you have set
  ///     its ``/Listeners/FlightRecorder/onSlowEvent``.
  ///   - detector: The first listener. It logs its first error, unless you have set its
  ///     ``/Listeners/TerminationDetector/onProblem``.
  ///   - listeners: Your listeners, attached in this order, and kept.
  /// - Returns: The mediator. Keep it as long as its listeners are to be called.
  @MainActor
  public static func makeDefaultMediator(
    notificationCenter: NotificationCenter = .default,
    vocabulary: AppLifecycleVocabulary = .current,
    initialState: AppLifecycleState = .notRunning,
    log: DefaultLog? = .platform,
    recorder: FlightRecorder? = FlightRecorder(),
    detector: TerminationDetector? = TerminationDetector(),
    @AppLifecycleListenerBuilder listeners: () -> [any AppLifecycleListener] = { [] }
  ) -> AppLifecycleMediator {
    if let detector { log?.observe(detector) }
    if let recorder { log?.observe(recorder) }
    var own: [any AppLifecycleListener] = []
    if let detector { own.append(detector) }
    if let detail = log?.detail { own.append(EventLog(sink: detail)) }
    // All at once, so that what one of them posts in `onAttach(to:)` reaches the others.
    let mediator = AppLifecycleMediator(
      listeners: own + listeners(), policy: .lifecycle, vocabulary: vocabulary,
      notificationCenter: notificationCenter, initialState: initialState)
    log?.observe(mediator)
    mediator.probe = recorder
    return mediator
  }
}

extension AppLifecycleMediator {
  /// What a default mediator logs, and where the lines go.
  ///
  /// A *notice* is a line about a failure, such as a crash of the last run. A *detail* is any other
  /// line, such as an event or a slow listener. An error that a closure throws is ignored.
  @MainActor
  public struct DefaultLog {
    let notice: EventLog.Sink
    let detail: EventLog.Sink?

    /// On Apple platforms the unified log, under the subsystem `LifecycleBus`, with notices at its
    /// default level and details at its debug level. On other platforms notices on standard error,
    /// and no details.
    public static var platform: Self {
      Self(notice: EventLog.platformSink, detail: EventLog.platformDetailSink)
    }

    /// Logs notices only, to a closure or to the platform's log.
    public static func notices(to sink: (@MainActor (String) throws -> Void)? = nil) -> Self {
      Self(notice: sink ?? EventLog.platformSink, detail: nil)
    }

    /// Logs notices and details, to a closure or to the platform's log.
    public static func everything(to sink: (@MainActor (String) throws -> Void)? = nil) -> Self {
      let sink = sink ?? EventLog.platformSink
      return Self(notice: sink, detail: sink)
    }
  }
}

// MARK: The sources of the lines

extension AppLifecycleMediator.DefaultLog {
  func observe(_ detector: TerminationDetector) {
    if detector.onProblem == nil {
      detector.onProblem = { [notice] in Self.write("\($0)", to: notice) }
    }
    switch detector.previousRun.ending {
    case .crashedOrKilled: Self.write("\(detector.previousRun)", to: notice)
    // An error that stops the recording too has just been written.
    case .unknown where detector.problem == nil: Self.write("\(detector.previousRun)", to: notice)
    case .unknown: break
    default: Self.write("\(detector.previousRun)", to: detail)
    }
  }

  func observe(_ mediator: AppLifecycleMediator) {
    mediator.onAnomaly = { [self] anomaly in
      let isNotice =
        switch anomaly {
        case .holdsExpired, .other(kind: "signalHandledElsewhere", _): true
        default: false
        }
      Self.write("\(anomaly)", to: isNotice ? notice : detail)
    }
  }

  func observe(_ recorder: FlightRecorder) {
    guard let detail, recorder.onSlowEvent == nil else { return }
    recorder.onSlowEvent = { Self.write("\($0)", to: detail) }
  }

  private static func write(_ text: @autoclosure () -> String, to sink: EventLog.Sink?) {
    if let sink { try? sink("lifecycle: \(text())") }
  }
}
