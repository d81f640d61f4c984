extension ProcessSignalSource {
  /// Unblocks all signals on the calling thread while the closure runs, so that a child starts
  /// without blocked signals.
  ///
  /// A child inherits the mask of the thread that starts it. Off Apple platforms the main actor may
  /// run on a worker thread, which blocks nearly all signals. An ignored signal stays ignored in
  /// the child.
  ///
  /// ```swift
  /// try ProcessSignalSource.withoutBlockedSignals { try process.run() }
  /// ```
  ///
  /// - Parameter body: Starts the child, on the calling thread.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public nonisolated static func withoutBlockedSignals<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let former = SignalSystem.unblockAll()
    defer { SignalSystem.setMask(former) }
    return try body()
  }
}
