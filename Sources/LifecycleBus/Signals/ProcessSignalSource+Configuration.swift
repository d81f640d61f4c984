extension ProcessSignalSource {
  /// What a source listens to, how long it waits, and how the process ends.
  public struct Configuration: Sendable {
    /// The signals that end the process. SIGPIPE is left out if other code has a handler for it.
    public var endingSignals: [ProcessSignal]
    /// True if Ctrl-Z and `fg` are relayed. Set it to `false` in a second source of a process,
    /// because each signal has one source. Without a terminal on standard input, and in a session
    /// leader, SIGTSTP is not relayed.
    public var relaysSuspension: Bool
    /// How long listeners and holds together may take before the process is suspended or ended
    /// anyway. Time in which the process does not run does not count.
    public var budget: Duration
    /// How the process ends after the listeners and the holds.
    public var exitPolicy: ExitPolicy
    /// What is written to the terminal when the process is ended by force. By default it leaves the
    /// alternate screen and shows the cursor. The terminal's modes are put back in any case.
    public var terminalReset: String

    /// Makes a configuration; what you leave out suits a command-line tool.
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

  /// How the process ends after an ending signal, the listeners and the holds.
  public enum ExitPolicy: Equatable, Sendable {
    /// The process ends as its parent expects.
    ///
    /// ``ProcessSignalSource/end(_:)`` returns, and `main` goes on. After SIGTERM the exit code of
    /// `main` counts, because a service manager takes 0 for an orderly end. After any other signal
    /// the process dies of that signal when `main` has returned, because a shell ends a loop only
    /// if Ctrl-C has killed the program in it. Functions that were given to `atexit` before the
    /// first ``ProcessSignalSource/start()`` are not called then.
    ///
    /// If no task waits in `end(_:)` within 50 ms, the process dies of the signal. A service that
    /// waits in `dispatchMain()` asks for ``exit(_:)`` with 0.
    case automatic
    /// The exit code of `main` counts, whatever the signal was. If no task waits in
    /// ``ProcessSignalSource/end(_:)`` within 50 ms, the process dies of the signal.
    case returnToMain
    /// The process dies of the signal. C's output buffers are flushed first.
    case dieBySignal
    /// The process exits with this code, as `exit` does. systemd counts 0 as a clean end, and 143
    /// as a failure.
    case exit(Int32)
  }

  /// Whether this process may use the terminal.
  public enum Terminal: Sendable {
    /// Standard input, output and error are no terminal.
    case none
    /// The process is in the foreground, or the terminal has no job control.
    case foreground
    /// The process is in the background, where a write mixes with another program's output or stops
    /// the process.
    case background
    /// The terminal was closed: SIGHUP came, or the system says so.
    case gone
  }
}
