import Foundation
import LifecycleBus

final class Cache: AppLifecycleListener {
  func onAppDidEnterBackground() { print("emptied") }
}

@main
@MainActor
enum Program {
  static func main() {
    let mediator = AppLifecycleMediator(listeners: [Cache()])
    NotificationCenter.default.post(.didEnterBackground)
    print(mediator.state)
  }
}
