import Foundation
import LifecycleBus

/// The sample of the page "Mac apps".
@MainActor
func macApps() {
  let center = NotificationCenter()  // on a Mac: .default
  let workspace = NotificationCenter()  // on a Mac: NSWorkspace.shared.notificationCenter
  let mediator = AppLifecycleMediator(
    policy: .lifecycle, vocabulary: .appKit, notificationCenter: center)
  mediator.observe(workspace, vocabulary: .workspace)
  mediator.on { print("\($0.event), \($0.origin)") }

  mediator.post(.didFinishLaunching)
  mediator.post(.didBecomeActive)
  workspace.post(.systemWillSleep, vocabulary: .workspace)
  mediator.post(.willTerminate)  // Quit: AppKit posts nothing else
}
