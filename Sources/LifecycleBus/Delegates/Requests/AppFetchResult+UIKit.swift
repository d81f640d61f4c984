#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  extension UIBackgroundFetchResult {
    /// UIKit's value of a fetch result.
    public init(_ result: AppFetchResult) {
      self = Self(rawValue: result.rawValue) ?? .failed
    }
  }
#endif
