package import LifecycleBus

/// Listeners as an app has them: two classes and a struct, one after the other, which have nothing to do.
///
/// In a module of their own, so that the code that calls them knows no more of them than a mediator
/// does.
@MainActor
package func mixedListeners(_ count: Int) -> [any AppLifecycleListener] {
  alternating(count, { FirstListener() }, { SecondListener() }, { ValueListener(name: "listener") })
}

/// The same, each of which also implements `onAppEvent`.
@MainActor
package func talkativeListeners(_ count: Int) -> [any AppLifecycleListener] {
  alternating(
    count, { FirstTalkative() }, { SecondTalkative() }, { ValueTalkative(name: "listener") })
}

@MainActor
private func alternating(
  _ count: Int, _ kinds: @MainActor () -> any AppLifecycleListener...
) -> [any AppLifecycleListener] {
  (0..<count).map { kinds[$0 % kinds.count]() }
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

private final class FirstTalkative: AppLifecycleListener {
  func onAppDidBecomeActive() {}
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {}
}

private final class SecondTalkative: AppLifecycleListener {
  func onAppDidBecomeActive() {}
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {}
}

private struct ValueTalkative: AppLifecycleListener {
  let name: String
  func onAppDidBecomeActive() {}
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {}
}

private final class IdleListener: AppLifecycleListener {
  func onAppDidEnterBackground() {}
}
