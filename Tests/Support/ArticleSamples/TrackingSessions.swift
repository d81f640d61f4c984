import Foundation
import LifecycleBus
import Listeners

/// The samples of the page "Tracking sessions".
@MainActor
func trackingSessions() {
  let sessions = SessionTracker(.memory, timeout: .seconds(30))
  sessions.onChange = { change in
    switch change {
    case .opened: print("opened")
    case .continued: print("continued")
    case .ended(let session): print("ended, interruptions: \(session.interruptions)")
    }
  }

  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(policy: .lifecycle, notificationCenter: center)
  mediator.attach(sessions, replay: .state)
  AppLifecycleScenario.coldLaunchWithScenes.play(on: center)
  AppLifecycleScenario.interruption.play(on: center)  // Control Center
  AppLifecycleScenario.toBackground.play(on: center)
  AppLifecycleScenario.toForeground.play(on: center)  // back within 30 seconds
  AppLifecycleScenario.terminatedInForeground.play(on: center)
}
