extension AppLifecycleMediator {
  /// The events from now on, for a loop.
  ///
  /// ```swift
  /// for await event in mediator.events() where event == .didBecomeActive { await refresh() }
  /// ```
  ///
  /// Each call makes a stream of its own. Every stream gets every event, in order, also if the loop
  /// reads it late. A stream ends after `willTerminate` (at once, if that has happened) and when
  /// the mediator is released; leaving the loop detaches it. The loop runs after the post, not
  /// inside it, so work that must be done before the app is suspended belongs in a listener.
  ///
  /// A task that names the mediator in its loop keeps the mediator, which keeps the loop waiting: both
  /// stay for ever. Take the stream first (`let events = mediator.events()`), and name only that in
  /// the task.
  ///
  /// - Returns: A stream of the events that are relayed from now on.
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

/// Yields each event to one stream, and finishes the stream when the mediator releases this
/// listener.
private final class StreamListener: AppNamedListener {
  let listenerName = "event stream"
  private let continuation: AsyncStream<AppLifecycleEvent>.Continuation

  init(_ continuation: AsyncStream<AppLifecycleEvent>.Continuation) {
    self.continuation = continuation
  }

  func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    continuation.yield(event)
    if event == .willTerminate { continuation.finish() }
  }

  deinit { continuation.finish() }
}
