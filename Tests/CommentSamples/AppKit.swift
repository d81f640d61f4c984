// The names that samples for AppKit use and do not declare.
import Foundation
import LifecycleBus
import AppKit

@MainActor final class Uploads: AppLifecycleListener {}
@MainActor let mediator = AppLifecycleMediator()
@MainActor final class NSWorkspace {
  static let shared = NSWorkspace()
  let notificationCenter = NotificationCenter()
}
