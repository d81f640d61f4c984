package import Foundation
package import LifecycleBus

/// A notification center of its own, and what listens there.
@MainActor
package final class Stage {
  package static let name =
    AppLifecycleVocabulary.current.name(for: .didBecomeActive) ?? Notification.Name("none")

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

  /// One block observer that calls one method of each listener, as it would be written by hand.
  package convenience init(loopOver listeners: [any AppLifecycleListener]) {
    let list = MainActorBox(listeners)
    self.init(blockObservers: 1) { _ in
      { _ in
        MainActor.assumeIsolated {
          for listener in list.value {
            listener.onAppDidBecomeActive()
          }
        }
      }
    }
  }

  /// A block observer for each listener, which calls one method of it on the main actor.
  package convenience init(isolatedBlocksFor listeners: [any AppLifecycleListener]) {
    self.init(blockObservers: listeners.count) { index in
      let listener = MainActorBox(listeners[index])
      return { _ in MainActor.assumeIsolated { listener.value.onAppDidBecomeActive() } }
    }
  }

  /// Posts so many times, as the system does: by name.
  package func post(_ times: Int) {
    for _ in 0..<times {
      center.post(name: Self.name, object: nil)
    }
  }
}

/// A value of the main actor that a closure may carry there from anywhere.
@MainActor
private final class MainActorBox<Value> {
  let value: Value
  init(_ value: Value) { self.value = value }
}
