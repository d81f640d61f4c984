package import LifecycleBus

/// How many of the listeners made here are alive.
package final class LiveCount: Sendable {
  fileprivate let number = LockedCount(0)

  package var count: Int { number.value }

  package init() {}

  /// Makes a listener that is counted until it is freed.
  @MainActor
  package func listener(
    perform action: @escaping @MainActor (AppLifecycleContext) -> Void = { _ in }
  ) -> CountedListener { CountedListener(live: self, action: action) }
}

/// A listener that is counted while it lives.
package final class CountedListener: AppLifecycleListener {
  private let live: LiveCount
  private let action: @MainActor (AppLifecycleContext) -> Void

  fileprivate init(
    live: LiveCount, action: @escaping @MainActor (AppLifecycleContext) -> Void
  ) {
    self.live = live
    self.action = action
    live.number.add(1)
  }

  deinit { live.number.decrement() }

  package func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    action(context)
  }
}
