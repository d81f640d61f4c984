extension ProcessSignalSource {
  /// The signals of a source, its time limit, and how the process ends.
  public struct Configuration: Sendable {
    /// The signals that end the process. SIGTSTP, SIGCONT and the signals of a fault are not
    /// allowed.
    ///
    /// A signal that is ignored when the source starts stays ignored, and so does SIGPIPE if other
    /// code handles it.
    public var endingSignals: [ProcessSignal]
    /// Whether SIGTSTP (Ctrl-Z) and SIGCONT are relayed. A second source of a process needs
    /// `false`.
    ///
    /// SIGTSTP is left to the system without a terminal on standard input, in a session leader, and
    /// where it is ignored when the source starts.
    public var relaysSuspension: Bool
    /// How long listeners and holds together may take before the process is stopped or ended.
    ///
    /// Time in which the process is stopped, frozen or asleep does not count.
    public var budget: Duration
    /// What happens after the listeners and the holds.
    public var exitPolicy: ExitPolicy
    /// The text that is written to the terminal when the process is ended by force.
    ///
    /// A full-screen program gives the sequences that leave its screen and show the cursor. The
    /// terminal's modes are put back in any case.
    public var terminalReset: String

    /// Makes a configuration. The defaults suit a command-line tool.
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

  /// What happens when an ending signal was relayed and the holds are released or out of time.
  public enum ExitPolicy: Equatable, Sendable {
    /// The process ends as its parent expects it.
    ///
    /// After SIGTERM the exit code of `main` counts, because a service manager takes 0 for an
    /// orderly end. After another signal the process dies of it once `main` has returned or called
    /// `exit`, because a shell ends a loop only then. Functions that were given to `atexit` before
    /// the first ``ProcessSignalSource/start()`` are not called in that case.
    ///
    /// If no task waits in ``ProcessSignalSource/end(_:)`` 50 ms after the holds, the process dies
    /// of its signal. A service that waits in `dispatchMain()` asks for ``exit(_:)`` with 0.
    case automatic
    /// The exit code of `main` counts, after any signal. The last rule of ``automatic`` applies.
    case returnToMain
    /// The process dies of the signal, after C's output buffers are flushed.
    ///
    /// systemd counts SIGTERM, SIGINT, SIGHUP and SIGPIPE as a clean end.
    case dieBySignal
    /// The process exits with this code. systemd counts 0 as a clean end, and 143 as a failure.
    case exit(Int32)
  }

  /// Whether this process may use the terminal.
  public enum Terminal: Sendable {
    /// Standard input, output and error are no terminal.
    case none
    /// The process is in the foreground group, or the terminal has no job control.
    case foreground
    /// The process is in the background. A write would mix with other output, or stop the process.
    case background
    /// The terminal was closed: SIGHUP came, or the system says so.
    case gone
  }
}
