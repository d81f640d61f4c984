/// A listener that calls a closure, for a builder, a group or a test.
///
/// ```swift
/// let media = ListenerGroup("media") {
///   ImageCache()
///   ClosureListener("purge", .didEnterBackground) { _ in purge() }
/// }
/// ```
///
/// On a mediator, `mediator.on(.didEnterBackground) { ... }` does the same.
///
/// A closure listener is a value: if you attach it twice, it is called twice. To detach it, keep
/// what `attach` returns.
public struct ClosureListener: AppNamedListener, CustomStringConvertible {
  /// The name in probes and anomalies.
  public let listenerName: String
  private let events: [AppLifecycleEvent]
  private let action: @MainActor (AppLifecycleContext) -> Void

  /// Makes a listener that calls a closure for some events.
  ///
  /// - Parameters:
  ///   - name: The name in probes and anomalies.
  ///   - events: The events to call it for; none means every event.
  ///   - action: Called on the main actor, inside the post. It may attach, detach and post.
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
    self.events = events
    self.action = action
  }

  /// Calls the closure if the listener was made for the event.
  public func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if events.isEmpty || events.contains(event) { action(context) }
  }

  /// The name.
  public nonisolated var description: String { listenerName }
}

extension AppLifecycleMediator {
  /// Calls a closure for some events.
  ///
  /// ```swift
  /// mediator.on(.didEnterBackground, .willTerminate) { _ in cache.purge() }
  /// ```
  ///
  /// The mediator keeps the closure until the attachment is detached.
  ///
  /// - Parameters:
  ///   - events: The events to call it for; none means every event.
  ///   - fileID: Names the closure in probes, with `line`. Leave it out.
  ///   - line: Leave it out.
  ///   - action: Called on the main actor, inside the post.
  /// - Returns: The attachment. You may ignore it.
  @discardableResult
  public func on(
    _ events: AppLifecycleEvent...,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    perform action: @escaping @MainActor (AppLifecycleContext) -> Void
  ) -> AppLifecycleAttachment {
    relay.attach(
      ClosureListener("closure at \(fileID):\(line)", events, perform: action), to: self,
      missesLaunch: events.contains(.didFinishLaunching))
  }
}
