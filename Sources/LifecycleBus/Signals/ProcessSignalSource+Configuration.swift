extension ProcessSignalSource {
  /// Which signals a source receives, how long it waits, and how the process ends.
  public struct Configuration: Sendable {
    /// The signals that end the process.
    ///
    /// SIGTSTP, SIGCONT and the signals of a fault, such as SIGSEGV, are not allowed. The source
    /// leaves SIGPIPE out if other code has a handler for it, and acts on SIGPIPE only if standard
    /// output or error has lost its reader, because a client that hangs up ends no service.
    public var endingSignals: [ProcessSignal]
    /// True if Ctrl-Z and `fg` become events; false if the source leaves SIGTSTP and SIGCONT alone,
    /// for example to a library that handles them.
    ///
    /// Without a terminal, and in a session leader, the system handles SIGTSTP in any case.
    public var relaysSuspension: Bool
    /// How long listeners, holds and the body of ``ProcessSignalSource/run(_:)`` together may take
    /// after a signal.
    ///
    /// When this time is over, the process is suspended or ended anyway. Time in which the process
    /// is stopped, frozen or asleep does not count.
    public var budget: Duration
    /// How the process ends after an ending signal.
    public var exitPolicy: ExitPolicy
    /// What is written to the terminal when the process is ended by force.
    ///
    /// A full-screen program needs the sequences that leave its screen and show the cursor.
    public var terminalReset: String

    /// Makes a configuration. The default values suit a command-line tool.
    public init(
      endingSignals: [ProcessSignal] = [.terminate, .interrupt, .hangup, .brokenPipe],
      relaysSuspension: Bool = true,
      budget: Duration = .seconds(5),
      exitPolicy: ExitPolicy = .automatic,
      terminalReset: String = ""
    ) {
      self.endingSignals = endingSignals
      self.relaysSuspension = relaysSuspension
      self.budget = budget
      self.exitPolicy = exitPolicy
      self.terminalReset = terminalReset
    }
  }

  /// How the process ends after an ending signal, when the way down is over.
  ///
  /// A source that was started with ``ProcessSignalSource/start()`` has no `main` to return to: its
  /// process dies of the signal, unless the policy is ``exit(_:)``.
  public enum ExitPolicy: Equatable, Sendable {
    /// The process ends as its parent expects.
    ///
    /// After SIGTERM, ``ProcessSignalSource/run(_:)`` returns if its body has returned and no hold
    /// has expired; the exit code of `main` counts then. In all other cases the process dies of the
    /// signal, so that its status does not say that the work is done.
    case automatic
    /// ``ProcessSignalSource/run(_:)`` returns after every signal, and the exit code of `main` counts.
    case returnToMain
    /// The process exits with this code. systemd counts 0 as a clean end, and 143 as a failure.
    case exit(Int32)
  }

  /// Whether this process may use the terminal.
  public enum Terminal: Sendable {
    /// No terminal controls the process.
    case none
    /// The process is in the foreground group.
    case foreground
    /// Another program has the terminal. A write would mix with that program's output, or stop this
    /// process.
    case background
    /// The terminal was closed.
    case gone
  }
}
