import Foundation
import LifecycleBus

/// The samples of the page "Comparison".
@MainActor
func comparison() {
  @MainActor
  final class Cache {
    func empty() { print("emptied") }
  }

  let cache = Cache()
  let center = NotificationCenter()
  let token = center.addObserver(
    forName: Notification.Name("UIApplicationDidEnterBackgroundNotification"), object: nil,
    queue: nil
  ) { _ in
    MainActor.assumeIsolated { cache.empty() }
  }

  let mediator = AppLifecycleMediator(vocabulary: .uiKit, notificationCenter: center)
  mediator.on(.didEnterBackground) { _ in cache.empty() }
  mediator.post(.didEnterBackground)
  center.removeObserver(token)
}
