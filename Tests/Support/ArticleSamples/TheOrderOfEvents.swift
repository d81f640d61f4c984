import LifecycleBus

/// The samples of the page "The order of events".
@MainActor
func theOrderOfEvents() {
  for scenario in AppLifecycleScenario.all {
    print("\(scenario.name): \(scenario.events.map(\.rawValue).joined(separator: ", "))")
  }
}
