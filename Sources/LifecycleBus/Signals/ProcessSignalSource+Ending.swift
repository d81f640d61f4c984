import Foundation
import LifecycleBus

extension ProcessSignalSource {
  /// When a process ends in order.
  public enum EndMoment: Sendable {
    /// Now, because the work is done.
    case now
    /// When an ending signal comes.
    case onSignal
  }

  /// Posts the events up to `willTerminate`, and waits until the process may end.
  ///
  /// The call returns when the listeners were called and the holds are
  /// released or out of time. Return from `main` afterwards. If the end has begun already, the call
  /// waits for that end. If the end is over, or the source is stopped, the call returns at once.
  ///
  /// ``EndMoment/onSignal`` first waits for an ending signal, or until another task calls
  /// `end(.now)`.
  ///
  /// After a signal the call returns only with ``ExitPolicy/automatic`` and
  /// ``ExitPolicy/returnToMain``, because the other policies end the process. A signal that comes
  /// after `end(.now)` posts no event again, but the exit policy applies.
  ///
  /// If you call `end(.now)` before the first ``start()``, ``start()`` posts only `willTerminate`.
  /// After ``stop()``, or after a start that threw, `end(.now)` does nothing.
  ///
  /// - Returns: The signal; `nil` if no signal came, after ``stop()``, and with
  ///   ``EndMoment/onSignal`` if the task is cancelled.
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
