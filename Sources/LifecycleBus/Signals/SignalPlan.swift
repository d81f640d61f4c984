import LifecycleBus

/// What a signal means here and now: a pure value that knows neither threads nor the system.
///
/// Times are those in which the process has run since the start of the source.
struct SignalPlan {
  /// Signals of one kind within this time are one: a terminal and a service manager may send them
  /// twice, to the group and to the process.
  static let repetition = Duration.milliseconds(100)
  /// What the main actor gets beyond the budget to name the holds that expired, before it is ended
  /// from beside.
  static let grace = Duration.milliseconds(250)
  /// How long a resume waits for an ending. systemd, `timeout`, shells and closing terminals send
  /// SIGCONT with SIGTERM or SIGHUP, and its handler may well run first.
  static let resumeDelay = Duration.milliseconds(50)
  /// How often to look whether the process is in the foreground again, at first and in the end. A
  /// shell sends nothing when it brings a running job to the front.
  static let shortestInterval = Duration.milliseconds(100)
  static let longestInterval = Duration.seconds(1)

  /// How far the process is on its way down.
  enum Phase: Equatable {
    /// Listeners have been told that the app is active.
    case running
    /// Ctrl-Z has been relayed; the process stops when the holds are released.
    case suspending(ticket: Int, deadline: Duration)
    /// Listeners have been told that the app is in the background, and the process runs.
    case background
    /// The events up to the end have been relayed; the process waits for the holds.
    case ending(Ending, ticket: Int)
    /// All is done in order. What happens now is up to the exit policy, and to `main`.
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
  enum Input {
    /// SIGTSTP came.
    case suspend
    /// SIGCONT came.
    case resume
    /// What `look` found.
    case seen(ProcessSignalSource.Terminal)
    /// One of the ending signals came.
    case end(ProcessSignal)
    /// The app wants to end without a signal.
    case endByApp
    /// A signal came that has an action.
    case act(ProcessSignal)
    /// The action of this signal has returned.
    case acted(ProcessSignal)
    /// The holds of this ticket are released or expired.
    case settled(ticket: Int)
    /// The attempt to stop the process is over.
    case stopped(StopOutcome)
    /// Other code has installed a handler for this signal, or ignores it.
    case taken(ProcessSignal)
    /// A task has waited for the end, so the rest is up to `main`.
    case mainGoesOn
    /// Nothing but time.
    case timePassed
  }

  /// How an attempt to stop the process ended.
  enum StopOutcome {
    /// SIGCONT came: after the stop, or right before it.
    case continued
    /// The system did not stop it, because the group is orphaned.
    case declined
    /// An ending signal came before the outcome was known.
    case interrupted
  }

  /// What to do, in this order.
  enum Action: Equatable {
    /// Post these events. `afterUnseenStop`: the process was stopped by SIGSTOP, which cannot be
    /// caught, so the listeners' state is still active.
    case relay([AppLifecycleEvent], ProcessSignal?, afterUnseenStop: Bool = false)
    /// Post these events, wait for the holds until the deadline, and report the ticket settled.
    case goDown([AppLifecycleEvent], ProcessSignal?, ticket: Int, deadline: Duration)
    /// Run the action of this signal, and report when it has returned.
    case act(ProcessSignal)
    /// Ask the terminal whether the process is in front, and report what it says.
    case look
    /// Stop the process, as Ctrl-Z does, and report how it went.
    case stop
    /// Apply the exit policy, on the main actor.
    case finish(ProcessSignal?)
    /// Apply the exit policy from beside: all was done in order, but the main actor did not get to
    /// the exit.
    case forceFinish(ProcessSignal)
    /// End the process by this signal, from beside. `isForced`: the main actor did not answer within
    /// the budget, and nobody has asked for this end.
    case die(ProcessSignal, isForced: Bool = false)
    /// Report that the signal goes to other code.
    case reportTaken(ProcessSignal)

    /// Whether the source does it, on the main actor. It applies the exit policy by itself, when it
    /// has reported the ticket settled.
    var isForMainActor: Bool {
      switch self {
      case .relay, .goDown, .act, .reportTaken: true
      case .look, .stop, .finish, .forceFinish, .die: false
      }
    }
  }

  /// At most a thousand million seconds, so that no sum of times overflows.
  let budget: Duration
  var phase: Phase
  var lastTicket = 0
  var lastResume: Duration?
  /// When a SIGCONT that came is acted on, unless an ending or another SIGTSTP comes before.
  var resumeAt: Duration?
  /// The signals whose action runs; one that came again meanwhile is there twice.
  var acting: [ProcessSignal] = []
  /// Whether the process is being stopped out of the background, where a declined stop leaves it.
  var stopsFromBackground = false
  /// How often in a row the terminal was found in the hands of another program; `nil` where it
  /// cannot come back, so that nothing has to be looked at.
  var looks: Int? = 0
  /// The signals that other code has.
  var taken: [ProcessSignal] = []

  init(budget: Duration, phase: Phase = .running) {
    self.budget = min(budget, .seconds(1_000_000_000))
    self.phase = phase
  }

  /// How long to wait for a signal before time itself has to be reported; `nil` for as long as it
  /// takes.
  func patience(at now: Duration) -> Duration? {
    // A budget in steps, so that time in which the process does not run is seen as such.
    let next: Duration? =
      switch phase {
      case .running: resumeAt.map { $0 - now }
      case .suspending(_, let deadline): min((resumeAt ?? deadline) - now, RunningTime.step)
      case .background: resumeAt.map { $0 - now } ?? looks.map(Self.interval)
      case .ending(let ending, _), .ended(let ending):
        ending.deadline.map { min($0 - now, RunningTime.step) }
      }
    return next.map { max(.zero, $0) }
  }

  /// How long to wait before the next look: longer and longer, because a job that stays in the
  /// background should wake the machine rarely.
  private static func interval(after looks: Int) -> Duration {
    min(shortestInterval * (1 + looks / 10), longestInterval)
  }
}
