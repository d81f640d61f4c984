// The delegate methods that an app adds to its subclass, to copy. In an app the line with `@objc`
// has no slashes; here there is no Objective-C.
import DelegatesOnAppKit
import Foundation
import LifecycleBusOnAppKit
import StandInAppKit

final class OptInLifecycleAppDelegate: LifecycleAppDelegate {
  // AppKit no longer calls the methods for files, but this one.
  // @objc(application:openURLs:)
  func application(_ application: NSApplication, open urls: [URL]) {
    for url in urls {
      mediator.askToOpen(url)
    }
  }

  // @objc(application:didFailToContinueUserActivityWithType:error:)
  func application(
    _ application: NSApplication, didFailToContinueUserActivityWithType type: String,
    error: any Error
  ) {
    mediator.ask((any AppUserActivityContinuing).self) {
      $0.onAppDidFailToContinueUserActivity(type: type, error: error)
    }
  }

  // @objc(applicationShouldHandleReopen:hasVisibleWindows:)
  func applicationShouldHandleReopen(
    _ sender: NSApplication, hasVisibleWindows flag: Bool
  ) -> Bool {
    mediator.ask((any AppWindowlessDeciding).self) {
      $0.onAppShouldReopen(hasVisibleWindows: flag)
    }.allSatisfy { $0 }
  }

  // @objc(applicationShouldTerminateAfterLastWindowClosed:)
  func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool {
    mediator.ask((any AppWindowlessDeciding).self) {
      $0.onAppShouldTerminateAfterLastWindowClosed()
    }.contains(true)
  }

  // AppKit no longer opens files with its document controller.
  // @objc(application:openFiles:)
  func application(_ sender: NSApplication, openFiles filenames: [String]) {
    openFiles(filenames, replyingTo: sender)
  }
}
