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
  private var waits: [Wait] = []
  private var nextWait = 0

  private struct Wait {
    let number: Int
    let event: AppLifecycleEvent
    let count: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

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
    let number = nextWait
    nextWait += 1
    let isReceived = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: false)
        } else if self.count(of: event) >= count {
          continuation.resume(returning: true)
        } else {
          waits.append(
            Wait(number: number, event: event, count: count, continuation: continuation))
        }
      }
    } onCancel: {
      Task { @MainActor in self.cancelWait(number) }
    }
    if !isReceived { throw CancellationError() }
  }

  /// Records the event and resumes the tasks that waited for it.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - context: The states around the event.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    contexts.append(context)
    let received = count(of: event)
    let isOver = { (wait: Wait) in wait.event == event && received >= wait.count }
    let woken = waits.filter(isOver)
    waits.removeAll(where: isOver)
    for wait in woken { wait.continuation.resume(returning: true) }
  }

  private func cancelWait(_ number: Int) {
    guard let index = waits.firstIndex(where: { $0.number == number }) else { return }
    waits.remove(at: index).continuation.resume(returning: false)
  }
}
