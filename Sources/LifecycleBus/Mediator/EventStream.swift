extension AppLifecycleMediator {
  /// Returns a stream of the events from now on.
  ///
  /// ```swift
  /// for await event in mediator.events() where event == .didBecomeActive { await refresh() }
  /// ```
  ///
  /// The stream ends after `willTerminate` and when the mediator is released; leaving the loop
  /// detaches it. The loop runs after the post, so work that must be done before a suspension
  /// belongs in a listener.
  ///
  /// Take the stream first (`let events = mediator.events()`), and name only the stream in a task.
  /// A task that names the mediator in its loop keeps both alive for ever.
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
    if event == .willTerminate { continuation.finish() }
  }

  deinit { continuation.finish() }
}
