extension AppLifecycleMediator {
  /// The events from now on, for a loop.
  ///
  /// ```swift
  /// for await event in mediator.events() where event == .didBecomeActive { await refresh() }
  /// ```
  ///
  /// Each call makes a new stream. It ends after `willTerminate`, when the mediator is released, or
  /// when you leave the loop. The loop runs after the post, so work that must be done before a
  /// suspension belongs in a listener.
  ///
  /// Take the stream before you start a task: `let events = mediator.events()`. A task whose loop
  /// names the mediator keeps the mediator alive for ever.
  ///
  /// - Returns: The stream.
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
