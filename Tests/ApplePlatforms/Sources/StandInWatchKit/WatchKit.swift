@_exported public import Foundation

// The declarations that the sources use, with the isolation and the signatures of Apple's SDK.

public enum WKApplicationState: Int, Sendable { case active, inactive, background }
public enum WKBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }

@MainActor open class WKApplication: NSObject {
  open var applicationState = WKApplicationState.inactive
  public override init() { super.init() }
}
