import LifecycleBus
import Listeners
import TestSupport

/// A tracker on a bus, as in a process of its own that is killed when this is released, and the
/// changes that it reports.
@MainActor
final class SessionRun {
  let bus: TestBus
  let clock: ManualClock
  let tracker: SessionTracker
  private(set) var changes: [SessionTracker.Change] = []
  private let stream = AsyncStream.makeStream(of: SessionTracker.Change.self)

  init(
    _ storage: SessionTracker.Storage = .memory, maximumLength: Duration = .seconds(24 * 3600),
    clock: ManualClock = ManualClock(), policy: AppLifecycleMediator.Policy = .lifecycle,
    vocabulary: AppLifecycleVocabulary = .current, isAttached: Bool = true
  ) {
    (bus, self.clock) = (TestBus(policy: policy, vocabulary: vocabulary), clock)
    tracker = SessionTracker(
      storage, maximumLength: maximumLength, clock: clock, date: { clock.date })
    tracker.onChange = { [weak self] in
      self?.changes.append($0)
      self?.stream.continuation.yield($0)
    }
    if isAttached { bus.mediator.attach(tracker) }
  }

  func post(_ events: AppLifecycleEvent...) { bus.post(events) }

  var opened: [SessionTracker.Session] {
    changes.compactMap { if case .opened(let session) = $0 { session } else { nil } }
  }

  var ended: [SessionTracker.Session] {
    changes.compactMap { if case .ended(let session) = $0 { session } else { nil } }
  }

  /// Waits for the next session to end, and returns it.
  func nextEnd() async -> SessionTracker.Session? {
    for await change in stream.stream { if case .ended(let session) = change { return session } }
    return nil
  }
}
