extension AppLifecycleMediator {
  /// Takes a hold, which keeps the process running until your work is done.
  ///
  /// When a listener's method has returned, the system may suspend the app, or a signal may end the
  /// process. Take a hold if there's more to do:
  ///
  /// ```swift
  /// mediator.on(.didEnterBackground) { _ in
  ///   let hold = mediator.hold("upload")  // before the task, which begins later
  ///   Task {
  ///     await refresh()
  ///     hold.release()
  ///   }
  /// }
  /// ```
  ///
  /// If somebody is already waiting for other holds, the wait includes yours. Only a hold that you
  /// take while the others expire is released from the start. See <doc:Holds>.
  ///
  /// - Parameters:
  ///   - reason: A word or two for the work. If the time runs out,
  ///     ``AppLifecycleAnomaly/holdsExpired(_:)`` reports it.
  ///   - onExpiration: Called once, on the main actor, if the time runs out before you release the
  ///     hold. Stop the work there.
  /// - Returns: The hold. Keep it until the work is done, because dropping it releases it.
  public func hold(
    _ reason: String, onExpiration: (@MainActor @Sendable () -> Void)? = nil
  ) -> AppLifecycleHold {
    relay.holds.hold(reason, onExpiration: onExpiration)
  }

  /// Runs work under a hold, and finishes it even if the calling task is cancelled.
  ///
  /// ```swift
  /// await mediator.withHold("refresh") { await refresh() }
  /// ```
  ///
  /// Use it for a job that must not be left half done, for example when SIGTERM arrives and the
  /// task around the job is cancelled. The job runs on the main actor, in a task of its own.
  ///
  /// That task is cancelled only if the hold expires at the end of the process. If the app is only
  /// suspended, the job continues when the app runs again.
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

  /// The object that requests background time from the system while a hold is open.
  ///
  /// You rarely set this property. If it's `nil`, the default, the mediator uses
  /// `ProcessInfo.performExpiringActivity` where the platform has it. UIKit's
  /// `LifecycleAppDelegate` and `useBackgroundTime(of:)` of `LifecycleBusDelegates` set it to an
  /// object that uses `UIApplication.beginBackgroundTask`.
  public var backgroundTime: (any AppLifecycleBackgroundTime)? {
    get { relay.holds.assertion.backgroundTime }
    set {
      relay.holds.assertion.use(newValue)
      relay.holds.updateAssertion()
    }
  }

  /// Waits until all holds are released, but no longer than the budget.
  ///
  /// Call it before you suspend or end the process yourself. `ProcessSignalSource` already does,
  /// and so does `LifecycleAppDelegate` on a Mac.
  ///
  /// When the budget runs out, each open hold's `onExpiration` is called, and
  /// ``AppLifecycleAnomaly/holdsExpired(_:)`` is reported. If the app comes to the foreground
  /// first, the wait ends and the holds stay open.
  ///
  /// - Parameters:
  ///   - budget: The longest wait. Time in which the process is stopped or asleep doesn't count.
  ///   - clock: The clock that measures the budget. Pass your own in a test.
  /// - Returns: The reasons of the holds that expired; empty if none did.
  @discardableResult
  public func waitForHolds(
    upTo budget: Duration, clock: (any Clock<Duration>)? = nil
  ) async -> [String] {
    await relay.holds.wait(upTo: budget, clock: clock)
  }
}

@MainActor
private final class HeldWork<Value, Failure: Error> {
  typealias Operation = @MainActor () async throws(Failure) -> Value

  /// Released as soon as it's over, because it must not escape.
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
