public import Foundation

/// An activity that the user began on another device or in a search result and continues here; the
/// portable equivalent of `NSUserActivity`, which Foundation has on Apple platforms only.
public struct AppUserActivity {
  /// The type of the activity, as a reverse domain name.
  public var activityType: String
  /// The title that the user sees.
  public var title: String?
  /// The web page with the same content, for an activity of browsing the web.
  public var webpageURL: URL?
  /// The values that are needed to continue.
  public var userInfo: [AnyHashable: Any]?
  /// The system's own object, where there is one: an `NSUserActivity` on Apple platforms.
  public var systemActivity: AnyObject?

  /// Makes an activity.
  ///
  /// - Parameters:
  ///   - activityType: The type of the activity.
  ///   - title: What the user sees of it.
  ///   - webpageURL: The page that shows the same in a browser.
  ///   - userInfo: What is needed to go on with it.
  ///   - systemActivity: The `NSUserActivity`.
  public init(
    activityType: String, title: String? = nil, webpageURL: URL? = nil,
    userInfo: [AnyHashable: Any]? = nil, systemActivity: AnyObject? = nil
  ) {
    self.activityType = activityType
    self.title = title
    self.webpageURL = webpageURL
    self.userInfo = userInfo
    self.systemActivity = systemActivity
  }
}

/// A listener's answer to an activity.
public struct AppUserActivityAnswer {
  /// Whether the listener took it.
  public var isHandled: Bool
  /// Objects that the system should pass the activity to, such as view controllers. Not used in
  /// apps with scenes, because UIKit has no such step there.
  public var restorationObjects: [AnyObject]

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - isHandled: Whether the listener took the activity.
  ///   - restorationObjects: The objects that the system passes the activity to.
  public init(isHandled: Bool, restorationObjects: [AnyObject] = []) {
    self.isHandled = isHandled
    self.restorationObjects = restorationObjects
  }

  /// The listener has taken the activity.
  public static var handled: Self { Self(isHandled: true) }
  /// The listener has taken the activity, and the system should pass it to these objects.
  ///
  /// - Parameter objects: Responders or controllers that restore themselves from the activity.
  /// - Returns: An answer that says so.
  public static func handled(restoring objects: [AnyObject]) -> Self {
    Self(isHandled: true, restorationObjects: objects)
  }
  /// The listener has not taken the activity.
  public static var notHandled: Self { Self(isHandled: false) }
}
