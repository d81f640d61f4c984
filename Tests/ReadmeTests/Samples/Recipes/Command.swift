import LifecycleBus
import Listeners

// This folder contains the code of the page "From your recipe to this one". RecipePageTests
// compares the two.

struct OpenStore: StartupCommand {
  let store: Store

  func execute() throws { try store.open() }
}

struct WarmStore: StartupCommand {
  let store: Store
  let dependencies = ["OpenStore"]
  let phase = StartupPhase.deferred

  func execute() { store.warm() }
}

@MainActor
func attachStartup(of store: Store, to mediator: AppLifecycleMediator) throws {
  let startup = try StartupCommands {
    OpenStore(store: store)
    WarmStore(store: store)
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
