extension ProcessSignalSource {
  /// Which signals a source receives, how long it waits, and how the process ends.
  public struct Configuration: Sendable {
    /// The signals that end the process.
    ///
    /// Not allowed are SIGTSTP, SIGCONT, SIGKILL, SIGSTOP, SIGQUIT and the signals of a fault, such as
    /// SIGSEGV. SIGPIPE counts only if standard output or error has lost its reader: a client that
    /// hangs up ends no service.
    public var endingSignals: [ProcessSignal]
    /// How long listeners, holds and the body of ``ProcessSignalSource/run(_:)`` together may take
    /// after a signal.
    ///
    /// After that the process is suspended or ended in any case. At an end, holds that were taken before
    /// `willTerminate` expire after three quarters. Time in which the process is stopped, frozen or
    /// asleep doesn't count.
    public var budget: Duration
    /// How the process ends after an ending signal.
    public var exitPolicy: ExitPolicy
    /// Written to the terminal when the process is ended by force: for a full-screen program what
    /// leaves its screen and shows the cursor.
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

  /// How the process ends after an ending signal. After ``ProcessSignalSource/start()`` it dies of the
  /// signal, unless the policy is ``exit(_:)``.
  public enum ExitPolicy: Equatable, Sendable {
    /// After SIGTERM, ``ProcessSignalSource/run(_:)`` returns if its body has returned and no hold
    /// has expired; the exit code of `main` counts then. In all other cases the process dies of the
    /// signal.
    case automatic
    /// ``ProcessSignalSource/run(_:)`` returns after every signal, and the exit code of `main` counts.
    case returnToMain
    /// The process exits with this code. systemd counts 0 as a clean end, and 143 as a failure.
    case exit(Int32)
  }
}
