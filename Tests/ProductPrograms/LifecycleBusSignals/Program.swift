import Foundation
import LifecycleBus
import LifecycleBusSignals

final class Cache: AppLifecycleListener {
  func onAppDidEnterBackground() { print("emptied") }
}

@main
@MainActor
enum Program {
  static func main() throws {
    let mediator = AppLifecycleMediator(listeners: [Cache()])
    let source = ProcessSignalSource(mediator: mediator)
    try source.start()
    source.stop()
    NotificationCenter.default.post(.didEnterBackground)
    print(mediator.state)
  }
}
