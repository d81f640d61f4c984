import Foundation

#if canImport(UIKit)
  import UIKit
#elseif canImport(AppKit)
  import AppKit
#elseif canImport(WatchKit)
  import WatchKit
#endif

#if canImport(UIKit) || canImport(AppKit) || canImport(WatchKit)
  extension AppUserActivity {
    /// The portable equivalent of an `NSUserActivity`.
    init(_ activity: NSUserActivity) {
      self.init(
        activityType: activity.activityType, title: activity.title,
        webpageURL: activity.webpageURL, userInfo: activity.userInfo, systemActivity: activity)
    }
  }
#endif
