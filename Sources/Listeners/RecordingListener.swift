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
  private var waits: [Wait] = []

  private struct Wait {
    let event: AppLifecycleEvent
    let count: Int
    let end: AsyncStream<Never>.Continuation
  }

  /// Makes a listener without events.
  public init() {}

  /// The events, in order.
  public var events: [AppLifecycleEvent] { contexts.map(\.event) }

  private func count(of event: AppLifecycleEvent) -> Int {
    contexts.count { $0.event == event }
  }

  /// Waits until the listener has received an event so many times, or throws a `CancellationError`.
  public func wait(for event: AppLifecycleEvent, count: Int = 1) async throws {
    try Task.checkCancellation()
    if self.count(of: event) >= count { return }

    let (stream, end) = AsyncStream.makeStream(of: Never.self)
    waits.append(Wait(event: event, count: count, end: end))
    for await _ in stream {
      // It has no elements, only an end.
    }
    try Task.checkCancellation()
  }

  /// Records the event and resumes tasks that waited for it.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    contexts.append(context)

    let due = waits.filter { count(of: $0.event) >= $0.count }
    waits.removeAll { count(of: $0.event) >= $0.count }
    for wait in due {
      wait.end.finish()
    }
  }
}
