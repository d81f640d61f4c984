public import Foundation

// The declarations that the sources use, with the signatures of Apple's SDK.

open class UNNotificationResponse: NSObject {
  public let notification: UNNotification
  public let actionIdentifier: String

  public init(_ notification: UNNotification, actionIdentifier: String) {
    self.notification = notification
    self.actionIdentifier = actionIdentifier
    super.init()
  }
}

open class UNNotification: NSObject {
  public let request: UNNotificationRequest

  public init(_ request: UNNotificationRequest) {
    self.request = request
    super.init()
  }
}

open class UNNotificationRequest: NSObject {
  public let identifier: String
  public let content: UNNotificationContent

  public init(identifier: String, content: UNNotificationContent) {
    self.identifier = identifier
    self.content = content
    super.init()
  }
}

open class UNNotificationContent: NSObject {
  open var userInfo: [AnyHashable: Any] = [:]
  public override init() { super.init() }
}

open class UNUserNotificationCenter: NSObject {
  // Tests use it on the main actor only.
  nonisolated(unsafe) private static let shared = UNUserNotificationCenter()
  open class func current() -> UNUserNotificationCenter { shared }

  open weak var delegate: (any UNUserNotificationCenterDelegate)?
}

public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {}
