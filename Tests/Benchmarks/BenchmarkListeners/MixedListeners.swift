package import LifecycleBus

/// Listeners as an app has them: two classes and a struct, in turns, which have nothing to do.
///
/// In a module of their own, so that whoever calls them knows no more of them than a mediator does.
@MainActor
package func mixedListeners(_ count: Int) -> [any AppLifecycleListener] {
  (0..<count).map { index in
    switch index % 3 {
    case 0: FirstListener()
    case 1: SecondListener()
    default: ValueListener(name: "listener \(index)")
    }
  }
}

/// Listeners that can be told apart, to be attached and detached.
@MainActor
package func distinctListeners(_ count: Int) -> [any AppLifecycleListener & AnyObject] {
  (0..<count).map { _ in FirstListener() }
}

private final class FirstListener: AppLifecycleListener {
  func onAppDidBecomeActive() {}
}

private final class SecondListener: AppLifecycleListener {
  func onAppDidBecomeActive() {}
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {}
}

private struct ValueListener: AppLifecycleListener {
  let name: String
  func onAppDidBecomeActive() {}
}
