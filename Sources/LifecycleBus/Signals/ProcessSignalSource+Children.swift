import Foundation
import LifecycleBus

extension ProcessSignalSource {
  /// Leaves the terminal to a child process, such as an editor, a pager or `ssh`, while the closure
  /// runs.
  ///
  /// 1. The app enters the background, so a listener leaves a full screen as on Ctrl-Z.
  /// 2. The call waits for the holds that listeners took, so an editor finds the file that a saver
  ///    writes. If a hold was open before the call, it doesn't wait.
  /// 3. The closure runs. Ctrl-C and Ctrl-\ count for the child alone. Ctrl-Z suspends both
  ///    processes, and `fg` continues both.
  /// 4. When the closure has returned and the process is in the foreground, the terminal gets the
  ///    modes back that it had before the closure, and the app becomes active again. Then the next
  ///    line of your code runs.
  ///
  /// An editor that is killed can't restore the modes itself. Run `stty` without this method, as
  /// its changes would be undone.
  ///
  /// Start the child with `posix_spawn`. Foundation's `Process` puts a child into a process group
  /// of its own, which may not read from the terminal. If you call this inside another such
  /// closure, it only runs the inner closure.
  public func withChildInFront<Value, Failure: Error>(
    _ body: @MainActor () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let isHeldAlready = !mediator.holdCoordinator.isIdle
    leaveTerminal()
    defer {
      comeBack()
    }

    if !isHeldAlready {
      await mediator.waitForHolds(upTo: .seconds(Int64.max))
    }
    reader?.lendTerminal()
    return try await body()
  }

  private func leaveTerminal() {
    children += 1
    guard children == 1 else { return }

    // The plan leaves Ctrl-C to the child where the source receives it.
    for key in [ProcessSignal.interrupt, .quit]
    where !SignalSystem.isIgnored(key) && !SignalSystem.isRelayed(key) {
      formerKeyActions[key] = SignalSystem.install(setSignalAside, on: key)
    }
    reader?.ask { plan, _ in plan.beginChild() }
    reader?.performPending()
  }

  private func comeBack() {
    children -= 1
    guard children == 0 else { return }

    for (key, action) in formerKeyActions {
      SignalSystem.setAction(action, on: key)
    }
    formerKeyActions = [:]
    reader?.endChild()
    reader?.performPending()
    // It did not look for the foreground while the child had the terminal.
    SignalThread.shared.wake()
  }

  /// Unblocks all signals on the calling thread while the closure runs. Start child processes
  /// inside the closure.
  ///
  /// ```swift
  /// try ProcessSignalSource.withUnblockedSignals { try process.run() }
  /// ```
  ///
  /// A child inherits the blocked signals of the thread that starts it. On platforms other than
  /// Apple's, the main actor may run on a worker thread, on which nearly all signals are blocked.
  public nonisolated static func withUnblockedSignals<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let former = SignalSystem.setMask(sigset_t())
    defer {
      SignalSystem.setMask(former)
    }
    return try body()
  }
}
