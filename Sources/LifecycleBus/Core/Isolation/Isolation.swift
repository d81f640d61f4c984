import Foundation

#if !canImport(Darwin)
  import Synchronization
#endif

/// Finds out whether the caller is on the main actor, which is not always the main thread. The
/// module's only casts of isolation are here.
package enum MainActorContext {
  /// Calls the function if the caller is on the main actor; otherwise returns false.
  ///
  /// The cast is what `MainActor.assumeIsolated` does after its check, which would cost a fifth of
  /// a bare post. A function that captures nothing allocates nothing.
  @inline(__always)
  static func runIfCurrent<A, B>(
    _ function: @escaping @MainActor (A, B) -> Void, _ first: A, _ second: B
  ) -> Bool {
    guard isCurrent else { return false }
    // Proof: the two function types differ in isolation only, and the caller is on the main actor.
    unsafe unsafeBitCast(function, to: ((A, B) -> Void).self)(first, second)
    return true
  }

  /// Runs a closure on the main actor: at once if the caller is on it, and otherwise later.
  @inline(never)
  static func runOrLater(_ work: @escaping @MainActor @Sendable () -> Void) {
    if !runIfCurrent({ work, _ in work() }, work, ()) { later(work) }
  }

  /// Closures run in the order in which they were handed over.
  package static func later(_ work: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { work() }
  }

  /// Runs a job of the main actor: at once if the caller is on it, and otherwise later. Nothing
  /// else may run the job.
  package static func run(_ job: UnownedJob) {
    guard isCurrent else { return later { run(job) } }
    // Proof: each job is run once, here, on the main actor.
    unsafe job.runSynchronously(on: MainActor.sharedUnownedExecutor)
  }

  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  #if canImport(Darwin)
    /// The main thread, also inside another queue's `sync`; after `dispatchMain()`, a thread that
    /// drains the main queue.
    static var isCurrent: Bool {
      pthread_main_np() != 0 || DispatchQueue.getSpecific(key: key) != nil
    }

    /// Only runs the body, because only other platforms need the claim.
    @MainActor
    static func claimed<Result>(_ body: () -> Result) -> Result { body() }
  #else
    /// Cheapest first: the first thread, the main queue's value (not inside another queue's
    /// `sync`), a `claimed` body, the current task.
    static var isCurrent: Bool {
      thread == firstThread || DispatchQueue.getSpecific(key: key) != nil || isCurrentInsideSync
    }

    /// 0 if the first check is made on another thread. Comparing costs a tenth of asking the queue.
    private static let firstThread: UInt = Thread.isMainThread ? thread : 0

    /// Only the main actor writes it, and other threads only compare it with themselves, so no
    /// order between threads is needed.
    private static let claimant = Atomic<UInt>(0)

    private static var thread: UInt {
      #if canImport(Musl)
        UInt(bitPattern: pthread_self())
      #else
        pthread_self()
      #endif
    }

    @inline(never)
    private static var isCurrentInsideSync: Bool {
      claimant.load(ordering: .relaxed) == thread || Thread.isMainThread || taskIsOnMainActor
    }

    /// Runs a body during which this thread is known to be on the main actor, also inside another
    /// queue's `sync`.
    @MainActor
    static func claimed<Result>(_ body: () -> Result) -> Result {
      let outer = claimant.exchange(thread, ordering: .relaxed)
      defer { claimant.store(outer, ordering: .relaxed) }
      return body()
    }

    /// `Task.immediate` runs its closure before it returns if, and only if, the caller is on the
    /// closure's actor (SE-0472). Otherwise the closure waits and takes 1.6 kB, so beyond 16 the
    /// answer is false. Outside of a task the runtime tracks no executor.
    private static var taskIsOnMainActor: Bool {
      let isInTask = unsafe withUnsafeCurrentTask { task in unsafe task != nil }
      guard isInTask, lateQuestions.load(ordering: .relaxed) < 16 else { return false }
      lateQuestions.add(1, ordering: .relaxed)
      let question = Question()
      let asker = thread
      Task.immediate { @MainActor in
        lateQuestions.subtract(1, ordering: .relaxed)
        let isAtOnce = thread == asker && !question.isOver.load(ordering: .relaxed)
        if isAtOnce { question.answer.store(true, ordering: .relaxed) }
      }
      question.isOver.store(true, ordering: .relaxed)
      return question.answer.load(ordering: .relaxed)
    }

    private static let lateQuestions = Atomic(0)

    private final class Question: Sendable {
      let isOver = Atomic(false)
      let answer = Atomic(false)
    }
  #endif
}

/// An actor that is its own executor and lives as long as the process.
package protocol OwnExecutorActor: Actor, SerialExecutor {}

extension OwnExecutorActor {
  // Proof for both: the reference is used only while the actor lives, which is always.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe asUnownedSerialExecutor()
  }

  // The standard library's own is of iOS 17 and macOS 14, later than the package's systems.
  package nonisolated func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }
}

/// A value that threads read and change one at a time.
///
/// Proof for @unchecked: `value` is read and written under `lock` only, and what leaves is
/// `Sendable`.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// The body must not call `withLock` of this value, nor run code of a caller, which might.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Does nothing while another body runs. It returns nothing, so that a forked child can call it:
  /// a generic result may take a lock of the runtime, whose owner the child does not have.
  package func withLockIfAvailable(_ body: (inout Value) -> Void) {
    guard lock.try() else { return }
    defer { lock.unlock() }
    body(&value)
  }
}
