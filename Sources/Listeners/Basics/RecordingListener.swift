public import LifecycleBus

/// Records the events that it receives, for tests.
///
/// ```swift
/// let recording = RecordingListener()
/// let mediator = AppLifecycleMediator(listeners: [recording], notificationCenter: center)
/// center.post(.didFinishLaunching)
/// #expect(recording.events == [.didFinishLaunching])
/// #expect(recording.states == [.inactive])
/// #expect(recording.contexts.first?.origin == .posted)
/// recording.clear()
/// ```
///
/// It keeps everything until ``clear()``, also the `userInfo` of each notification. Replayed and
/// synthesized events are recorded too; their contexts say so.
public final class RecordingListener: AppLifecycleListener {
  /// The context of each event, in the order of the calls: for the origin and `userInfo`.
  public private(set) var contexts: [AppLifecycleContext] = []
  /// Of the tasks that wait: each event, and how often it has been received by then.
  private var waits: [AsyncStream<(AppLifecycleEvent, Int)>.Continuation] = []

  /// Makes a listener without events.
  public init() {}

  /// The events, in the order of the calls.
  public var events: [AppLifecycleEvent] { contexts.map(\.event) }

  /// The state after each event.
  public var states: [AppLifecycleState] { contexts.map(\.state) }

  /// How often it has received one event.
  ///
  /// - Parameter event: The event to count.
  /// - Returns: The number of times.
  public func count(of event: AppLifecycleEvent) -> Int {
    contexts.count { $0.event == event }
  }

  /// Removes all events. A task that waits for an event keeps waiting, and its count starts again.
  public func clear() { contexts = [] }

  /// Waits until it has received an event so many times, counted from the start or from
  /// ``clear()``.
  ///
  /// Returns at once if it has already. Nothing is polled. Several tasks may wait at the same time.
  ///
  /// - Parameters:
  ///   - event: The event to wait for.
  ///   - count: How often it must have been received.
  /// - Throws: `CancellationError`, if the waiting task is cancelled first.
  public func wait(for event: AppLifecycleEvent, count: Int = 1) async throws {
    try Task.checkCancellation()
    if self.count(of: event) >= count { return }
    let (received, continuation) = AsyncStream.makeStream(of: (AppLifecycleEvent, Int).self)
    waits.append(continuation)
    for await (other, number) in received where other == event && number >= count { return }
    throw CancellationError()
  }

  /// Records the event and resumes the tasks that waited for it.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - context: The states around the event.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    contexts.append(context)
    let received = (event, count(of: event))
    // A wait that is over has ended its stream.
    waits.removeAll { if case .terminated = $0.yield(received) { true } else { false } }
  }
}
