import LifecycleBus
import Listeners

@MainActor
func dropIn() {
  let mediator = AppLifecycleMediator.makeDefaultMediator()
  _ = mediator
}
