import LifecycleBus
import LifecycleBusDelegates
import Listeners

struct Uploads: AppLifecycleListener {}

@MainActor
func dropIn() {
  let mediator = AppLifecycleMediator.makeDefaultMediator { Uploads() }
  _ = mediator
}
