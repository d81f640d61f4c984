package import LifecycleBus

extension AppLifecycleEvent {
  /// The events that can be posted where the tests run.
  package static let named = AppLifecycleVocabulary.current.namedEvents
  /// The events that move the state.
  package static let lifeCycle = allCases.filter { $0.direction != .none }
  /// The conditions, which move nothing.
  package static let conditions = allCases.filter { $0.direction == .none }
}
