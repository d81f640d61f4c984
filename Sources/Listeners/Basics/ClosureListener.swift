public import LifecycleBus

/// A listener that is one closure, for places that take a listener: a builder, a group, a test.
///
/// ```swift
/// let purge = ClosureListener("purge", .didEnterBackground) { _ in cache.purge() }
/// ```
///
/// On a mediator itself, `mediator.on(.didEnterBackground) { ... }` says the same in fewer words.
///
/// It is a value: two copies are two listeners, and a copy that is attached twice is called twice.
/// To take one away again, keep what `attach` returns.
public struct ClosureListener: AppLifecycleListener, CustomStringConvertible {
  /// What the listener is called where it is printed.
  public let name: String
  private let events: [AppLifecycleEvent]
  private let action: @MainActor (AppLifecycleContext) -> Void

  /// Makes a listener that calls a closure for some events.
  ///
  /// - Parameters:
  ///   - name: What to call it where it is printed.
  ///   - events: The events to call it for; none means every event.
  ///   - action: Called on the main actor, inside the relay. It may attach, detach and post.
  public init(
    _ name: String = "closure", _ events: AppLifecycleEvent...,
    perform action: @escaping @MainActor (AppLifecycleContext) -> Void
  ) {
    self.name = name
    self.events = events
    self.action = action
  }

  /// Calls the closure, if the event is one of its own.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if events.isEmpty || events.contains(event) { action(context) }
  }

  /// The name.
  public nonisolated var description: String { name }
}
