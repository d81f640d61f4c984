@_exported public import Foundation

// The declarations that the sources use, with the isolation and the signatures of Apple's SDK.

public enum WKApplicationState: Int, Sendable { case active, inactive, background }
public enum WKBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }

@MainActor open class WKApplication: NSObject {
  open var applicationState = WKApplicationState.inactive
  public override init() { super.init() }
}

open class NSUserActivity: NSObject {
  public let activityType: String
  open var title: String?
  open var webpageURL: URL?
  open var userInfo: [AnyHashable: Any]?

  public init(activityType: String) {
    self.activityType = activityType
    super.init()
  }
}

@MainActor open class WKRefreshBackgroundTask: NSObject {
  /// With which answers it was completed.
  public private(set) var completions: [Bool] = []
  public override init() { super.init() }

  open func setTaskCompletedWithSnapshot(_ refreshSnapshot: Bool) {
    completions.append(refreshSnapshot)
  }
}

@MainActor open class WKSnapshotRefreshBackgroundTask: WKRefreshBackgroundTask {}
