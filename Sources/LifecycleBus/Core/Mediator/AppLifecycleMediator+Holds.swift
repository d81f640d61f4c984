extension AppLifecycleMediator {
  /// Keeps the process running until your work is done.
  ///
  /// When a listener's method has returned, the system may suspend the app, or a signal may end the
  /// process. A hold says that there's more to do:
  ///
  /// ```swift
  /// mediator.on(.didEnterBackground) { _ in
  ///   let hold = mediator.hold("upload")  // not inside the task, which begins later
  ///   Task {
  ///     await refresh()
  ///     hold.release()
  ///   }
  /// }
  /// ```
  ///
  /// It counts even if somebody waits already, but not while the others expire. See <doc:Holds>.
  ///
  /// - Parameters:
  ///   - reason: A word or two, for ``AppLifecycleAnomaly/holdsExpired(_:)``.
  ///   - onExpiration: Called once, on the main actor, if time runs out first. Stop the work there.
  /// - Returns: The hold. Keep it, because dropping it releases it.
  public func hold(
    _ reason: String, onExpiration: (@MainActor @Sendable () -> Void)? = nil
  ) -> AppLifecycleHold {
    relay.holds.hold(reason, onExpiration: onExpiration)
  }

  /// Runs work under a hold, out of reach of the caller's cancellation.
  ///
  /// ```swift
  /// await mediator.withHold("refresh") { await refresh() }
  /// ```
  ///
  /// Work that begins together with SIGTERM is finished, although the task around it is cancelled
  /// meanwhile. It runs on the main actor, in a task of its own, which is cancelled if the hold
  /// expires at the end of the process. If the app is only suspended, the work goes on when the app
  /// does.
  public func withHold<Value, Failure: Error>(
    _ reason: String, _ operation: @MainActor () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let outcome = await withoutActuallyEscaping(operation) { operation in
      let work = HeldWork(operation)
      let task = Task { await work.perform() }

      let cutOff: @MainActor @Sendable () -> Void = { [holds = relay.holds, weak relay] in
        if holds.isForEnd || relay?.transitions.state == .terminated {
          task.cancel()
        }
      }
      let hold = hold(reason, onExpiration: cutOff)
      if hold.wasTakenTooLate {
        cutOff()
      }

      await task.value
      hold.release()
      return work.outcome
    }

    guard let outcome else { preconditionFailure("The work has no outcome.") }
    return try outcome.get()
  }

  /// The reasons of the open holds, oldest first.
  public var openHolds: [String] { relay.holds.reasons }

  /// Asks the system for background time while a hold is open.
  ///
  /// `nil`, the default, means `ProcessInfo.performExpiringActivity` where the platform has it.
  /// `LifecycleAppDelegate`, and `useBackgroundTime(of:)` of `LifecycleBusDelegates`, take the
  /// application's time instead.
  public var backgroundTime: (any AppLifecycleBackgroundTime)? {
    get { relay.holds.assertion.backgroundTime }
    set {
      relay.holds.assertion.use(newValue)
      relay.holds.updateAssertion()
    }
  }

  /// Waits for all holds, before you suspend or end the process yourself.
  ///
  /// When the budget runs out, each open hold's `onExpiration` is called, and
  /// ``AppLifecycleAnomaly/holdsExpired(_:)`` reported. If the app comes to the foreground, the
  /// wait ends and the holds stay open.
  ///
  /// - Parameters:
  ///   - budget: The longest wait, without time in which the process is stopped or asleep.
  ///   - clock: Measures the budget, in a test.
  /// - Returns: The reasons of the holds that expired.
  @discardableResult
  public func waitForHolds(
    upTo budget: Duration, clock: (any Clock<Duration>)? = nil
  ) async -> [String] {
    await relay.holds.wait(upTo: budget, clock: clock)
  }
}

/// What runs under a hold, in a task that nobody else cancels.
@MainActor
private final class HeldWork<Value, Failure: Error> {
  typealias Operation = @MainActor () async throws(Failure) -> Value

  /// Let go of as soon as it's over, because it must not escape.
  private var operation: Operation?
  private(set) var outcome: Result<Value, Failure>?

  init(_ operation: @escaping Operation) { self.operation = operation }

  func perform() async {
    guard let operation else { return }
    self.operation = nil

    do throws(Failure) {
      outcome = .success(try await operation())
    } catch {
      outcome = .failure(error)
    }
  }
}
