import Foundation
import LifecycleBus

extension ProcessSignalSource {
  /// When a process ends in order.
  public enum EndMoment: Sendable {
    /// Now: the work is done, the input is at its end, or the user said so.
    case now
    /// When an ending signal comes: the process serves until then.
    case onSignal
  }

  /// Ends in order, and returns when the listeners were told of the end and the holds are released
  /// or out of budget. Then it is for `main` to return.
  ///
  /// With ``EndMoment/onSignal`` it waits for an ending signal first, or for another task that ends
  /// now; a task that is cancelled goes on at once. With ``EndMoment/now`` the events up to
  /// `willTerminate` are relayed, once. A signal that comes meanwhile is the first one: the events
  /// are not relayed again, and the exit policy applies. If the end has begun already, this waits
  /// for it; if it is over, or the source is stopped, this returns at once.
  ///
  /// After a signal it returns with the policies ``ExitPolicy/automatic`` and
  /// ``ExitPolicy/returnToMain``; with the others the process ends by itself.
  ///
  /// Before the first ``start()`` an end now returns at once and is remembered: the start then
  /// relays `willTerminate` and nothing else. After ``stop()``, and after a start that threw, it
  /// does nothing.
  ///
  /// - Parameter moment: Whether to begin the end, or to wait for a signal that does.
  /// - Returns: The signal; `nil` after an end without one, after ``stop()``, and when the task is
  ///   cancelled.
  @discardableResult
  public func end(_ moment: EndMoment) async -> ProcessSignal? {
    if moment == .now {
      guard let reader else {
        mustEndAtStart = !hasStarted
        return nil
      }
      reader.end()
      return await waitForEnd(nextWaiter())
    }
    let number = nextWaiter()
    return await withTaskCancellationHandler {
      Task.isCancelled ? nil : await waitForEnd(number)
    } onCancel: {
      Task { @MainActor in
        guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
        waiters.remove(at: index).continuation.resume(returning: nil)
      }
    }
  }

  private func nextWaiter() -> Int {
    lastWaiter += 1
    return lastWaiter
  }

  private func waitForEnd(_ number: Int) async -> ProcessSignal? {
    guard outcome != nil else {
      return await withCheckedContinuation { waiters.append((number, $0)) }
    }
    outcome?.isTaken = true
    reader?.handle(.mainGoesOn)
    return outcome?.signal
  }

  func resumeWaiters(_ signal: ProcessSignal?) {
    let resumed = waiters
    waiters = []
    for waiter in resumed { waiter.continuation.resume(returning: signal) }
  }

  /// Applies the exit policy, once the holds were waited for.
  func finish(_ signal: ProcessSignal?, from reader: SignalReader) async {
    guard self.reader === reader else { return }
    switch (signal, configuration.exitPolicy) {
    case (let signal?, .dieBySignal): SignalSystem.dieInOrder(of: signal)
    case (.some, .exit(let code)): exit(code)
    case (let signal?, .automatic) where signal != .terminate:
      SignalDispatcher.shared.dieAtExit(of: signal)
    default: break
    }
    outcome = Outcome(signal: signal, isTaken: !waiters.isEmpty || signal == nil)
    if outcome?.isTaken == true { reader.handle(.mainGoesOn) }
    resumeWaiters(signal)
    // No task waits, so nothing would end the process. But `main` may be on its way here, because
    // what it waited for, such as the next line or the last hold, has ended too. In several turns
    // of the main actor: they take longer on a busy machine, as those of `main` do. A hold that is
    // taken on this way counts; the thread's deadline ends it all.
    var turns = 0
    while let signal, outcome?.isTaken == false {
      if turns == 10 { SignalSystem.dieInOrder(of: signal) }
      try? await Task.sleep(for: .milliseconds(5))
      turns = mediator.openHolds.isEmpty ? turns + 1 : 0
    }
  }
}
