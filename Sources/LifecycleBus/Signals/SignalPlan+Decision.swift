import LifecycleBus

extension SignalPlan {
  /// Moves to the next phase, and returns what to do.
  mutating func handle(_ input: Input, at now: Duration) -> [Action] {
    switch input {
    case .suspend: suspend(at: now)
    case .resume: resume(at: now)
    case .seen(let terminal): seen(terminal, at: now)
    case .end(let signal): end(signal, at: now)
    case .endByApp: endByApp(at: now)
    case .act(let signal): act(signal)
    case .acted(let signal): acted(signal)
    case .settled(let ticket): settle(ticket, at: now)
    case .stopped(let outcome): stopped(outcome, at: now)
    case .taken(let signal): take(signal)
    case .mainGoesOn: goOn()
    case .timePassed: timePassed(at: now)
    }
  }

  private mutating func suspend(at now: Duration) -> [Action] {
    resumeAt = nil
    switch phase {
    case .running:
      let ticket = nextTicket()
      phase = .suspending(ticket: ticket, deadline: now + budget + Self.grace)
      return [
        .goDown(
          [.willResignActive, .didEnterBackground], .suspend, ticket: ticket,
          deadline: now + budget)
      ]
    // Listeners are down already.
    case .background:
      stopsFromBackground = true
      return [.stop]
    // Under way; or the end is, and that goes on.
    case .suspending, .ending, .ended: return []
    }
  }

  /// Waits for an ending signal, which may come right after SIGCONT.
  private mutating func resume(at now: Duration) -> [Action] {
    switch phase {
    case .running:
      if let lastResume, now - lastResume < Self.repetition { return [] }
      resumeAt = resumeAt ?? now + Self.resumeDelay
    case .suspending, .background: resumeAt = resumeAt ?? now + Self.resumeDelay
    // Continuing does not call off an end.
    case .ending, .ended: break
    }
    return []
  }

  private mutating func seen(
    _ terminal: ProcessSignalSource.Terminal, at now: Duration
  ) -> [Action] {
    let isInFront = terminal == .foreground || terminal == .none
    switch phase {
    case .running where isInFront:
      lastResume = now
      return [.relay([.willEnterForeground, .didBecomeActive], .resume, afterUnseenStop: true)]
    case .running:
      phase = .background
      looks = terminal == .gone ? nil : 0
      return [.relay([.willResignActive, .didEnterBackground], .resume)]
    case .suspending, .background:
      if isInFront { return comeForward(at: now) }
      phase = .background
      looks = terminal == .gone ? nil : (looks ?? 0) + 1
      return []
    case .ending, .ended: return []
    }
  }

  private mutating func end(_ signal: ProcessSignal, at now: Duration) -> [Action] {
    switch phase {
    case .running, .suspending, .background:
      return wayDown(
        Ending(signal: signal, since: now, deadline: now + budget + Self.grace), at: now)
    case .ending(var ending, let ticket) where ending.signal == nil:
      ending = Ending(signal: signal, since: now, deadline: now + budget + Self.grace)
      phase = .ending(ending, ticket: ticket)
      return []
    case .ending(let ending, _), .ended(let ending):
      // A reader that is gone stays away, so each further write brings the signal again.
      if signal == .brokenPipe { return [] }
      if ending.signal != nil, now - ending.since < Self.repetition { return [] }
      return [.die(signal)]
    }
  }

  private mutating func endByApp(at now: Duration) -> [Action] {
    switch phase {
    case .running, .suspending, .background:
      wayDown(Ending(signal: nil, since: now, deadline: nil), at: now)
    case .ending, .ended: []
    }
  }

  private mutating func wayDown(_ ending: Ending, at now: Duration) -> [Action] {
    let steps: [AppLifecycleEvent] =
      phase == .running
      ? [.willResignActive, .didEnterBackground, .willTerminate] : [.willTerminate]
    let ticket = nextTicket()
    phase = .ending(ending, ticket: ticket)
    resumeAt = nil
    return [.goDown(steps, ending.signal, ticket: ticket, deadline: now + budget)]
  }

  private mutating func settle(_ ticket: Int, at now: Duration) -> [Action] {
    switch phase {
    case .suspending(ticket, _):
      return stop()
    case .ending(let ending, ticket):
      phase = .ended(ending)
      return [.finish(ending.signal)]
    // Of a way down that has been overtaken.
    default: return []
    }
  }

  private mutating func goOn() -> [Action] {
    if case .ended(var ending) = phase {
      ending.deadline = nil
      phase = .ended(ending)
    }
    return []
  }

  private mutating func stopped(_ outcome: StopOutcome, at now: Duration) -> [Action] {
    guard phase == .background else { return [] }
    switch outcome {
    case .continued: return resume(at: now)
    case .declined: return stopsFromBackground ? [] : comeForward(at: now)
    case .interrupted: return []
    }
  }

  /// The process stops, unless SIGCONT came meanwhile.
  private mutating func stop() -> [Action] {
    phase = .background
    stopsFromBackground = false
    looks = 0
    return resumeAt == nil ? [.stop] : []
  }

  private mutating func timePassed(at now: Duration) -> [Action] {
    if let resumeAt {
      guard now >= resumeAt else { return [] }
      self.resumeAt = nil
      return [.look]
    }
    switch phase {
    case .background: return looks == nil ? [] : [.look]
    case .suspending(_, let deadline) where now >= deadline:
      return stop()
    case .ending(let ending, _):
      guard let signal = ending.signal, let deadline = ending.deadline, now >= deadline else {
        return []
      }
      return [.die(signal, isForced: true)]
    case .ended(let ending):
      guard let signal = ending.signal, let deadline = ending.deadline, now >= deadline else {
        return []
      }
      return [.forceFinish(signal)]
    default: return []
    }
  }

  private mutating func act(_ signal: ProcessSignal) -> [Action] {
    let count = acting.count { $0 == signal }
    if hasEnding || count == 2 { return [] }
    acting.append(signal)
    return count == 0 ? [.act(signal)] : []
  }

  private mutating func acted(_ signal: ProcessSignal) -> [Action] {
    let cameAgain = acting.count { $0 == signal } == 2
    acting.removeAll { $0 == signal }
    return cameAgain ? act(signal) : []
  }

  /// Reports a signal once, and not during the end.
  private mutating func take(_ signal: ProcessSignal) -> [Action] {
    if hasEnding || taken.contains(signal) { return [] }
    taken.append(signal)
    return [.reportTaken(signal)]
  }

  private var hasEnding: Bool {
    switch phase {
    case .ending, .ended: true
    case .running, .suspending, .background: false
    }
  }

  private mutating func comeForward(at now: Duration) -> [Action] {
    resumeAt = nil
    phase = .running
    looks = 0
    lastResume = now
    return [.relay([.willEnterForeground, .didBecomeActive], .resume)]
  }

  private mutating func nextTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }
}
