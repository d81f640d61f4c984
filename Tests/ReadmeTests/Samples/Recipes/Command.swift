import LifecycleBus
import Listeners

// This folder contains the code of the page "From your recipe to this one". RecipePageTests
// compares the two.

@MainActor
func attachStartup(of store: Store, to mediator: AppLifecycleMediator) throws {
  let startup = try StartupCommands {
    StartupCommand("open store") { try store.open() }
    StartupCommand("warm store", after: ["open store"], phase: .deferred) { store.warm() }
  }
  startup.onCompletion = { print($0) }
  mediator.attach(startup, replay: .launch)
}

/// The object that the commands use.
@MainActor
final class Store {
  private(set) var steps: [String] = []
  func open() throws { steps.append("open") }
  func warm() { steps.append("warm") }
}
