#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  // The samples of the page "What stays outside, and where to put it".
  import LifecycleBus
  import LifecycleBusDelegates
  import UIKit
  import UserNotifications

  final class NotificationTaps: NSObject, UNUserNotificationCenterDelegate, AppLaunchHandling {
    private weak var mediator: AppLifecycleMediator?

    func onAttach(to mediator: AppLifecycleMediator) { self.mediator = mediator }

    // Before the launch ends, or the tap that launched the app is lost.
    func onAppHandleLaunch(options: [String: Any]) -> Bool {
      UNUserNotificationCenter.current().delegate = self
      return true
    }

    func userNotificationCenter(
      _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
      withCompletionHandler completionHandler: @escaping () -> Void
    ) {
      guard let mediator else { return completionHandler() }
      let response = AppNotificationResponse(response)
      mediator.startRequest {
        await mediator.askAndWait((any AppNotificationResponding).self) {
          await $0.onAppReceiveNotificationResponse(response)
        }
        completionHandler()
      }
    }
  }
#endif
