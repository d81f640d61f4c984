public import LifecycleBus

/// Remembers what it was told, for tests.
///
/// ```swift
/// let recording = RecordingListener()
/// let mediator = AppLifecycleMediator(listeners: [recording], notificationCenter: center)
/// center.post(.didFinishLaunching)
/// #expect(recording.events == [.didFinishLaunching])
/// #expect(recording.states == [.inactive])
/// ```
///
/// It keeps everything until ``clear()``, the `userInfo` of each notification too. Replayed and
/// synthesized events are among it; the contexts say which they are.
public final class RecordingListener: AppLifecycleListener {
  /// What came with each event, in the order of the calls.
  public private(set) var contexts: [AppLifecycleContext] = []
  private var waits: [Wait] = []
  private var nextWait = 0

  private struct Wait {
    let number: Int
    let event: AppLifecycleEvent
    let count: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  /// Makes a listener that has heard nothing.
  public init() {}

  /// The events, in the order of the calls.
  public var events: [AppLifecycleEvent] { contexts.map(\.event) }

  /// The state after each event.
  public var states: [AppLifecycleState] { contexts.map(\.state) }

  /// How often it has heard of one event.
  public func count(of event: AppLifecycleEvent) -> Int {
    contexts.count { $0.event == event }
  }

  /// Forgets what it was told. Whoever waits for an event goes on waiting, and the count begins
  /// again.
  public func clear() { contexts = [] }

  /// Waits until it has heard of an event so many times, counted from the beginning or from
  /// ``clear()``.
  ///
  /// It returns at once if that is so already. Nothing is polled. Several may wait at the same
  /// time.
  ///
  /// - Throws: `CancellationError`, if the waiting task is cancelled first.
  public func wait(for event: AppLifecycleEvent, count: Int = 1) async throws {
    let number = nextWait
    nextWait += 1
    let wasHeard = await withTaskCancellationHandler {
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
      Task { @MainActor in self.giveUp(number) }
    }
    if !wasHeard { throw CancellationError() }
  }

  /// Takes down what it is told.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    contexts.append(context)
    let heard = count(of: event)
    let isOver = { (wait: Wait) in wait.event == event && heard >= wait.count }
    let woken = waits.filter(isOver)
    waits.removeAll(where: isOver)
    for wait in woken { wait.continuation.resume(returning: true) }
  }

  private func giveUp(_ number: Int) {
    guard let index = waits.firstIndex(where: { $0.number == number }) else { return }
    waits.remove(at: index).continuation.resume(returning: false)
  }
}
