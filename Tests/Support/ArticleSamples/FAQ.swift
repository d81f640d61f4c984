import Foundation
import LifecycleBus

/// The samples of the page "Questions and answers".
@MainActor
func faq() async {
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(notificationCenter: center)
  mediator.on(.didEnterBackground) { _ in print("relayed on the main actor") }
  await Task.detached {
    await center.post(.didEnterBackground)
    print("and then the post returned")
  }.value
  print(mediator.state)
}
