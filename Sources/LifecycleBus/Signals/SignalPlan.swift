import LifecycleBus

/// Decides what each signal means, as a pure value. Its times count only while the process runs.
struct SignalPlan {
  /// Signals within this time count as one: some senders signal the group and the process.
  static let repetition = Duration.milliseconds(100)
  /// The main actor's time after the budget to name the expired holds.
  static let grace = Duration.milliseconds(250)
  /// What a cancelled body has after a key: somebody waits for the prompt.
  static let graceAfterKey = Duration.seconds(1)
  /// How long SIGCONT waits for an ending signal. systemd, `timeout` and shells send both.
  static let resumeDelay = Duration.milliseconds(50)
  /// How often to look for the foreground: a shell may bring a running job there and send nothing.
  static let shortestInterval = Duration.milliseconds(100)
  static let longestInterval = Duration.milliseconds(3200)

  enum Phase: Equatable {
    case running
    case suspending(ticket: Int, deadline: Duration)
    case background
    /// The holds are waited for, before the body is cancelled or once more after that.
    case ending(Ending, ticket: Int)
    /// The cancelled body has time to return.
    case leaving(Ending, deadline: Duration)
    /// The holds are waited for after `willTerminate`.
    case closing(Ending, ticket: Int)
    /// What is left is the exit, or the rest of `main`.
    case ended(Ending)
  }

  struct Ending: Equatable {
    /// `nil` while only the body has returned.
    var signal: ProcessSignal?
    var since: Duration
    var isBodyLate = false
  }

  enum Culprit: String {
    case mainActor = "the main actor"
    case body = "the body of run(_:)"
  }

  /// The main actor carries them out in the plan's order, apart from the last three.
  enum Action: Equatable {
    case relay([AppLifecycleEvent])
    /// Post the events, wait for the holds, and settle the ticket.
    case goDown([AppLifecycleEvent], ProcessSignal?, ticket: Int, deadline: Duration)
    case act(ProcessSignal)
    case cancelBody
    case finish(ProcessSignal?)
    case reportTaken
    /// Find out whether the process is in the foreground.
    case look
    /// For the signal thread: stop the process.
    case stop
    /// `culprit`: `nil` to say nothing.
    case force(ProcessSignal, culprit: Culprit?)
  }

  /// Bounded, so that no sum of times overflows.
  let budget: Duration
  var phase: Phase
  var lastTicket = 0
  /// When SIGCONT takes effect, unless an ending signal or SIGTSTP comes first.
  var resumeAt: Duration?
  /// The signals whose action runs; twice if it is to run once more.
  var acting: [ProcessSignal] = []
  /// Until a job in the background looks for the foreground. It doubles, so that the machine wakes
  /// rarely.
  var interval = shortestInterval
  /// The body has been called and hasn't returned.
  var hasBody = false
  var hasChild = false

  init(budget: Duration, phase: Phase = .running) {
    self.budget = min(budget, .seconds(1_000_000_000))
    self.phase = phase
  }

  var hasEnding: Bool {
    switch phase {
    case .running, .suspending, .background: false
    case .ending, .leaving, .closing, .ended: true
    }
  }

  func patience(at now: Duration) -> Duration? {
    // A budget in steps, so that time in which the process doesn't run is seen as such.
    let untilNext: Duration? =
      switch phase {
      case .running: resumeAt.map { $0 - now }
      case .suspending(_, let deadline): min((resumeAt ?? deadline) - now, RunningTime.step)
      case .background: resumeAt.map { $0 - now } ?? (hasChild ? nil : interval)
      case .leaving(_, let deadline): min(deadline - now, RunningTime.step)
      case .ending(let ending, _), .closing(let ending, _), .ended(let ending):
        ending.signal.map { _ in min(deadline(of: ending) - now, RunningTime.step) }
      }

    return untilNext.map { max(.zero, $0) }
  }

  func deadline(of ending: Ending) -> Duration { ending.since + budget + Self.grace }

  /// When `willTerminate` is due at the latest.
  func closingTime(of ending: Ending) -> Duration { ending.since + budget * 3 / 4 }

  func bodyDeadline(of ending: Ending, at now: Duration) -> Duration {
    // Of a short budget it leaves the last quarter something.
    let limit = max(now, closingTime(of: ending)) + min(Self.grace, budget / 8)

    return switch ending.signal {
    case .interrupt, .hangup: min(limit, now + Self.graceAfterKey)
    case .brokenPipe: min(limit, now + Self.grace)
    default: limit
    }
  }
}
