// The sample of the page "Startup, foreground and background" that needs an app.

import BackgroundTasks
import LifecycleBus
import LifecycleBusDelegates
import Listeners
import UIKit

final class RefreshTask: AppLifecycleListener {
  struct NotPermitted: Error {}

  private let identifier = "com.example.refresh"
  private weak var mediator: AppLifecycleMediator?

  func onAttach(to mediator: AppLifecycleMediator) { self.mediator = mediator }

  func register() throws {
    let isRegistered = BGTaskScheduler.shared.register(
      forTaskWithIdentifier: identifier, using: .main
    ) { self.perform($0) }
    if !isRegistered { throw NotPermitted() }  // the Info.plist does not list it
  }

  func onAppDidEnterBackground() {
    let request = BGAppRefreshTaskRequest(identifier: identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("no refresh: \(error)")
    }
  }

  private func perform(_ task: BGTask) {
    onAppDidEnterBackground()  // asks for the next refresh
    let work = Task {
      let result = await mediator?.askToFetchInBackground() ?? .failed
      task.setTaskCompleted(success: result != .failed)
    }
    task.expirationHandler = { @Sendable in work.cancel() }
  }
}

final class ReminderDelegate: LifecycleAppDelegate {
  override class func makeMediator() -> AppLifecycleMediator {
    let mediator = AppLifecycleMediator(policy: .lifecycle)
    let refresh = RefreshTask()
    do {
      let startup = try StartupCommands {
        StartupCommand("register refresh") { try refresh.register() }
      }
      mediator.attach(startup)
      mediator.attach(refresh)
      mediator.attach(AppLaunchAction { startup.run() })
    } catch {
      preconditionFailure("\(error)")
    }
    return mediator
  }
}
