extension ProcessSignalSource {
  /// Which signals end the process, how long that may take, and how it ends.
  public struct Configuration: Sendable {
    /// The signals that end the process. By default they're SIGTERM, SIGINT, SIGHUP and SIGPIPE.
    ///
    /// SIGPIPE ends the process only if standard output or standard error has lost its reader. A
    /// client that hangs up doesn't end a service.
    ///
    /// The source traps if this list contains SIGTSTP, SIGCONT, SIGKILL, SIGSTOP, SIGQUIT, or a
    /// signal of a fault, such as SIGSEGV.
    public var endingSignals: [ProcessSignal]
    /// How long the app may take after a signal, until it ends or is suspended. This includes the
    /// calls of listeners, the holds, and the body of ``ProcessSignalSource/run(_:)``.
    ///
    /// When the budget runs out, the process ends or is suspended, even if work is still running.
    /// If it's ending, holds taken before `willTerminate` expire after three quarters of the
    /// budget, so that listeners of `willTerminate` have the rest. Time in which the process is
    /// stopped, frozen or asleep doesn't count.
    public var budget: Duration
    /// How the process ends after one of the ``endingSignals``.
    public var exitPolicy: ExitPolicy
    /// The escape sequences to write to the terminal if the process is ended by force. By default
    /// there are none.
    ///
    /// A full-screen program leaves the alternate screen and shows the cursor:
    /// `"\u{1B}[?1049l\u{1B}[?25h"`.
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

  /// How the process ends after a signal such as SIGTERM.
  ///
  /// A program that calls ``ProcessSignalSource/run(_:)`` can choose any of these policies. After
  /// ``ProcessSignalSource/start()`` the signal itself terminates the process, unless the policy is
  /// ``exit(_:)``.
  public enum ExitPolicy: Equatable, Sendable {
    /// After SIGTERM, ``ProcessSignalSource/run(_:)`` returns and the exit code of `main` counts,
    /// if the body has returned without an error and no hold has expired. In all other cases the
    /// signal itself terminates the process.
    case automatic
    /// ``ProcessSignalSource/run(_:)`` returns after every signal, and the exit code of `main`
    /// counts.
    case returnToMain
    /// The process exits with this code. For systemd, 0 is a clean end and 143 is a failure.
    case exit(Int32)
  }
}
