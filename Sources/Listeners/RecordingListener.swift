public import LifecycleBus

/// Records the events that it receives, for tests.
///
/// ```swift
/// let recording = RecordingListener()
/// let mediator = AppLifecycleMediator(listeners: [recording], notificationCenter: center)
/// center.post(.didFinishLaunching)
/// #expect(recording.events == [.didFinishLaunching])
/// #expect(recording.contexts.first?.state == .inactive)
/// #expect(recording.contexts.first?.origin == .posted)
/// ```
///
/// Replayed and synthesized events are recorded too.
public final class RecordingListener: AppLifecycleListener {
  /// The context of each event, in the order of the calls.
  public private(set) var contexts: [AppLifecycleContext] = []
  private var waits: [AsyncStream<Void>.Continuation] = []

  /// Makes a listener without events.
  public init() {}

  /// The events, in order.
  public var events: [AppLifecycleEvent] { contexts.map(\.event) }

  /// Waits until the listener has received an event so many times, or throws a `CancellationError`.
  public func wait(for event: AppLifecycleEvent, count: Int = 1) async throws {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    var turns = stream.makeAsyncIterator()
    waits.append(continuation)

    while contexts.count(where: { $0.event == event }) < count {
      await turns.next(isolation: #isolation)
      try Task.checkCancellation()
    }
  }

  /// Records the event and resumes tasks that waited for it.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    contexts.append(context)

    waits.removeAll { wait in
      if case .terminated = wait.yield() { return true }
      return false
    }
  }
}
