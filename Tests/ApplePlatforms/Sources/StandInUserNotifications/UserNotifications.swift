public import Foundation

// The declarations that the sources use, with the signatures of Apple's SDK.

open class UNNotificationResponse: NSObject {
  public let actionIdentifier: String

  public init(actionIdentifier: String) {
    self.actionIdentifier = actionIdentifier
    super.init()
  }
}
