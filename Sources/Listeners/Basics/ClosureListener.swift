public import LifecycleBus

/// A listener that is one closure, for places that take a listener: a builder, a group, a test.
///
/// ```swift
/// let purge = ClosureListener("purge", .didEnterBackground) { _ in cache.purge() }
/// ```
///
/// On a mediator itself, `mediator.on(.didEnterBackground) { ... }` says the same in fewer words.
public struct ClosureListener: AppLifecycleListener {
  /// What the listener is called where it is printed.
  public let name: String
  private let events: Set<AppLifecycleEvent>
  private let action: @MainActor (AppLifecycleContext) -> Void

  /// Makes a listener that calls a closure for some events, on the main actor; for every event if you name none.
  public init(
    _ name: String = "closure", _ events: AppLifecycleEvent...,
    perform action: @escaping @MainActor (AppLifecycleContext) -> Void
  ) {
    self.name = name
    self.events = Set(events)
    self.action = action
  }

  /// Calls the closure, if the event is one of its own.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if events.isEmpty || events.contains(event) { action(context) }
  }
}
