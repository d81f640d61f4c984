import Foundation
import LifecycleBus
import Listeners

final class Cache: AppLifecycleListener {
  func onAppDidEnterBackground() { print("emptied") }
}

@main
@MainActor
enum Program {
  static func main() {
    let mediator = AppLifecycleMediator.makeDefaultMediator { Cache() }
    NotificationCenter.default.post(.didEnterBackground)
    print(mediator.state)
  }
}
