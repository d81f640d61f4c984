public import Foundation

// The declarations that the sources use, with the signatures of Apple's SDK.

open class UNNotificationResponse: NSObject {
  public let actionIdentifier: String

  public init(actionIdentifier: String) {
    self.actionIdentifier = actionIdentifier
    super.init()
  }
}

open class UNUserNotificationCenter: NSObject {
  // Proof: the tests and samples use it on the main actor only.
  nonisolated(unsafe) private static let center = UNUserNotificationCenter()
  open class func current() -> UNUserNotificationCenter { center }
  open weak var delegate: (any UNUserNotificationCenterDelegate)?
}

public protocol UNUserNotificationCenterDelegate: AnyObject {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void)
}
