extension ProcessSignalSource {
  /// Unblocks all signals on the calling thread while the closure runs, so that a child process
  /// starts without blocked signals.
  ///
  /// A child inherits the signal mask of its thread. Off Apple platforms the main actor may run on a
  /// worker thread, which blocks nearly all signals. An ignored signal stays ignored in the child.
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
