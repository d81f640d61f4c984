package import LifecycleBus

/// Listeners as an app has them: two classes and a struct, in turns, which have nothing to do.
///
/// In a module of their own, so that the code that calls them knows no more of them than a mediator
/// does.
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

/// The same, each of which also implements `onAppEvent`.
@MainActor
package func talkativeListeners(_ count: Int) -> [any AppLifecycleListener] {
  (0..<count).map { index in
    switch index % 3 {
    case 0: FirstTalkative()
    case 1: SecondTalkative()
    default: ValueTalkative(name: "listener \(index)")
    }
  }
}

/// Listeners of which only some implement the event that is posted.
@MainActor
package func sparseListeners(_ count: Int, interested: Int) -> [any AppLifecycleListener] {
  (0..<count).map { index in
    if index % (count / interested) == 0 { return FirstListener() }
    return index.isMultiple(of: 2) ? FirstIdle() : SecondIdle()
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
  var number = 0
  func onAppDidBecomeActive() {}
  func onAppWillTerminate() { number += 1 }
}

private struct ValueListener: AppLifecycleListener {
  let name: String
  func onAppDidBecomeActive() {}
}

private final class FirstTalkative: AppLifecycleListener {
  func onAppDidBecomeActive() {}
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {}
}

private final class SecondTalkative: AppLifecycleListener {
  var number = 0
  func onAppDidBecomeActive() {}
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if event == .willTerminate { number += 1 }
  }
}

private struct ValueTalkative: AppLifecycleListener {
  let name: String
  func onAppDidBecomeActive() {}
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {}
}

private final class FirstIdle: AppLifecycleListener {
  func onAppDidEnterBackground() {}
}

private final class SecondIdle: AppLifecycleListener {
  var number = 0
  func onAppWillTerminate() { number += 1 }
}
