import LifecycleBus

@MainActor
final class AttachedMediators {
  private struct Entry {
    weak var mediator: AppLifecycleMediator?
  }

  private var entries: [Entry] = []

  var living: [AppLifecycleMediator] { entries.compactMap(\.mediator) }

  /// On a Mac only a hidden app is in the background.
  var areOfMac: Bool { living.contains { $0.vocabulary.hasBackground(of: .appKit) } }

  func add(_ mediator: AppLifecycleMediator) {
    entries.removeAll { $0.mediator == nil || $0.mediator === mediator }
    entries.append(Entry(mediator: mediator))
  }
}
