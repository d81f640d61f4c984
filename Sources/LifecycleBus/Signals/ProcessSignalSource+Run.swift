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
  /// The call posts the launch, waits until the `async` listeners have launched, and runs the body in
  /// a task on the main actor. What ends the app is the body that returns or throws, or a signal:
  ///
  /// - **The body ends by itself**: the events up to `willTerminate` are posted, and the holds are
  ///   waited for, up to the budget. The call returns `nil`, or throws what the body threw. If a hold
  ///   has expired, it throws ``ProcessSignalError/holdsExpired(_:)``.
  /// - **A signal ends the app**: the events are posted and the holds are waited for. Then the task
  ///   of the body is cancelled, and has the rest of the budget to return. After SIGTERM the call
  ///   returns the signal. After any other one the process dies of it, when the output is flushed,
  ///   because its parent expects that. If the body throws or a hold expires, the work was cut off,
  ///   and the process dies of SIGTERM too. ``Configuration/exitPolicy`` changes this.
  ///
  /// What the body does after its cancellation comes after `willTerminate`. A hold protects a piece
  /// of work from the cancellation; one that the body has from its first line to its last uses up
  /// the whole budget. An error other than a `CancellationError` that the body throws after a signal
  /// is written to standard error, and not thrown.
  ///
  /// When the call has returned, `main` should end: after a signal the budget goes on. A program that
  /// calls `run` in a task, and waits in `dispatchMain()`, has to exit itself.
  ///
  /// - Parameter body: The program. It doesn't escape, so it may change its surroundings. If a
  ///   signal comes first, or while the listeners launch, it isn't called.
  /// - Returns: The signal; `nil` if the body ended by itself, or after ``stop()``.
  /// - Throws: What the body threw; or a ``ProcessSignalError`` if the source can't start, or if the
  ///   end has cut off work.
  @discardableResult
  public func run(_ body: @MainActor () async throws -> Void) async throws -> ProcessSignal? {
    try start()
    let reader = reader
    let state = Body()
    self.body = state
    defer {
      self.body = nil
    }

    await waitForLaunch(of: state, reader)

    reader?.handle(.bodyBegan)
    if reader?.hasEnding == true {
      // A signal came first.
      state.error = CancellationError()
    } else {
      await runInTask(body, as: state)
    }

    while !state.isFinished, reader != nil, self.reader === reader {
      await state.sleep()
    }

    if let signal = state.signal { return signal }
    if let error = state.error { throw error }
    if !expiredHolds.isEmpty { throw ProcessSignalError.holdsExpired(expiredHolds) }
    return nil
  }

  /// Waits for the `async` calls of the launch, unless the app ends before.
  private func waitForLaunch(of state: Body, _ reader: SignalReader?) async {
    guard mediator.isLaunching else { return }

    Task {
      await mediator.waitForLaunch()
      state.hasLaunched = true
      state.wake()
    }
    while !state.hasLaunched, !state.isFinished, self.reader === reader {
      await state.sleep()
    }
  }

  /// Cancels the task when the holds are over, and waits for it.
  private func runInTask(_ body: @MainActor () async throws -> Void, as state: Body) async {
    await withoutActuallyEscaping(body) { body in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await self.perform(body, as: state) }

        while !state.isOver, !state.mustEnd {
          await state.sleep()
        }

        group.cancelAll()
      }
    }
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
    var hasLaunched = false
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
    if SignalSystem.isRelayed(.suspend) {
      SignalSystem.useDefault(on: .suspend)
    }
    reader.putBackTerminal()

    if let signal {
      complain(aboutErrorAfter: signal)
      endProcess(of: signal)
    }

    body?.signal = signal
    body?.isFinished = true
    body?.wake()
  }

  private func complain(aboutErrorAfter signal: ProcessSignal) {
    guard let error = body?.error, !(error is CancellationError) else { return }
    SignalSystem.complain("\(signal) came, and the program ended with an error: \(error)")
  }

  /// Returns if the policy is that `run` returns.
  private func endProcess(of signal: ProcessSignal) {
    let isCutOff = body == nil || body?.error != nil || !expiredHolds.isEmpty

    switch configuration.exitPolicy {
    case .exit(let code):
      exit(code)
    case .returnToMain where body != nil:
      break
    case .automatic where signal == .terminate && !isCutOff:
      break
    case .automatic, .returnToMain:
      SignalSystem.dieInOrder(of: signal)
    }
  }
}
