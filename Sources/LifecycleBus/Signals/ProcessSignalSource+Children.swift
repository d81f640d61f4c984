extension ProcessSignalSource {
  /// Unblocks all signals on the calling thread while the closure runs, so that a child starts
  /// without blocked signals.
  ///
  /// A child inherits the blocked signals of its thread. Off Apple platforms the main actor may run
  /// on a thread that blocks nearly all signals.
  ///
  /// ```swift
  /// try ProcessSignalSource.withoutBlockedSignals { try process.run() }
  /// ```
  public nonisolated static func withoutBlockedSignals<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let former = SignalSystem.unblockAll()
    defer { SignalSystem.setMask(former) }
    return try body()
  }
}
