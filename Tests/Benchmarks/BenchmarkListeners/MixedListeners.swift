package import LifecycleBus

/// Listeners as an app has them: two classes and a struct, one after the other, which have nothing to do.
///
/// In a module of their own, so that the code that calls them knows no more of them than a mediator
/// does.
@MainActor
package func mixedListeners(_ count: Int) -> [any AppLifecycleListener] {
  (0..<count).map { index in
    switch index % 3 {
    case 0: FirstListener()
    case 1: SecondListener()
    default: ValueListener(name: "listener")
    }
  }
}

/// Listeners of which only some implement the event that is posted.
@MainActor
package func sparseListeners(_ count: Int, interested: Int) -> [any AppLifecycleListener] {
  (0..<count).map { index in
    if index % (count / interested) == 0 { return FirstListener() }
    return IdleListener()
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
  func onAppWillTerminate() {}
}

private struct ValueListener: AppLifecycleListener {
  let name: String
  func onAppDidBecomeActive() {}
}

private final class IdleListener: AppLifecycleListener {
  func onAppDidEnterBackground() {}
}
