/// A listener that is one closure, for places that take a listener: a builder, a group, a test.
///
/// ```swift
/// let media = ListenerGroup("media") {
///   ImageCache()
///   ClosureListener("purge", .didEnterBackground) { _ in purge() }
/// }
/// ```
///
/// On a mediator itself, `mediator.on(.didEnterBackground) { ... }` says the same in fewer words.
///
/// It is a value: two copies are two listeners, and a copy that is attached twice is called twice.
/// To detach one, keep what `attach` returns.
public struct ClosureListener: AppNamedListener, CustomStringConvertible {
  /// What the listener is called where it is printed, and by a probe.
  public let listenerName: String
  /// The events as bits, so that the question whether to call needs no hash.
  private let events: UInt32
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
    self.init(name, events, perform: action)
  }

  init(
    _ name: String, _ events: [AppLifecycleEvent],
    perform action: @escaping @MainActor (AppLifecycleContext) -> Void
  ) {
    listenerName = name
    self.events = events.isEmpty ? .max : events.reduce(0) { $0 | 1 << UInt32($1.ordinal) }
    self.action = action
  }

  /// Calls the closure, if the event is one of its own.
  public func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if events & (1 << UInt32(event.ordinal)) != 0 { action(context) }
  }

  /// The name.
  public nonisolated var description: String { listenerName }
}
