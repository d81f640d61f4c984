public import Foundation

/// Something the user was doing elsewhere, on another device or in a search result, and goes on
/// with here; the portable twin of `NSUserActivity`, which Foundation has on Apple platforms only.
public struct AppUserActivity {
  /// What kind of activity, as a reverse domain name.
  public var activityType: String
  /// What the user sees.
  public var title: String?
  /// The page that shows the same, for browsing the web.
  public var webpageURL: URL?
  /// What is needed to go on.
  public var userInfo: [AnyHashable: Any]?
  /// The system's own object, where there is one: an `NSUserActivity` on Apple platforms.
  public var systemActivity: AnyObject?

  /// Makes an activity.
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

/// What became of an activity.
public struct AppUserActivityAnswer {
  /// Whether the listener took it.
  public var isHandled: Bool
  /// Objects that the system should hand the activity to, such as view controllers. Apps with
  /// scenes have no such step: there the objects are not used.
  public var restorationObjects: [AnyObject]

  /// Makes an answer.
  public init(isHandled: Bool, restorationObjects: [AnyObject] = []) {
    self.isHandled = isHandled
    self.restorationObjects = restorationObjects
  }

  /// The listener has taken the activity.
  public static var handled: Self { Self(isHandled: true) }
  /// The listener has taken the activity and wants these objects to see it.
  public static func handled(restoring objects: [AnyObject]) -> Self {
    Self(isHandled: true, restorationObjects: objects)
  }
  /// The activity means nothing to the listener.
  public static var notHandled: Self { Self(isHandled: false) }
}
