// Written by `declarations` from DelegateMethods.md; edit that.
import Foundation
import LifecycleBus
import LifecycleBusDelegates
import AppKit
import CloudKit

final class OptInLifecycleAppDelegate: LifecycleAppDelegate, NSApplicationDelegateOptInMethods {
  func application(_ application: NSApplication, open urls: [URL]) {
    for url in urls { mediator.askToOpen(url) }
  }
  func application(
    _ application: NSApplication, didFailToContinueUserActivityWithType type: String,
    error: any Error
  ) {
    mediator.tellOfFailedUserActivity(type: type, error: error)
  }
  func applicationShouldHandleReopen(
    _ sender: NSApplication, hasVisibleWindows flag: Bool
  ) -> Bool {
    mediator.askWhetherToReopen(hasVisibleWindows: flag)
  }
  func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool {
    mediator.askWhetherToTerminateAfterLastWindowClosed()
  }
  func application(_ sender: NSApplication, openFiles filenames: [String]) {
    let taken = filenames.map { mediator.askToOpen(URL(fileURLWithPath: $0)) }
    sender.reply(toOpenOrPrint: taken.contains(false) ? .failure : .success)
  }
  func applicationSupportsSecureRestorableState(_ app: NSApplication) -> Bool { true }
  func application(
    _ application: NSApplication, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata
  ) {
    mediator.tellOfAcceptedCloudKitShare(metadata)
  }
}
