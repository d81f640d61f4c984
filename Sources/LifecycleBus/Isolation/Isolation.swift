import Foundation

#if !canImport(Darwin)
  import Synchronization
#endif

/// Answers whether the caller runs on the main actor, without a hop and without a trap, and
/// contains the module's only casts of isolation.
///
/// "On the main actor" is not "on the main thread": off Apple platforms, after the first suspension
/// of an `async` main and after `dispatchMain()`, a worker thread drains the main queue.
package enum MainActorContext {
  /// Runs a function at once if the caller is on the main actor; otherwise returns false.
  ///
  /// The cast is what `MainActor.assumeIsolated` does after its own check, which alone would cost a
  /// fifth of a bare post. Pass a function that captures nothing; then nothing is allocated.
  @inline(__always)
  static func runIfCurrent<A, B>(
    _ function: @escaping @MainActor (A, B) -> Void, _ first: A, _ second: B
  ) -> Bool {
    guard isCurrent else { return false }
    // Proof: the two function types differ in isolation only, and the caller is on the main actor.
    unsafe unsafeBitCast(function, to: ((A, B) -> Void).self)(first, second)
    return true
  }

  /// Runs a closure at once if the caller is on the main actor, and otherwise there, later.
  @inline(never)
  static func runOrLater(_ work: @escaping @MainActor @Sendable () -> Void) {
    if !runIfCurrent({ work, _ in work() }, work, ()) { later(work) }
  }

  /// Runs a closure on the main actor, later. Closures arrive in the order in which they were
  /// handed over.
  package static func later(_ work: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { work() }
  }

  /// Runs a job as one of the main actor: at once if the caller is on it, and otherwise later.
  ///
  /// - Parameter job: Must not be run elsewhere.
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
    /// Whether the caller runs on the main actor. On Apple platforms that is the main thread, also
    /// inside another queue's `sync`; after `dispatchMain()` it is a thread that drains the main
    /// queue.
    static var isCurrent: Bool {
      pthread_main_np() != 0 || DispatchQueue.getSpecific(key: key) != nil
    }

    /// Runs a body during which the main actor is known to be on this thread.
    @MainActor
    static func claimed<Result>(_ body: () -> Result) -> Result { body() }
  #else
    /// Whether the caller runs on the main actor.
    ///
    /// One of these checks suffices, cheapest first: the thread is the process's first one; the
    /// current queue has the value that is stored on the main queue (inside another queue's `sync`
    /// the current queue is that other queue); the thread runs a `claimed` body; the runtime says
    /// that the current task is on the main actor.
    static var isCurrent: Bool {
      thread == firstThread || DispatchQueue.getSpecific(key: key) != nil || isCurrentInsideSync
    }

    /// The process's first thread, which runs the main actor and nothing else; 0 if the first check
    /// is made on another thread. Comparing with it costs a tenth of asking the queue.
    private static let firstThread: UInt = Thread.isMainThread ? thread : 0

    /// The thread that runs a `claimed` body, or 0. Written on the main actor only; other threads
    /// only compare it with themselves, so that no order between threads is needed.
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

    /// Runs a body during which the main actor is known to be on this thread, also inside another
    /// queue's `sync`.
    @MainActor
    static func claimed<Result>(_ body: () -> Result) -> Result {
      let outer = claimant.exchange(thread, ordering: .relaxed)
      defer { claimant.store(outer, ordering: .relaxed) }
      return body()
    }

    /// Whether the runtime says that the current task is on the main actor.
    ///
    /// `Task.immediate` runs its closure before it returns if, and only if, the caller is on the
    /// closure's actor (SE-0472). Elsewhere the closure runs later and finds that it is late. Until
    /// then it takes 1.6 kB, so no more than 16 wait; beyond them the answer is no, and a raw post
    /// is relayed later. Asked only inside a task, because outside of one the runtime tracks no
    /// executor.
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

    /// How many questions wait in the main actor's queue.
    private static let lateQuestions = Atomic(0)

    private final class Question: Sendable {
      let isOver = Atomic(false)
      let answer = Atomic(false)
    }
  #endif
}

/// An actor that is its own executor, and lives as long as the process.
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

/// A value that any thread may read and change, one at a time.
///
/// Proof for @unchecked: `value` is read and written under `lock` only, and what leaves is
/// `Sendable`.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Runs a body that may read and change the value, while no other one does.
  ///
  /// - `body`: Must not use the same value by another `withLock`, and not run code of a
  ///   caller, which might.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Runs a body as `withLock` does; does nothing while another one runs.
  ///
  /// Returns nothing, so that a forked child can call it: a generic result may take the runtime's
  /// own locks, whose owner the child does not have.
  package func withLockIfAvailable(_ body: (inout Value) -> Void) {
    guard lock.try() else { return }
    defer { lock.unlock() }
    body(&value)
  }
}
