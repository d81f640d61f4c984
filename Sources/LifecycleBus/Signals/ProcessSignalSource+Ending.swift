import Foundation

extension ProcessSignalSource {
  /// Waits until the listeners were told of the end, and the holds are released or out of budget.
  ///
  /// With the policies ``ExitPolicy/automatic`` and ``ExitPolicy/returnToMain`` this is how `main`
  /// goes on. With the others the process ends by itself, and this returns only after ``end()``.
  /// Several tasks may wait; once it
  /// is over, or the source is stopped, it returns at once.
  ///
  /// - Returns: The signal; `nil` after ``end()`` without one, after ``stop()``, and when the task
  ///   is cancelled.
  @discardableResult
  public func ended() async -> ProcessSignal? {
    lastWaiter += 1
    let number = lastWaiter
    return await withTaskCancellationHandler {
      Task.isCancelled ? nil : await waitForEnd(number)
    } onCancel: {
      Task { @MainActor in
        guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
        waiters.remove(at: index).continuation.resume(returning: nil)
      }
    }
  }

  /// Ends in order without a signal: at the end of the input, or because the user said so.
  ///
  /// Relays the events up to `willTerminate` once and waits for the holds, up to the budget; then it
  /// is for `main` to return. A signal that comes meanwhile is the first one: the events are not
  /// relayed again, and the exit policy applies. If the end has begun already, this waits for it.
  ///
  /// Before the first ``start()`` it returns at once and is remembered: the start then relays
  /// `willTerminate` and nothing else. After ``stop()``, and after a start that threw, it does
  /// nothing.
  public func end() async {
    guard let reader else { return endAtStart() }
    reader.send(.endByApp)
    lastWaiter += 1
    _ = await waitForEnd(lastWaiter)
  }

  private func waitForEnd(_ number: Int) async -> ProcessSignal? {
    outcome?.isTaken = true
    if let outcome { return outcome.signal }
    return await withCheckedContinuation { waiters.append((number, $0)) }
  }

  func resumeWaiters(_ signal: ProcessSignal?) {
    let resumed = waiters
    waiters = []
    for waiter in resumed { waiter.continuation.resume(returning: signal) }
  }

  /// Applies the exit policy, once the holds were waited for.
  func finish(_ signal: ProcessSignal?) {
    // Once more, for an `end()` that came after it.
    guard outcome == nil else { return resumeWaiters(signal) }
    if let signal {
      switch configuration.exitPolicy {
      case .automatic, .returnToMain:
        if configuration.exitPolicy == .automatic, signal != .terminate {
          SignalDispatcher.shared.dieAtExit(of: signal)
        }
        if waiters.isEmpty { unlessTaken { SignalSystem.dieInOrder(of: signal) } }
      case .dieBySignal: SignalSystem.dieInOrder(of: signal)
      case .exit(let code): exit(code)
      }
    }
    outcome = Outcome(signal: signal)
    resumeWaiters(signal)
  }

  /// No task waits, so that nothing would end the process. But `main` may be on its way here: what
  /// it waited for, such as the next line, has ended too. In several turns of the main
  /// actor, because these take longer on a busy machine, as those of `main` do.
  private func unlessTaken(_ endProcess: @escaping @MainActor () -> Never) {
    Task {
      for _ in 0..<10 { try? await Task.sleep(for: .milliseconds(2)) }
      if outcome?.isTaken == false { endProcess() }
    }
  }
}
