#if canImport(os)
  import os

  extension EventLog {
    /// The default sink: the unified log, under the subsystem `LifecycleBus`.
    public static var platformSink: Sink { unifiedLogSink() }

    /// Writes to the unified log, at the level that is kept on disk, with nothing redacted.
    public static func unifiedLogSink(
      subsystem: String = "LifecycleBus", category: String = "events"
    ) -> Sink {
      let logger = Logger(subsystem: subsystem, category: category)
      return { logger.notice("\($0, privacy: .public)") }
    }
  }
#else
  extension EventLog {
    /// The default sink: standard error.
    public static var platformSink: Sink { standardErrorSink }
  }
#endif
