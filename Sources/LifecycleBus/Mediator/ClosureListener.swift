/// A listener made from a closure, where a listener is needed: in a builder, a group or a test.
///
/// ```swift
/// let media = ListenerGroup("media") {
///   ImageCache()
///   ClosureListener("purge", .didEnterBackground) { _ in purge() }
/// }
/// ```
///
/// On a mediator itself, `mediator.on(.didEnterBackground) { ... }` does the same.
///
/// Two copies are two listeners. To detach one, keep what `attach` returns.
public struct ClosureListener: AppNamedListener, CustomStringConvertible {
  /// The name of the listener, where it is printed and in probes.
  public let listenerName: String
  /// The events to call it for; none means every event.
  private let events: [AppLifecycleEvent]
  private let action: @MainActor (AppLifecycleContext) -> Void

  /// Makes a listener that calls a closure for some events.
  ///
  /// - Parameters:
  ///   - name: The name of the listener, where it is printed and in probes.
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

  /// Calls the closure, if it is for this event.
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
  /// - Parameters:
  ///   - events: The events to call it for; none means every event.
  ///   - fileID: The name of the closure in probes, with `line`. Leave it out.
  ///   - line: Leave it out.
  ///   - action: Called on the main actor, inside the post, in the order of attachment.
  /// - Returns: The closure's attachment. If you ignore it, it lasts as long as the mediator.
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
