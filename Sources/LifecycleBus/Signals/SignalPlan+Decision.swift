import LifecycleBus

extension SignalPlan {
  private static let down: [AppLifecycleEvent] = [.willResignActive, .didEnterBackground]
  private static let up: [AppLifecycleEvent] = [.willEnterForeground, .didBecomeActive]

  // MARK: Stops

  mutating func suspend(at now: Duration) -> Action? {
    resumeAt = nil

    switch phase {
    case .running:
      let ticket = nextTicket()
      phase = .suspending(ticket: ticket, deadline: now + budget + Self.grace)
      return .goDown(Self.down, .suspend, ticket: ticket, deadline: now + budget)

    case .background:
      // Listeners are down already.
      return .stop

    case .suspending, .ending, .leaving, .closing, .ended:
      // The suspension is under way; or the end is, and that goes on.
      return nil
    }
  }

  /// Waits for an ending signal, which may come right after SIGCONT.
  mutating func resume(at now: Duration) -> Action? {
    // Continuing doesn't call off an end.
    if hasEnding { return nil }

    resumeAt = resumeAt ?? now + Self.resumeDelay
    return nil
  }

  mutating func look(isInFront: Bool) -> Action? {
    switch phase {
    case .running where isInFront:
      // It was stopped before it could say so, because SIGSTOP can't be caught.
      return .relay(Self.down + Self.up)

    case .running:
      phase = .background
      return .relay(Self.down)

    case .suspending, .background:
      if isInFront { return comeForward() }
      phase = .background
      interval = min(interval * 2, Self.longestInterval)
      return nil

    case .ending, .leaving, .closing, .ended:
      return nil
    }
  }

  private mutating func comeForward() -> Action? {
    resumeAt = nil
    interval = Self.shortestInterval

    if hasChild {
      // The listeners stay where they are.
      phase = .background
      return nil
    }
    phase = .running
    return .relay(Self.up)
  }

  mutating func stopped(at now: Duration) -> Action? {
    guard phase == .background else { return nil }
    return resume(at: now)
  }

  private mutating func stop() -> Action? {
    phase = .background
    if resumeAt != nil { return nil }
    return .stop
  }

  // MARK: A child in front

  mutating func beginChild() -> Action? {
    hasChild = true
    guard phase == .running else { return nil }

    phase = .background
    resumeAt = nil
    return .relay(Self.down)
  }

  mutating func endChild(isInFront: Bool) -> Action? {
    hasChild = false
    guard phase == .background else { return nil }
    return look(isInFront: isInFront)
  }

  /// Ctrl-C belongs to the program that has the terminal, as with `system(3)`.
  private func isForChild(_ signal: ProcessSignal) -> Bool {
    hasChild && signal == .interrupt
  }

  // MARK: The end

  mutating func end(_ signal: ProcessSignal, at now: Duration) -> Action? {
    if isForChild(signal) { return nil }
    let new = Ending(signal: signal, since: now)

    switch phase {
    case .running, .suspending, .background:
      return goDown(new)

    case .ending(let ending, let ticket) where ending.signal == nil:
      phase = .ending(new, ticket: ticket)
      return nil
    case .closing(let ending, let ticket) where ending.signal == nil:
      phase = .closing(new, ticket: ticket)
      return nil
    case .ended(let ending) where ending.signal == nil:
      return .force(signal, culprit: nil)

    case .ending(let ending, _), .closing(let ending, _):
      return comeAgain(signal, in: ending, at: now)
    case .leaving(let ending, _), .ended(let ending):
      return comeAgain(signal, in: ending, at: now)
    }
  }

  /// Only a person at the keys wants to end it by force. A supervisor may repeat SIGTERM, and each
  /// write repeats SIGPIPE.
  private func comeAgain(
    _ signal: ProcessSignal, in ending: Ending, at now: Duration
  ) -> Action? {
    guard signal == .interrupt, now - ending.since >= Self.repetition else { return nil }
    return .force(signal, culprit: nil)
  }

  private mutating func goDown(_ ending: Ending) -> Action? {
    let wayDown = phase == .running ? Self.down : []
    resumeAt = nil
    return waitForHolds(in: ending, after: wayDown)
  }

  private mutating func waitForHolds(
    in ending: Ending, after events: [AppLifecycleEvent] = []
  ) -> Action? {
    let ticket = nextTicket()
    phase = .ending(ending, ticket: ticket)
    return .goDown(events, ending.signal, ticket: ticket, deadline: closingTime(of: ending))
  }

  /// False if the end has begun before.
  mutating func beginBody() -> Bool {
    hasBody = !hasEnding
    return hasBody
  }

  /// Begins the app's end, or continues it.
  mutating func endBody(at now: Duration) -> Action? {
    hasBody = false

    switch phase {
    case .running, .suspending, .background:
      return goDown(Ending(signal: nil, since: now))
    case .leaving(let ending, _):
      return waitForHolds(in: ending)
    case .ending, .closing, .ended:
      return nil
    }
  }

  mutating func settle(_ ticket: Int, at now: Duration) -> Action? {
    switch phase {
    case .suspending(ticket, _):
      return stop()

    case .ending(let ending, ticket) where hasBody && !ending.isBodyLate:
      phase = .leaving(ending, deadline: bodyDeadline(of: ending, at: now))
      return .cancelBody

    case .ending(let ending, ticket):
      return close(ending)

    case .closing(let ending, ticket):
      return finish(ending)

    default:
      // The ticket is of a way down that has been overtaken.
      return nil
    }
  }

  private mutating func close(_ ending: Ending) -> Action? {
    let ticket = nextTicket()
    phase = .closing(ending, ticket: ticket)
    return .goDown(
      [.willTerminate], ending.signal, ticket: ticket, deadline: ending.since + budget)
  }

  /// A body that still runs ends with the process. After a key nobody wants a sentence about it.
  private mutating func finish(_ ending: Ending) -> Action? {
    phase = .ended(ending)

    if hasBody, let signal = ending.signal {
      return .force(signal, culprit: signal == .terminate ? .body : nil)
    }
    return .finish(ending.signal)
  }

  private mutating func nextTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  // MARK: Time

  mutating func timePassed(at now: Duration) -> Action? {
    if let resumeAt {
      guard now >= resumeAt else { return nil }
      self.resumeAt = nil
      return .look
    }

    switch phase {
    case .running:
      return nil

    case .background:
      return hasChild ? nil : .look

    case .suspending(_, let deadline):
      if now < deadline { return nil }
      return stop()

    case .leaving(var ending, let deadline):
      if now < deadline { return nil }
      ending.isBodyLate = true
      return waitForHolds(in: ending)

    case .ending(let ending, _), .closing(let ending, _):
      return force(ending, .mainActor, at: now)
    case .ended(let ending):
      return force(ending, nil, at: now)
    }
  }

  private func force(_ ending: Ending, _ culprit: Culprit?, at now: Duration) -> Action? {
    guard let signal = ending.signal, now >= deadline(of: ending) else { return nil }
    return .force(signal, culprit: culprit)
  }

  // MARK: Actions

  mutating func act(_ signal: ProcessSignal) -> Action? {
    let count = acting.count { $0 == signal }
    if hasEnding || count == 2 || isForChild(signal) { return nil }

    acting.append(signal)
    if count == 1 { return nil }
    return .act(signal)
  }

  mutating func acted(_ signal: ProcessSignal) -> Action? {
    let cameAgain = acting.count { $0 == signal } == 2
    acting.removeAll { $0 == signal }

    if cameAgain { return act(signal) }
    return nil
  }
}
