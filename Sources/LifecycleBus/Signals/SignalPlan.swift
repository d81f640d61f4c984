import LifecycleBus

/// Decides what each signal means, as a pure value. Its times count only while the process runs.
struct SignalPlan {
  /// Signals that are repeated within this time count as one, because some senders signal both the
  /// group and the process.
  static let repetition = Duration.milliseconds(100)
  /// The time after the budget in which the main actor may name the expired holds.
  static let grace = Duration.milliseconds(250)
  /// How long SIGCONT waits for an ending signal, because systemd, `timeout`, shells and closing
  /// terminals send both.
  static let resumeDelay = Duration.milliseconds(50)
  /// How often to look whether the process is in the foreground, because a shell sends nothing when
  /// it brings a running job to the front.
  static let shortestInterval = Duration.milliseconds(100)
  static let longestInterval = Duration.seconds(1)

  enum Phase: Equatable {
    case running
    case suspending(ticket: Int, deadline: Duration)
    case background
    case ending(Ending, ticket: Int)
    /// The wait for the holds is over; the exit policy and `main` do the rest.
    case ended(Ending)
  }

  struct Ending: Equatable {
    /// `nil` while only the app has asked for the end.
    var signal: ProcessSignal?
    var since: Duration
    /// When to end the process from another thread; `nil` for never.
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
    /// A task has waited for the end.
    case mainGoesOn
    case timePassed
  }

  enum StopOutcome {
    /// SIGCONT came after the stop, or right before it.
    case continued
    case declined
    /// An ending signal came first.
    case interrupted
  }

  enum Action: Equatable {
    /// `afterUnseenStop`: the app's state is still active, because SIGSTOP cannot be caught.
    case relay([AppLifecycleEvent], ProcessSignal?, afterUnseenStop: Bool = false)
    /// Post the events, wait for the holds, and report the ticket as settled.
    case goDown([AppLifecycleEvent], ProcessSignal?, ticket: Int, deadline: Duration)
    case act(ProcessSignal)
    case look
    case stop
    case finish(ProcessSignal?)
    /// From another thread: the wait for the holds is over, but the process has not ended.
    case forceFinish(ProcessSignal)
    /// From another thread. `isForced`: the main actor did not answer within the budget.
    case die(ProcessSignal, isForced: Bool = false)
    case reportTaken(ProcessSignal)

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
  /// When SIGCONT takes effect, unless an ending signal or SIGTSTP comes first.
  var resumeAt: Duration?
  /// The signals whose action runs. A signal that came again meanwhile is listed twice.
  var acting: [ProcessSignal] = []
  var stopsFromBackground = false
  /// How often in a row another program had the terminal; `nil` if the process cannot come back.
  var looks: Int? = 0
  var taken: [ProcessSignal] = []

  init(budget: Duration, phase: Phase = .running) {
    self.budget = min(budget, .seconds(1_000_000_000))
    self.phase = phase
  }

  /// How long to wait for a signal before `timePassed`; `nil` for no limit.
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

  /// The interval grows, because a job in the background should wake the machine rarely.
  private static func interval(after looks: Int) -> Duration {
    min(shortestInterval * (1 + looks / 10), longestInterval)
  }
}
