import BackgroundTasks
import LifecycleBus
import LifecycleBusDelegates
import Listeners
import UIKit
import UserNotifications

// The sample of the page "Startup, foreground and background" that needs an app.

final class Reminders: NSObject, UNUserNotificationCenterDelegate {}

struct NotPermitted: Error {}

final class ReminderDelegate: LifecycleAppDelegate {
  override class func makeMediator() -> AppLifecycleMediator {
    let mediator = AppLifecycleMediator(policy: .lifecycle)
    let reminders = Reminders()
    do {
      let startup = try StartupCommands {
        StartupAction("register refresh") {
          let isRegistered = BGTaskScheduler.shared.register(
            forTaskWithIdentifier: "com.example.refresh", using: .main
          ) { $0.setTaskCompleted(success: true) }
          if !isRegistered { throw NotPermitted() }  // not in the Info.plist
        }
        StartupAction("reminders") { UNUserNotificationCenter.current().delegate = reminders }
      }
      mediator.attach(startup)
      mediator.attach(AppLaunchAction { startup.run() })
    } catch {
      preconditionFailure("\(error)")
    }
    return mediator
  }
}
