import LifecycleBus

/// The mediators to which a listener is attached, held weakly.
@MainActor
struct AttachedMediators {
  private struct Entry {
    weak var mediator: AppLifecycleMediator?
  }

  private var entries: [Entry] = []

  init() {}

  mutating func add(_ mediator: AppLifecycleMediator) {
    entries.removeAll { $0.mediator == nil || $0.mediator === mediator }
    entries.append(Entry(mediator: mediator))
  }

  /// Takes a hold on each of them.
  func holds(_ reason: String) -> [AppLifecycleHold] {
    entries.compactMap { $0.mediator?.hold(reason) }
  }
}
