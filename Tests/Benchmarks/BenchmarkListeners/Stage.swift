package import Foundation
package import LifecycleBus

/// A notification center of its own, and what listens there.
@MainActor
package final class Stage {
  package static let event = AppLifecycleEvent.didBecomeActive
  package static let name =
    AppLifecycleVocabulary.current.name(for: event) ?? Notification.Name("none")

  package let center = NotificationCenter()
  package private(set) var mediator: AppLifecycleMediator?
  private var tokens: [any NSObjectProtocol] = []

  package init() {}

  /// A mediator with these listeners.
  package convenience init(_ listeners: [any AppLifecycleListener]) {
    self.init()
    mediator = AppLifecycleMediator(listeners: listeners, notificationCenter: center)
  }

  /// Block observers of the same name, without a mediator.
  package convenience init(
    blockObservers count: Int,
    _ block: (Int) -> @Sendable (Notification) -> Void = { _ in { _ in } }
  ) {
    self.init()
    tokens = (0..<count).map {
      center.addObserver(forName: Self.name, object: nil, queue: nil, using: block($0))
    }
  }

  /// Posts so many times, as the system does: by name.
  package func post(_ times: Int, userInfo: [AnyHashable: Any]? = nil) {
    for _ in 0..<times { center.post(name: Self.name, object: nil, userInfo: userInfo) }
  }
}
