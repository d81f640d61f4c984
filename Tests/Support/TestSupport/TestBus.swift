package import Foundation
package import LifecycleBus

/// A fresh center, a mediator on it, and a journal of the calls.
///
/// Listeners that are attached by name write "name.event" for each event.
@MainActor
package final class TestBus {
  package let center = NotificationCenter()
  package let mediator: AppLifecycleMediator
  private let vocabulary: AppLifecycleVocabulary
  /// "name.event", in the order of the calls.
  package private(set) var calls: [String] = []
  /// The anomalies that the mediator reported.
  package private(set) var anomalies: [AppLifecycleAnomaly] = []

  package init(
    policy: AppLifecycleMediator.Policy = .asPosted,
    initialState: AppLifecycleState = .notRunning,
    vocabulary: AppLifecycleVocabulary = .current
  ) {
    self.vocabulary = vocabulary
    mediator = AppLifecycleMediator(
      policy: policy, vocabulary: vocabulary, notificationCenter: center,
      initialState: initialState)
    mediator.onAnomaly = { [weak self] in self?.anomalies.append($0) }
  }

  /// A listener that writes to the journal, not attached yet.
  package func listener(
    _ name: String, perform action: @escaping @MainActor (AppLifecycleContext) -> Void = { _ in }
  ) -> JournalingListener {
    JournalingListener { [weak self] context in
      self?.calls.append("\(name).\(context.event)")
      action(context)
    }
  }

  /// Attaches a listener that writes to the journal and then acts.
  @discardableResult
  package func attach(
    _ name: String, priority: Int = 0, replay: AppLifecycleMediator.Replay = .none,
    perform action: @escaping @MainActor (AppLifecycleContext) -> Void = { _ in }
  ) -> AppLifecycleAttachment {
    mediator.attach(listener(name, perform: action), priority: priority, replay: replay)
  }

  /// Posts events on the center, one after another.
  package func post(_ events: AppLifecycleEvent...) { post(events) }

  /// Posts events on the center, one after another.
  package func post(_ events: [AppLifecycleEvent]) {
    for event in events { center.post(event, vocabulary: vocabulary) }
  }

  /// Plays scenarios on the center, one after another.
  package func play(
    _ scenarios: AppLifecycleScenario..., afterEach: (AppLifecycleEvent) -> Void = { _ in }
  ) {
    for scenario in scenarios {
      scenario.play(on: center, vocabulary: vocabulary, afterEach: afterEach)
    }
  }
}

/// A listener with an identity that passes every event to a closure.
package final class JournalingListener: AppLifecycleListener {
  private let action: @MainActor (AppLifecycleContext) -> Void

  package init(_ action: @escaping @MainActor (AppLifecycleContext) -> Void) {
    self.action = action
  }

  package func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    action(context)
  }
}

/// A listener that is counted while it lives.
package final class CountedListener: AppLifecycleListener {
  private let live: LockedCount
  private let action: @MainActor (AppLifecycleContext) -> Void

  package init(
    _ live: LockedCount,
    perform action: @escaping @MainActor (AppLifecycleContext) -> Void = { _ in }
  ) {
    (self.live, self.action) = (live, action)
    live.add(1)
  }

  deinit { live.add(-1) }

  package func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    action(context)
  }
}

extension AppLifecycleEvent {
  /// The events that can be posted where the tests run.
  package static let named = AppLifecycleVocabulary.current.namedEvents
}

/// A variable that a callback can capture before it has its value.
@MainActor
package final class Slot<Value> {
  package var value: Value?

  package init(_ value: Value? = nil) { self.value = value }
}

/// A journal that several listeners share.
@MainActor
package final class CallJournal {
  package private(set) var lines: [String] = []

  package init() {}

  package func write(_ line: String) { lines.append(line) }
}
