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
  static let longestInterval = Duration.milliseconds(2500)

  enum Phase: Equatable {
    case running
    case suspending(ticket: Int, deadline: Duration)
    case background
    /// The listeners are told, and the holds are waited for.
    case ending(Ending, ticket: Int)
    /// The body has been cancelled, and is waited for.
    case leaving(Ending)
    /// What is left is the exit, or the rest of `main`.
    case ended(Ending)
  }

  struct Ending: Equatable {
    /// `nil` while only the body has returned.
    var signal: ProcessSignal?
    var since: Duration
  }

  enum Input {
    case suspend
    case resume
    case seen(ProcessSignalSource.Terminal)
    case end(ProcessSignal)
    case act(ProcessSignal)
    case acted(ProcessSignal)
    /// The holds of this ticket are released or expired.
    case settled(ticket: Int)
    case stopped(StopOutcome)
    case bodyBegan
    case bodyEnded
    case childBegan
    case childEnded
    /// Other code has installed a handler.
    case taken(ProcessSignal)
    case timePassed
  }

  enum StopOutcome {
    /// SIGCONT came after the stop, or right before it.
    case continued
    case declined
    /// An ending signal came first.
    case interrupted
  }

  /// Who did not end within the budget.
  enum Culprit { case mainActor, body, main }

  enum Action: Equatable {
    /// `afterUnseenStop`: the app's state is still active, because SIGSTOP cannot be caught.
    case relay([AppLifecycleEvent], ProcessSignal?, afterUnseenStop: Bool = false)
    /// Post the events, wait for the holds, and report the ticket as settled.
    case goDown([AppLifecycleEvent], ProcessSignal?, ticket: Int, deadline: Duration)
    case act(ProcessSignal)
    case cancelBody
    case finish(ProcessSignal?)
    case reportTaken(ProcessSignal)
    case look
    case stop
    /// From another thread. `culprit`: `nil` for a second signal.
    case force(ProcessSignal, culprit: Culprit?)

    var isForMainActor: Bool {
      switch self {
      case .relay, .goDown, .act, .cancelBody, .finish, .reportTaken: true
      case .look, .stop, .force: false
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
  /// Why the terminal is looked at: SIGCONT, or `nil` for a child that has left it.
  var lookCause: ProcessSignal?
  /// The signals whose action runs. A signal that came again meanwhile is listed twice.
  var acting: [ProcessSignal] = []
  var stopsFromBackground = false
  /// How often in a row another program had the terminal; `nil` if the process cannot come back.
  var looks: Int? = 0
  var hasBody = false
  /// How many children have the terminal, one inside the other.
  var children: Int

  init(budget: Duration, phase: Phase = .running, children: Int = 0) {
    self.budget = min(budget, .seconds(1_000_000_000))
    self.phase = phase
    self.children = children
  }

  var hasEnding: Bool {
    switch phase {
    case .ending, .leaving, .ended: true
    case .running, .suspending, .background: false
    }
  }

  /// How long to wait for a signal before `timePassed`; `nil` for no limit.
  func patience(at now: Duration) -> Duration? {
    // A budget in steps, so that time in which the process does not run is seen as such.
    let next: Duration? =
      switch phase {
      case .running: resumeAt.map { $0 - now }
      case .suspending(_, let deadline): min((resumeAt ?? deadline) - now, RunningTime.step)
      case .background: resumeAt.map { $0 - now } ?? interval
      case .ending(let ending, _), .leaving(let ending), .ended(let ending):
        ending.signal.map { _ in min(deadline(of: ending) - now, RunningTime.step) }
      }
    return next.map { max(.zero, $0) }
  }

  /// When to end the process from another thread, if a signal ends it.
  func deadline(of ending: Ending) -> Duration { ending.since + budget + Self.grace }

  /// The interval doubles, because a job in the background should wake the machine rarely.
  private var interval: Duration? {
    guard children == 0, let looks else { return nil }
    return min(Self.shortestInterval * (1 << min(looks, 10)), Self.longestInterval)
  }
}
