import Foundation
import LifecycleBus

/// The samples of the page "Mac apps".
@MainActor
func macApps() {
  quit()
  loseTheFocus()
}

@MainActor
private func quit() {
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

@MainActor
private func loseTheFocus() {
  let saver = ClosureListener("saver", .didEnterBackground) { _ in print("save") }
  for vocabulary in [AppLifecycleVocabulary.appKit, .appKitFocus] {
    let center = NotificationCenter()  // on a Mac: .default
    let mediator = AppLifecycleMediator(
      listeners: [saver], policy: .lifecycle, vocabulary: vocabulary, notificationCenter: center,
      initialState: .active)
    // The user goes to another app: AppKit posts two notifications.
    for name in ["WillResignActive", "DidResignActive"] {
      center.post(name: Notification.Name("NSApplication\(name)Notification"), object: nil)
    }
    print(mediator.state)
  }
}
