#if canImport(Combine)
  import Combine
  import Foundation
  import LifecycleBus

  // What the page "Comparison" shows of Combine.

  @MainActor
  final class CombinedFeed {
    private let center = NotificationCenter.default
    private var subscriptions: Set<AnyCancellable> = []

    func refresh() {}

    func subscribe(to name: Notification.Name) {
      center.publisher(for: name)
        .debounce(for: .seconds(1), scheduler: DispatchQueue.main)
        .sink { [weak self] _ in self?.refresh() }
        .store(in: &subscriptions)
    }
  }
#endif
