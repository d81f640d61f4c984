// Written by `declarations` from DelegateMethods.md; edit that.
import Foundation
import LifecycleBusOnAppKit
import DelegatesOnAppKit
import StandInAppKit
import StandInCloudKit

@MainActor
protocol StateRestoring: AppRequestListener {
  func save(with coder: NSCoder)
  func restore(with coder: NSCoder)
}

@MainActor
protocol ShareAccepting: AppRequestListener {
  func accept(_ share: CKShare.Metadata)
}

final class OptInLifecycleAppDelegate: LifecycleAppDelegate {
  func application(_ application: NSApplication, open urls: [URL]) {
    for url in urls { mediator.askToOpen(url) }
  }
  func application(
    _ application: NSApplication, didFailToContinueUserActivityWithType type: String,
    error: any Error
  ) {
    mediator.ask((any AppUserActivityContinuing).self) {
      $0.onAppDidFailToContinueUserActivity(type: type, error: error)
    }
  }
  func applicationShouldHandleReopen(
    _ sender: NSApplication, hasVisibleWindows flag: Bool
  ) -> Bool {
    mediator.ask((any AppWindowlessDeciding).self) {
      $0.onAppShouldReopen(hasVisibleWindows: flag)
    }.allSatisfy { $0 }
  }
  func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool {
    mediator.ask((any AppWindowlessDeciding).self) {
      $0.onAppShouldTerminateAfterLastWindowClosed()
    }.contains(true)
  }
  func application(_ sender: NSApplication, openFiles filenames: [String]) {
    openFiles(filenames, replyingTo: sender)
  }
  func application(_ app: NSApplication, willEncodeRestorableState coder: NSCoder) {
    mediator.ask((any StateRestoring).self) { $0.save(with: coder) }
  }
  func application(_ app: NSApplication, didDecodeRestorableState coder: NSCoder) {
    mediator.ask((any StateRestoring).self) { $0.restore(with: coder) }
  }
  func applicationSupportsSecureRestorableState(_ app: NSApplication) -> Bool { true }
  func application(
    _ application: NSApplication, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata
  ) {
    mediator.ask((any ShareAccepting).self) { $0.accept(metadata) }
  }
}
