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
  /// a task on the main actor. Then one of two ends the app:
  ///
  /// - **The body returns or throws**: the app enters the background, the holds are waited for, and
  ///   `willTerminate` is posted. The call returns `nil`, or throws.
  /// - **A signal**: the app enters the background, and the holds are waited for. Then the task of the
  ///   body is cancelled and waited for, and `willTerminate` is posted. After SIGTERM the call returns
  ///   the signal. Of any other one the process dies, when its output is flushed, because its parent
  ///   expects that. If the body throws or a hold expires, the work was cut off, and the process dies
  ///   of SIGTERM, too. ``Configuration/exitPolicy`` changes this.
  ///
  /// `willTerminate` is posted when a quarter of the budget is left at the latest, and then the holds
  /// are waited for once more. A cancelled body has 1 second after Ctrl-C or SIGHUP, and 250 ms after
  /// SIGPIPE; ``onEnding(_:)`` and ``isEnding`` tell it earlier.
  ///
  /// An error other than a `CancellationError` that the body throws after a signal is written to
  /// standard error, but not after SIGPIPE. A body that fails because standard output has lost its
  /// reader, as in `tool | head`, is ended by SIGPIPE.
  ///
  /// When the call has returned after a signal, `main` has the rest of the budget. After a body that
  /// ended by itself you may call it again, with a new mediator: this one's app is terminated. A program
  /// that calls `run` in a task, and waits in `dispatchMain()`, has to exit itself.
  ///
  /// - Parameter body: The program. It doesn't escape, so it may change its surroundings. If a
  ///   signal arrives while the listeners launch, it isn't called.
  /// - Returns: The signal; `nil` if the body ended by itself, or after ``stop()``.
  /// - Throws: What the body threw; or a ``ProcessSignalError`` if the source can't start, or if a hold
  ///   has expired after the body.
  @discardableResult
  public func run(_ body: @MainActor () async throws -> Void) async throws -> ProcessSignal? {
    try start()
    let reader = reader
    let state = Body()
    self.body = state
    defer {
      self.body = nil
    }

    await mediator.waitForLaunch()

    if reader?.mayBeginBody() == false {
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
      reader?.noteLostReader()
    }

    state.isOver = true
    reader?.ask { $0.endBody(at: $1) }
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
    reader.putBackTerminal()

    // The handlers stay, because the second one of a pair of signals would kill `main` in its last
    // lines.
    if let signal {
      complain(aboutErrorAfter: signal)
      endProcess(of: signal)
    } else {
      // Nobody has sent a signal, so another run may have them.
      reader.stop()
    }

    body?.signal = signal
    body?.isFinished = true
    body?.wake()
  }

  private func complain(aboutErrorAfter signal: ProcessSignal) {
    // Most likely it's how the body was told of a broken pipe.
    guard signal != .brokenPipe else { return }
    guard let error = body?.error, !(error is CancellationError) else { return }

    SignalSystem.complain("\(signal) came, and the program ended with an error: \(error)")
  }

  /// Returns if the policy is that `run` returns.
  private func endProcess(of signal: ProcessSignal) {
    // A body that wasn't called has not returned either.
    let hasReturned = body?.isOver == true && body?.error == nil
    let isCutOff = !hasReturned || !expiredHolds.isEmpty

    switch configuration.exitPolicy {
    case .exit(let code):
      exit(code)
    case .returnToMain where body != nil:
      break
    case .automatic where signal == .terminate && !isCutOff:
      break
    case .automatic, .returnToMain:
      // However long its reader takes.
      SignalSystem.flushStandardOutput()
      SignalSystem.flushOutput()
      SignalSystem.die(of: signal)
    }
  }
}
