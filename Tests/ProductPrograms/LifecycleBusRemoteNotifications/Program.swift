import Foundation
import LifecycleBus
import LifecycleBusDelegates
import LifecycleBusRemoteNotifications

final class Cache: AppRemoteNotificationReceiving {
  func onAppDidReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any]
  ) async -> AppFetchResult { .noData }
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
