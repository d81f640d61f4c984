/// A listener that calls a closure. Use it in a builder, a group or a test.
///
/// ```swift
/// let media = ListenerGroup("media") {
///   ImageCache()
///   ClosureListener("purge", .didEnterBackground) { _ in purge() }
/// }
/// ```
///
/// On a mediator, ``AppLifecycleMediator/on(_:fileID:line:perform:)`` is shorter. A closure
/// listener is a value: if you attach it twice, it's called twice.
public struct ClosureListener: AppNamedListener {
  /// The name that probes and anomalies show.
  public let listenerName: String
  fileprivate let events: [AppLifecycleEvent]
  fileprivate let action: @MainActor (AppLifecycleContext) -> Void

  /// Calls the closure, if it's for this event.
  public func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    guard events.isEmpty || events.contains(event) else { return }
    action(context)
  }
}

// In an extension, so that `on` below has the memberwise initializer.
extension ClosureListener {
  /// Makes a listener that calls a closure for the given events, or for all if you give none.
  public init(
    _ name: String = "closure", _ events: AppLifecycleEvent...,
    perform action: @escaping @MainActor (AppLifecycleContext) -> Void
  ) {
    self.init(listenerName: name, events: events, action: action)
  }
}

extension AppLifecycleMediator {
  /// Calls a closure for the given events, or for all if you give none.
  ///
  /// ```swift
  /// mediator.on(.didEnterBackground, .willTerminate) { _ in cache.purge() }
  /// ```
  ///
  /// The mediator keeps the closure. Probes show its file and line.
  @discardableResult
  public func on(
    _ events: AppLifecycleEvent...,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    perform action: @escaping @MainActor (AppLifecycleContext) -> Void
  ) -> AppLifecycleAttachment {
    let listener = ClosureListener(
      listenerName: "closure at \(fileID):\(line)", events: events, action: action)
    return relay.attach(
      listener, to: self, missesLaunch: events.contains(.didFinishLaunching))
  }
}

extension AppLifecycleMediator {
  /// The events from now on, as a stream for a loop.
  ///
  /// ```swift
  /// for await event in mediator.events() where event == .didBecomeActive {
  ///   await refresh()
  /// }
  /// ```
  ///
  /// Each call makes a new stream, which ends after `willTerminate` or when the mediator is
  /// released. If the loop runs in a task, make the stream before you make the task. A task that
  /// uses the mediator itself keeps it for ever.
  ///
  /// The loop receives an event only after the post has returned. Work that must be done before the
  /// app is suspended belongs in a listener.
  public func events() -> AsyncStream<AppLifecycleEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
    guard state != .terminated else {
      continuation.finish()
      return stream
    }

    let attachment = relay.attach(
      StreamListener(continuation), to: self, missesLaunch: false)
    continuation.onTermination = { _ in
      Task { @MainActor in attachment.detach() }
    }
    return stream
  }
}

private final class StreamListener: AppNamedListener {
  let listenerName = "event stream"
  private let continuation: AsyncStream<AppLifecycleEvent>.Continuation

  init(_ continuation: AsyncStream<AppLifecycleEvent>.Continuation) {
    self.continuation = continuation
  }

  func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    continuation.yield(event)

    if event == .willTerminate {
      continuation.finish()
    }
  }

  deinit { continuation.finish() }
}
