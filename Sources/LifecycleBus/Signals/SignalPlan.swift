import LifecycleBus

/// What a signal means here and now, as a pure value. Its times count only while the process runs.
struct SignalPlan {
  /// Signals of one kind within this time are one: they may be sent to the group and to the
  /// process.
  static let repetition = Duration.milliseconds(100)
  /// What the main actor gets beyond the budget, to name the holds that expired.
  static let grace = Duration.milliseconds(250)
  /// How long a resume waits for an ending, with which systemd, `timeout` and shells send SIGCONT.
  static let resumeDelay = Duration.milliseconds(50)
  /// How often to look for the foreground, at first and in the end. A shell sends nothing when it
  /// brings a running job to the front.
  static let shortestInterval = Duration.milliseconds(100)
  static let longestInterval = Duration.seconds(1)

  enum Phase: Equatable {
    case running
    /// Ctrl-Z was relayed; the process stops when the holds are released.
    case suspending(ticket: Int, deadline: Duration)
    /// The listeners are in the background, and the process runs.
    case background
    /// The end was relayed; the process waits for the holds.
    case ending(Ending, ticket: Int)
    /// All was done in order; the rest is up to the exit policy and to `main`.
    case ended(Ending)
  }

  struct Ending: Equatable {
    /// What asked for it first; `nil` while only the app has.
    var signal: ProcessSignal?
    var since: Duration
    /// When to end it from another thread; `nil` for never.
    var deadline: Duration?
  }

  enum Input {
    case suspend
    case resume
    case seen(ProcessSignalSource.Terminal)
    case end(ProcessSignal)
    case endByApp
    case act(ProcessSignal)
    case acted(ProcessSignal)
    /// The holds of this ticket are released or expired.
    case settled(ticket: Int)
    case stopped(StopOutcome)
    /// Other code has installed a handler, or ignores the signal.
    case taken(ProcessSignal)
    /// A task has waited for the end, so the rest is up to `main`.
    case mainGoesOn
    case timePassed
  }

  enum StopOutcome {
    /// After the stop, or right before it.
    case continued
    case declined
    /// An ending signal came before the outcome was known.
    case interrupted
  }

  enum Action: Equatable {
    /// `afterUnseenStop`: SIGSTOP cannot be caught, so the listeners' state is still active.
    case relay([AppLifecycleEvent], ProcessSignal?, afterUnseenStop: Bool = false)
    /// Wait for the holds after the events, and report the ticket settled.
    case goDown([AppLifecycleEvent], ProcessSignal?, ticket: Int, deadline: Duration)
    case act(ProcessSignal)
    case look
    case stop
    case finish(ProcessSignal?)
    /// From another thread: all was done in order, but the main actor did not get to the exit.
    case forceFinish(ProcessSignal)
    /// From another thread. `isForced`: the main actor did not answer within the budget.
    case die(ProcessSignal, isForced: Bool = false)
    case reportTaken(ProcessSignal)

    /// True if the source does it on the main actor.
    var isForMainActor: Bool {
      switch self {
      case .relay, .goDown, .act, .reportTaken: true
      case .look, .stop, .finish, .forceFinish, .die: false
      }
    }
  }

  /// Bounded, so that no sum of times overflows.
  let budget: Duration
  var phase: Phase
  var lastTicket = 0
  var lastResume: Duration?
  /// When a SIGCONT is acted on, unless an ending or another SIGTSTP comes first.
  var resumeAt: Duration?
  /// The signals whose action runs; twice, if one came again meanwhile.
  var acting: [ProcessSignal] = []
  /// Whether the stop began in the background, where a declined stop leads back to.
  var stopsFromBackground = false
  /// How often in a row another program had the terminal; `nil` where it cannot come back.
  var looks: Int? = 0
  var taken: [ProcessSignal] = []

  init(budget: Duration, phase: Phase = .running) {
    self.budget = min(budget, .seconds(1_000_000_000))
    self.phase = phase
  }

  /// How long to wait for a signal before time is reported; `nil` for no limit.
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

  /// Longer and longer, because a job in the background should wake the machine rarely.
  private static func interval(after looks: Int) -> Duration {
    min(shortestInterval * (1 + looks / 10), longestInterval)
  }
}
