extension ProcessSignalSource {
  /// What a source listens to, how long it waits, and how the process ends.
  public struct Configuration: Sendable {
    /// The signals that end the process. Any of them that is ignored when the source starts stays
    /// ignored; so does SIGPIPE where other code has a handler for it. SIGTSTP, SIGCONT and the signals of a fault, such as SIGSEGV, are not allowed here.
    public var endingSignals: [ProcessSignal]
    /// Whether Ctrl-Z and its end are relayed: SIGTSTP and SIGCONT. SIGTSTP never is without a
    /// terminal on standard input, in a session leader, or where it is ignored when the source
    /// starts: then the system does what it always does. Set it to `false` in a second source of a
    /// process, because each signal has one source.
    public var relaysSuspension: Bool
    /// How long listeners and holds together may take before the process is stopped
    /// or ended anyway. Time in which the process does not run, because it is stopped, frozen or
    /// asleep, does not count.
    public var budget: Duration
    /// What happens once the listeners were told of the end and the holds were waited for.
    public var exitPolicy: ExitPolicy
    /// What a full-screen program has written to the terminal when the process is ended by force,
    /// while its listeners are blocked: the sequences that leave the alternate screen and show the
    /// cursor. Nothing unless you say so; the terminal's modes are put back in any case.
    public var terminalReset: String

    /// Makes a configuration; what you leave out suits a command-line tool.
    ///
    /// - Parameters:
    ///   - endingSignals: The signals that end the process in order.
    ///   - relaysSuspension: Whether Ctrl-Z and `fg` are relayed as events.
    ///   - budget: How long the listeners and their holds may take at the end and before a stop.
    ///   - exitPolicy: What happens when the listeners have been told of the end.
    ///   - terminalReset: What a full-screen program has written when the process is ended by
    ///     force.
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

  /// What happens once an ending signal has been relayed and the holds are released or out of
  /// budget.
  public enum ExitPolicy: Equatable, Sendable {
    /// The process ends as its parent expects it.
    ///
    /// ``ProcessSignalSource/end(_:)`` returns, and `main` goes on. After SIGTERM its exit code
    /// counts, because a service manager asks for an orderly end and takes 0 for one. After any other
    /// signal the process dies of that signal as soon as `main` has returned or called `exit`, because
    /// a shell ends a loop only if Ctrl-C has killed the program in it; functions that were given to
    /// `atexit` before the first ``ProcessSignalSource/start()`` are not called then. If no task waits
    /// in `end(_:)` when the holds were waited for, nor 50 ms later, it dies of the
    /// signal, SIGTERM too, because its work was cut off. A service that waits in `dispatchMain()`
    /// asks for ``exit(_:)`` with 0.
    case automatic
    /// The exit code of `main` counts, whatever the signal was.
    ///
    /// ``ProcessSignalSource/end(_:)`` returns, and `main` goes on. If no task waits in it when the
    /// holds were waited for, nor 50 ms later, the process dies of the signal.
    case returnToMain
    /// The process dies of the signal, so that its parent sees which one it was: a shell ends a
    /// loop on Ctrl-C, and systemd counts SIGTERM, SIGINT, SIGHUP and SIGPIPE as a clean end. C's
    /// output buffers are flushed first.
    case dieBySignal
    /// The process exits with this code, as `exit` does. systemd counts 0 as a clean end, and 143
    /// as a failure.
    case exit(Int32)
  }

  /// Whether this process may use the terminal.
  public enum Terminal: Sendable {
    /// Standard input, output and error are no terminal.
    case none
    /// The process is in the foreground group, or the terminal has no job control.
    case foreground
    /// The process was sent to the background: a write would mix with another program's output or stop
    /// the process.
    case background
    /// The terminal was closed: SIGHUP came, or the system says so.
    case gone
  }
}
