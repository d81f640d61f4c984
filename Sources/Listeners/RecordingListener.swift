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

  /// Makes a listener that has recorded nothing yet.
  public init() {}

  /// The recorded events, in the order of the calls.
  public var events: [AppLifecycleEvent] { contexts.map(\.event) }

  /// Waits until the listener has received an event a given number of times, counted from the
  /// beginning.
  ///
  /// - Parameters:
  ///   - event: The event to wait for.
  ///   - count: How often the listener must have received the event.
  /// - Throws: A `CancellationError` if the task is cancelled while it waits.
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

  /// Records the event, and resumes the tasks that wait for it.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    contexts.append(context)

    waits.removeAll { wait in
      if case .terminated = wait.yield() { return true }
      return false
    }
  }
}
