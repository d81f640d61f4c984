/// What a signal means here and now: a pure value that knows neither threads nor the system.
///
/// Times are counted from the start of the source.
struct SignalPlan {
  /// Signals of one kind within this time are one: a terminal and a service manager may send them
  /// twice, to the group and to the process.
  static let repetition = Duration.milliseconds(100)
  /// What the main actor gets beyond the budget to name the holds that expired, before it is ended
  /// from beside.
  static let grace = Duration.milliseconds(250)
  /// How often to look whether the process is in the foreground again. A shell sends nothing when
  /// it brings a running job to the front.
  static let foregroundInterval = Duration.milliseconds(100)

  /// How far the process is on its way down.
  enum Phase: Equatable {
    /// Listeners have been told that the app is active.
    case running
    /// Ctrl-Z has been relayed; the process stops when the holds are released.
    case suspending(ticket: Int, deadline: Duration)
    /// Listeners have been told that the app is in the background, and the process runs.
    case background
    /// The way down to the end has been relayed; the process waits for the holds.
    case ending(Ending, ticket: Int)
    /// All is done in order. What happens now is up to the exit policy, and with `.returnToMain` to
    /// `main`.
    case ended(Ending)
  }

  /// The end of a process.
  struct Ending: Equatable {
    /// What asked for it first; `nil` while only the app itself has.
    var signal: ProcessSignal?
    var since: Duration
    /// When to end it from beside; `nil` for never.
    var deadline: Duration?
  }

  /// What happens to the process.
  enum Input: Equatable {
    /// SIGTSTP came.
    case suspend
    /// SIGCONT came; or, in the background, the terminal was asked which group is in front.
    case resume(inForeground: Bool)
    /// One of the ending signals came.
    case end(ProcessSignal)
    /// The app wants to end without a signal.
    case endByApp
    /// The holds of this ticket are released or expired.
    case settled(ticket: Int)
    /// The attempt to stop the process is over.
    case stopped(StopOutcome)
    /// Nothing but time.
    case timePassed
  }

  /// How an attempt to stop the process ended.
  enum StopOutcome: CaseIterable {
    /// It was stopped and continued in the foreground.
    case resumedInForeground
    /// It was stopped and continued in the background.
    case resumedInBackground
    /// The system did not stop it, because the group is orphaned.
    case declined
    /// A signal that matters more came before anything was known.
    case interrupted
  }

  /// What to do, in this order.
  enum Action: Equatable {
    /// Post these events. `afterUnseenStop`: the process was stopped by SIGSTOP, which cannot
    /// be caught, so the listeners' state is still active.
    case relay([AppLifecycleEvent], ProcessSignal?, afterUnseenStop: Bool = false)
    /// Wait for the holds until the deadline, then report the ticket settled.
    case awaitHolds(ticket: Int, deadline: Duration)
    /// Stop the process, as Ctrl-Z does, and report how it went.
    case stop
    /// Apply the exit policy, on the main actor.
    case finish(ProcessSignal?)
    /// Apply the exit policy from beside: all was done in order, but the main actor did not get to
    /// the exit.
    case forceFinish(ProcessSignal)
    /// End the process by this signal, from beside.
    case die(ProcessSignal)
  }

  let budget: Duration
  /// Whether the exit policy leaves the end to `main`.
  let returnsToMain: Bool
  var phase = Phase.running
  var lastTicket = 0
  var lastResume: Duration?
  /// Whether the process is being stopped out of the background, where a declined stop leaves it.
  var stopsFromBackground = false

  init(budget: Duration, returnsToMain: Bool) {
    self.budget = budget
    self.returnsToMain = returnsToMain
  }

  /// How long to wait for a signal before time itself has to be reported; `nil` for as long as it
  /// takes.
  func patience(at now: Duration) -> Duration? {
    switch phase {
    case .running: nil
    case .suspending(_, let deadline): max(.zero, deadline - now)
    case .background: Self.foregroundInterval
    case .ending(let ending, _), .ended(let ending): ending.deadline.map { max(.zero, $0 - now) }
    }
  }
}
