import Foundation
import LifecycleBus

extension ProcessSignalSource {
  /// Runs a program from its launch to its end.
  ///
  /// ```swift
  /// try await source.run {
  ///   while !Task.isCancelled { await settings.read() }
  /// }
  /// ```
  ///
  /// The call posts the launch and runs the body in a task on the main actor. What ends the app is
  /// the body that returns or throws, or a signal:
  ///
  /// - **The body ends by itself**: the events up to `willTerminate` are posted, and the holds are
  ///   waited for, up to the budget. The call returns `nil`, or throws what the body threw.
  /// - **A signal ends the app**: the events are posted and the holds are waited for. Then the task
  ///   of the body is cancelled, and has the rest of the budget to return. After SIGTERM the call
  ///   returns the signal. After any other one the process dies of it, when the output is flushed,
  ///   because its parent expects that. If the body throws or a hold expires, the work was cut off,
  ///   and the process dies of SIGTERM too. ``Configuration/exitPolicy`` changes this.
  ///
  /// What the body does after its cancellation comes after `willTerminate`. A hold protects a piece
  /// of work from the cancellation; one that the body keeps from its first line to its last uses up
  /// the whole budget. An error other than a `CancellationError` that the body throws after a signal
  /// is written to standard error, and not thrown.
  ///
  /// When the call has returned, `main` should end: after a signal the budget goes on. A program that
  /// calls `run` in a task, and waits in `dispatchMain()`, has to exit itself.
  ///
  /// - Parameter body: The program. It does not escape, so it may change its surroundings. If a
  ///   signal comes first, it is not called.
  /// - Returns: The signal; `nil` if the body ended by itself, or after ``stop()``.
  /// - Throws: A ``ProcessSignalError`` if the source cannot start; or what the body threw.
  @discardableResult
  public func run(_ body: @MainActor () async throws -> Void) async throws -> ProcessSignal? {
    try start()
    let (reader, state) = (reader, Body())
    self.body = state
    defer { self.body = nil }
    reader?.handle(.bodyBegan)
    if reader?.hasEnding == true {
      state.error = CancellationError()
    } else {
      await withoutActuallyEscaping(body) { body in
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await self.perform(body, as: state) }
          while !state.isOver, !state.mustEnd { await state.sleep() }
          group.cancelAll()
        }
      }
    }
    while !state.isFinished, reader != nil, self.reader === reader { await state.sleep() }
    if state.signal == nil, let error = state.error { throw error }
    return state.signal
  }

  private func perform(_ body: @MainActor () async throws -> Void, as state: Body) async {
    do {
      try await body()
    } catch {
      state.error = error
    }
    state.isOver = true
    reader?.handle(.bodyEnded)
    state.wake()
  }

  /// What `run` knows of its body. Whoever changes it wakes `run`.
  @MainActor
  final class Body {
    var isOver = false
    var error: (any Error)?
    /// The holds are over, so the body is cancelled.
    var mustEnd = false
    var isFinished = false
    var signal: ProcessSignal?
    private var sleeper: CheckedContinuation<Void, Never>?

    func sleep() async { await withCheckedContinuation { sleeper = $0 } }

    func wake() {
      sleeper?.resume()
      sleeper = nil
    }
  }

  /// Ends the process, or lets `run` return.
  func finish(_ signal: ProcessSignal?, of reader: SignalReader) {
    // From now on Ctrl-Z is the system's. The other handlers stay, because the second one of a pair of
    // signals would kill `main` in its last lines.
    if SignalSystem.isRelayed(.suspend) { SignalSystem.useDefault(on: .suspend) }
    reader.putBackTerminal()
    if let signal {
      if let error = body?.error, !(error is CancellationError) {
        SignalSystem.complain("\(signal) came, and the program ended with an error: \(error)")
      }
      let isCutOff = body == nil || body?.error != nil || hasExpiredHold
      switch configuration.exitPolicy {
      case .exit(let code): exit(code)
      case .returnToMain where body != nil: break
      case .automatic where signal == .terminate && !isCutOff: break
      case .automatic, .returnToMain: SignalSystem.dieInOrder(of: signal)
      }
    }
    body?.signal = signal
    body?.isFinished = true
    body?.wake()
  }

  // MARK: Children

  /// Leaves the terminal to a child process, such as an editor, a pager or `ssh`.
  ///
  /// Meanwhile the app is in the background, so that a listener leaves a full screen as on Ctrl-Z,
  /// and Ctrl-C and Ctrl-\ are for the child alone. Ctrl-Z and `fg` stop and continue both. When the
  /// body has returned and the process is in the foreground, the app comes forward. Each event has
  /// been delivered before the next line runs.
  ///
  /// Start the child with `posix_spawn`, in the group of this process: Foundation's `Process` puts a
  /// child into a group of its own, which may not read the terminal. The call works before
  /// ``run(_:)`` too, and one inside another one changes nothing.
  public func withChildInFront<Value, Failure: Error>(
    _ body: @MainActor () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    children += 1
    if children == 1 {
      setKeysAside()
      reader?.handle(.childBegan)
      reader?.performPending()
    }
    defer { comeBack() }
    return try await body()
  }

  private func comeBack() {
    children -= 1
    guard children == 0 else { return }
    giveKeysBack()
    reader?.handle(.childEnded)
    reader?.performPending()
  }

  /// The reader's own handler stays, and the plan leaves the keys to the child.
  private func setKeysAside() {
    for key in [ProcessSignal.interrupt, .quit]
    where !SignalSystem.isIgnored(key) && !SignalSystem.isRelayed(key) {
      if let former = SignalSystem.install(setSignalAside, on: key) {
        formerKeys.append((key, former))
      }
    }
  }

  private func giveKeysBack() {
    for key in formerKeys where SignalSystem.isSetAside(key.signal) {
      SignalSystem.setAction(key.action, on: key.signal)
    }
    formerKeys = []
  }

  /// Unblocks all signals on the calling thread while the closure runs, so that a child process
  /// starts without blocked signals: it inherits the mask of its thread, and off Apple platforms the
  /// main actor may run on a worker thread, which blocks nearly all of them.
  ///
  /// ```swift
  /// try ProcessSignalSource.withUnblockedSignals { try process.run() }
  /// ```
  public nonisolated static func withUnblockedSignals<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let former = SignalSystem.setMask(sigset_t())
    defer { SignalSystem.setMask(former) }
    return try body()
  }
}
