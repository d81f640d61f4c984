extension ProcessSignalSource {
  /// Lets all signals through to the calling thread while the closure runs: a child that is started
  /// in it blocks none.
  ///
  /// A child inherits the mask of the thread that starts it. Off Apple platforms the main actor may
  /// run on a worker thread, which blocks nearly all signals; SIGTERM would not reach a child
  /// that is started there.
  ///
  /// ```swift
  /// try ProcessSignalSource.withoutBlockedSignals { try process.run() }
  /// ```
  ///
  /// Callable on any thread. A signal that is ignored stays ignored in the child.
  ///
  /// - Parameter body: Starts the child. Runs on the calling thread, before this returns.
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
