public import Foundation

// Of Foundation on Apple platforms, with the signatures of Apple's SDK.

open class NSUserActivity: NSObject {
  public let activityType: String
  open var userInfo: [AnyHashable: Any]?

  public init(activityType: String) {
    self.activityType = activityType
    super.init()
  }
}
