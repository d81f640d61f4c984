import Foundation
import LifecycleBus
import LifecycleBusDelegates

final class Cache: AppURLOpening {
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool { url.scheme == "cache" }
  func onAppDidEnterBackground() { print("emptied") }
}

@main
@MainActor
enum Program {
  static func main() {
    let mediator = AppLifecycleMediator(listeners: [Cache()])
    guard let url = URL(string: "cache://empty"), mediator.askToOpen(url) else { return }
    NotificationCenter.default.post(.didEnterBackground)
    print(mediator.state)
  }
}
