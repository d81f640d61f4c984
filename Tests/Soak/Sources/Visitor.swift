#if os(Linux)
  import Foundation
  import LifecycleBus
  import LifecycleBusDelegates
  import Synchronization

  /// A listener that stays for a while. It has to hear what its mediator relays meanwhile, no more
  /// and no less.
  @MainActor
  final class Visitor: AppURLOpening, AppBackgroundFetching, AppSceneListener {
    /// How many there are.
    nonisolated static let living = LivingCount()

    private let count: EventCount
    private let totalBefore: Int
    private var heard = 0
    private var openedURLs = 0

    /// - Parameter count: A listener of the same events that was there before.
    init(_ count: EventCount) {
      self.count = count
      totalBefore = count.total
      Self.living.add(1)
    }

    deinit { Self.living.add(-1) }

    var hasHeardAll: Bool { heard == count.total - totalBefore }

    func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
      // What is replayed was relayed before.
      if context.origin == .posted { heard += 1 }
    }

    func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {}

    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
      openedURLs += 1
      return openedURLs.isMultiple(of: 2)
    }

    func onAppPerformFetch() async -> AppFetchResult {
      await Task.yield()
      return .noData
    }
  }

  /// Answers each request in time, with what is then the result of all.
  struct Answering: AppURLOpening, AppBackgroundFetching {
    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool { true }
    func onAppPerformFetch() async -> AppFetchResult { .newData }
  }

  /// Answers no request before its deadline.
  struct Dawdling: AppBackgroundFetching {
    func onAppPerformFetch() async -> AppFetchResult {
      await waitUntilCancelled()
      return .newData
    }
  }

  /// Waits without a timer: that of a `Task.sleep` stays until its time, also after a cancellation.
  func waitUntilCancelled() async {
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    continuation.finish()
  }

  /// A number that changes on any thread.
  final class LivingCount: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock { $0 } }

    func add(_ difference: Int) { number.withLock { $0 += difference } }
  }
#endif
