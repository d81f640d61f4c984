import Foundation
import LifecycleBus

extension ProcessSignalSource {
  /// Leaves the terminal to a child process, such as an editor, a pager or `ssh`.
  ///
  /// Meanwhile the app is in the background, so a listener leaves a full screen as on Ctrl-Z, and
  /// Ctrl-C and Ctrl-\ are for the child alone. Ctrl-Z and `fg` stop and continue both. When the body
  /// has returned and the process is in the foreground, the app is active again, before the next line
  /// runs. The body begins when the holds that listeners took are over, so an editor finds the file
  /// that a saver writes; a program that had a hold open before doesn't wait.
  ///
  /// Start the child with `posix_spawn`: Foundation's `Process` puts it into a group of its own, which
  /// may not read the terminal. A call inside another one changes nothing.
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
    return try await body()
  }

  private func leaveTerminal() {
    children += 1
    guard children == 1 else { return }

    // The plan leaves Ctrl-C to the child.
    if !SignalSystem.isIgnored(.quit) {
      formerQuitAction = SignalSystem.install(setSignalAside, on: .quit)
    }
    reader?.ask { plan, _ in plan.beginChild() }
    reader?.performPending()
  }

  private func comeBack() {
    children -= 1
    guard children == 0 else { return }

    if let formerQuitAction {
      SignalSystem.setAction(formerQuitAction, on: .quit)
    }
    formerQuitAction = nil
    reader?.ask { plan, _ in plan.endChild() }
    reader?.performPending()
  }

  /// Unblocks all signals on the calling thread while the closure runs, so that a child process
  /// inherits none that are blocked. Off Apple platforms the main actor may run on a worker thread,
  /// which blocks nearly all.
  ///
  /// ```swift
  /// try ProcessSignalSource.withUnblockedSignals { try process.run() }
  /// ```
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
