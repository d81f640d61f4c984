public import LifecycleBus

extension AppLifecycleMediator {
  /// What a default mediator logs, and where the lines go.
  ///
  /// A *notice* is a line of a failure: the last run crashed or was killed in the
  /// foreground, its record cannot be read or written, or holds were still open when their time ran
  /// out. Each begins with `lifecycle: `. A *detail* is any other line: every event, other endings
  /// of the last run, repaired events, slow listeners.
  ///
  /// An error that a sink throws is ignored.
  @MainActor
  public struct DefaultLog {
    let notice: EventLog.Sink?
    let detail: EventLog.Sink?

    /// Logs notices only, to a closure or to the platform's log.
    ///
    /// - Parameter sink: Receives each line.
    /// - Returns: A log without details.
    public static func notices(to sink: @escaping EventLog.Sink = EventLog.platformSink) -> Self {
      Self(notice: sink, detail: nil)
    }

    /// Logs notices and details, to a closure or to the platform's log.
    ///
    /// - Parameter sink: Receives each line.
    /// - Returns: A log with details.
    public static func everything(
      to sink: @escaping EventLog.Sink = EventLog.platformSink
    ) -> Self {
      Self(notice: sink, detail: sink)
    }

    /// Logs nothing.
    public static var nothing: Self { Self(notice: nil, detail: nil) }
  }
}

// MARK: The sources of the lines

extension AppLifecycleMediator.DefaultLog {
  func observe(_ detector: TerminationDetector) {
    if let notice, detector.onProblem == nil {
      detector.onProblem = { Self.write("\($0)", to: notice) }
    }
    // An error that made the ending unknown has just been logged as the problem.
    guard detector.problem == nil else { return }
    let previousRun = detector.previousRun
    Self.write("\(previousRun)", to: previousRun.ending.isNotice ? notice : detail)
  }

  func observe(_ mediator: AppLifecycleMediator) {
    guard notice != nil || detail != nil else { return }
    mediator.onAnomaly = { [self] anomaly in
      if case .holdsExpired = anomaly {
        Self.write("\(anomaly)", to: notice)
      } else if let detail {
        Self.write("\(anomaly)", to: detail)
      }
    }
  }

  func observe(_ recorder: FlightRecorder) {
    guard let detail, recorder.onOverrun == nil else { return }
    recorder.onOverrun = { Self.write("\($0)", to: detail) }
  }

  private static func write(_ text: @autoclosure () -> String, to sink: EventLog.Sink?) {
    if let sink { try? sink("lifecycle: \(text())") }
  }
}

extension PreviousRun.Ending {
  /// Whether the ending is worth a notice.
  fileprivate var isNotice: Bool {
    switch self {
    case .inForeground, .unknown: true
    default: false
    }
  }
}

#if canImport(os)
  import os

  extension AppLifecycleMediator.DefaultLog {
    /// Notices at the unified log's default level, details at its debug level, which is not kept on
    /// disk; both under the subsystem `LifecycleBus`.
    public static var platform: Self {
      let logger = Logger(subsystem: "LifecycleBus", category: "events")
      return Self(
        notice: EventLog.platformSink, detail: { logger.debug("\($0, privacy: .public)") })
    }
  }
#else
  extension AppLifecycleMediator.DefaultLog {
    /// Notices on standard error; no details.
    public static var platform: Self { .notices() }
  }
#endif
