package import LifecycleBus

/// How many of the listeners made here are alive.
package final class LiveCount: Sendable {
  fileprivate let number = LockedCount(0)

  package var count: Int { number.value }

  package init() {}

  /// Makes a listener that is counted until it is freed.
  @MainActor
  package func listener(
    perform action: @escaping @MainActor (AppLifecycleContext) -> Void = { _ in },
    onDeinit: @escaping @MainActor () -> Void = {}
  ) -> CountedListener {
    CountedListener(live: self, onDeinit: onDeinit, action: action)
  }
}

/// A listener that is counted while it lives, and that may act in its deinit.
package final class CountedListener: AppLifecycleListener {
  private let live: LiveCount
  private let onDeinit: @MainActor () -> Void
  private let action: @MainActor (AppLifecycleContext) -> Void

  fileprivate init(
    live: LiveCount, onDeinit: @escaping @MainActor () -> Void,
    action: @escaping @MainActor (AppLifecycleContext) -> Void
  ) {
    self.live = live
    self.onDeinit = onDeinit
    self.action = action
    live.number.add(1)
  }

  deinit {
    live.number.decrement()
    MainActor.assumeIsolated(onDeinit)
  }

  package func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    action(context)
  }
}
