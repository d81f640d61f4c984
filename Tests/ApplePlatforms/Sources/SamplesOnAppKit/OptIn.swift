// Written by `declarations` from DelegateMethods.md; edit that.
import Foundation
import LifecycleBus
import LifecycleBusDelegates
import AppKit

final class OptInLifecycleAppDelegate: LifecycleAppDelegate, NSApplicationDelegateOptInMethods {
  func application(_ application: NSApplication, open urls: [URL]) {
    for url in urls { mediator.askToOpen(url) }
  }
  func application(
    _ application: NSApplication, didFailToContinueUserActivityWithType type: String,
    error: any Error
  ) { mediator.tellOfFailedUserActivity(type: type, error: error) }
}
