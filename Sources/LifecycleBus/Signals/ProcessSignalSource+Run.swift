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
  /// The call posts the launch, waits until the `async` listeners have launched, and runs the body
  /// in a task on the main actor.
  ///
  /// If the body returns or throws by itself:
  ///
  /// 1. The app enters the background, and the call waits for the open holds.
  /// 2. It posts `willTerminate`, and waits for the holds once more.
  /// 3. It returns `nil`, or throws the body's error.
  ///
  /// If a signal ends the app:
  ///
  /// 1. The app enters the background, and the call waits for the open holds.
  /// 2. It cancels the body's task, and waits for the body and then for the holds.
  /// 3. It posts `willTerminate`, at the latest when a quarter of the budget is left, and waits for
  ///    the holds once more.
  /// 4. After SIGTERM it returns the signal. After any other signal it flushes the output and lets
  ///    the signal terminate the process, as the parent process expects. It does the same after
  ///    SIGTERM if the body has thrown or a hold has expired. ``Configuration/exitPolicy`` changes
  ///    this step.
  ///
  /// A cancelled body has 1 second to return after Ctrl-C or SIGHUP, and 250 ms after SIGPIPE. To
  /// learn of the end before the body is cancelled, use ``onEnding(_:)`` or ``isEnding``.
  ///
  /// An error that the body throws after a signal is written to standard error, unless it's a
  /// `CancellationError` or the signal is SIGPIPE. If the body fails because standard output has
  /// lost its reader, as in `tool | head`, SIGPIPE ends the process.
  ///
  /// When the call returns after a signal, `main` may use the rest of the budget. If you call `run`
  /// in a task and wait in `dispatchMain()`, call `exit` yourself. If the body ended by itself,
  /// another source may run afterwards, with a new mediator.
  ///
  /// - Parameter body: The program. It doesn't escape, so it may change the variables around it. It
  ///   isn't called if a signal arrives while the listeners launch.
  /// - Returns: The signal that ended the app; `nil` if the body ended by itself, or after
  ///   ``stop()``.
  /// - Throws: The error of the body. A ``ProcessSignalError`` if the source can't start, or if a
  ///   hold has expired after the body ended by itself.
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

  func finish(_ signal: ProcessSignal?, of reader: SignalReader) {
    reader.putBackTerminal()

    // The handlers stay, because the second one of a pair of signals would kill `main` in its last
    // lines.
    if let signal {
      complain(aboutErrorAfter: signal)
      endProcess(of: signal)
      reader.forgetSource()
    } else {
      // Nobody has sent a signal, so another run may have them.
      reader.stop()
    }
    forgetActions()

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

  /// Returns if `run` is to return.
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
