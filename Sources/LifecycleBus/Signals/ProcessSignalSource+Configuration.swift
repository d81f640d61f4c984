extension ProcessSignalSource {
  /// Which signals a source receives, how long it waits, and how the process ends.
  public struct Configuration: Sendable {
    /// The signals that end the process.
    ///
    /// SIGTSTP, SIGCONT and the signals of a fault, such as SIGSEGV, are not allowed. The source
    /// leaves SIGPIPE out if other code has a handler for it.
    public var endingSignals: [ProcessSignal]
    /// True if Ctrl-Z and `fg` become events; false if the source leaves SIGTSTP and SIGCONT alone.
    ///
    /// Use `false` in a second source of a process, because each signal has one source. If standard
    /// input is no terminal, or if the process is a session leader, the system handles SIGTSTP.
    public var relaysSuspension: Bool
    /// How long listeners and holds together may take.
    ///
    /// When this time is over, a process that has received a signal is suspended or ended anyway.
    /// Time in which the process is stopped, frozen or asleep does not count.
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

  /// How the process ends after an ending signal, when the wait for the holds is over.
  ///
  /// If no task waits in ``ProcessSignalSource/end(_:)`` 50 ms later, ``automatic`` and
  /// ``returnToMain`` let the process die of the signal, because its work was cut off. If `main`
  /// waits in `dispatchMain()`, use ``exit(_:)`` with 0.
  public enum ExitPolicy: Equatable, Sendable {
    /// The process ends as its parent expects.
    ///
    /// ``ProcessSignalSource/end(_:)`` returns, and `main` goes on. After SIGTERM the exit code of
    /// `main` counts. After any other signal the process dies of that signal when `main` has
    /// returned. The process then skips functions that were given to `atexit` before the first
    /// ``ProcessSignalSource/start()``.
    case automatic
    /// The exit code of `main` counts after every signal.
    case returnToMain
    /// The process dies of the signal, so that its parent sees which signal it was. C's output
    /// buffers are flushed first.
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
    /// Another program has the terminal. A write would mix with that program's output, or stop this
    /// process.
    case background
    /// The terminal was closed.
    case gone
  }
}
