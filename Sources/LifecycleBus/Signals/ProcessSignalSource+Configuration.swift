extension ProcessSignalSource {
  /// Which signals a source receives, how long it waits, and how the process ends.
  public struct Configuration: Sendable {
    /// The signals that end the process.
    ///
    /// SIGTSTP, SIGCONT, SIGKILL, SIGSTOP, SIGQUIT and the signals of a fault, such as SIGSEGV, aren't
    /// allowed. SIGPIPE counts only if standard output or error has lost its reader, because a client
    /// that hangs up ends no service.
    public var endingSignals: [ProcessSignal]
    /// How long listeners, holds and the body of ``ProcessSignalSource/run(_:)`` together may take
    /// after a signal.
    ///
    /// After that the process is suspended or ended anyway. At an end the last quarter is for those who
    /// close: what holds the end up is over when three quarters have passed. Time in which the process
    /// is stopped, frozen or asleep doesn't count.
    public var budget: Duration
    /// How the process ends after an ending signal.
    public var exitPolicy: ExitPolicy
    /// What is written to the terminal when the process is ended by force: for a full-screen program
    /// the sequences that leave its screen and show the cursor.
    public var terminalReset: String

    /// Makes a configuration. The default values suit a command-line tool.
    public init(
      endingSignals: [ProcessSignal] = [.terminate, .interrupt, .hangup, .brokenPipe],
      budget: Duration = .seconds(5),
      exitPolicy: ExitPolicy = .automatic,
      terminalReset: String = ""
    ) {
      self.endingSignals = endingSignals
      self.budget = budget
      self.exitPolicy = exitPolicy
      self.terminalReset = terminalReset
    }
  }

  /// How the process ends after an ending signal, when the way down is over.
  ///
  /// After ``ProcessSignalSource/start()`` there is no `main` to return to: the process dies of the
  /// signal, unless the policy is ``exit(_:)``.
  public enum ExitPolicy: Equatable, Sendable {
    /// After SIGTERM, ``ProcessSignalSource/run(_:)`` returns if its body has returned and no hold
    /// has expired; the exit code of `main` counts then. In all other cases the process dies of the
    /// signal, so that its status doesn't say that the work is done.
    case automatic
    /// ``ProcessSignalSource/run(_:)`` returns after every signal, and the exit code of `main` counts.
    case returnToMain
    /// The process exits with this code. systemd counts 0 as a clean end, and 143 as a failure.
    case exit(Int32)
  }
}
