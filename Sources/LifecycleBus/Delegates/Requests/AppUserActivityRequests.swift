public import Foundation
public import LifecycleBus

/// Continues an activity of the user.
///
/// ```swift
/// final class Reader: AppUserActivityContinuing {
///   private(set) var page = 1
///
///   func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer {
///     guard activity.activityType == "com.example.reading",
///       let page = activity.userInfo?["page"] as? Int
///     else { return .notHandled }
///     self.page = page
///     return .handled
///   }
/// }
/// ```
@MainActor
public protocol AppUserActivityContinuing: AppRequestListener {
  /// The system has an activity for the app.
  ///
  /// - Parameter activity: The activity that the user goes on with.
  /// - Returns: Whether the listener took the activity.
  func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer
  /// The system is fetching an activity of this type. Return true if the listener itself tells the
  /// user about that; false to leave it to the system.
  func onAppWillContinueUserActivity(type: String) -> Bool
  /// An activity that was announced could not be fetched. It needs a method in your delegate: see
  /// "Delegate methods that you add".
  func onAppDidFailToContinueUserActivity(type: String, error: any Error)
  /// The system has updated an activity of this app.
  func onAppDidUpdateUserActivity(_ activity: AppUserActivity)
}

extension AppUserActivityContinuing {
  /// Leaves it to the system to tell the user.
  public func onAppWillContinueUserActivity(type: String) -> Bool { false }
  /// Does nothing.
  public func onAppDidFailToContinueUserActivity(type: String, error: any Error) {}
  /// Does nothing.
  public func onAppDidUpdateUserActivity(_ activity: AppUserActivity) {}
}

/// An activity that the user began elsewhere and continues here, such as on another device; the
/// portable equivalent of `NSUserActivity`.
public struct AppUserActivity {
  /// The type of the activity, as a reverse domain name.
  public var activityType: String
  /// The title that the user sees.
  public var title: String?
  /// The web page with the same content, for an activity of browsing the web.
  public var webpageURL: URL?
  /// A copy of the values that are needed to continue. To change the system's values, write to
  /// ``systemActivity``.
  public var userInfo: [AnyHashable: Any]?
  /// The `NSUserActivity`, on Apple platforms.
  public var systemActivity: AnyObject?
  /// The scene that is to continue it; `nil` in an app without scenes.
  public var scene: AppSceneID?

  /// Makes an activity.
  public init(activityType: String) { self.activityType = activityType }
}

/// A listener's answer to an activity.
public enum AppUserActivityAnswer {
  /// The listener has not taken the activity.
  case notHandled
  /// The listener has taken the activity.
  case handled
  /// The listener has taken the activity, and the system passes it to these objects, such as view
  /// controllers. In an app with scenes this is `handled`, because UIKit has no such step there.
  case restoring([AnyObject])
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppUserActivityContinuing`` listener to continue an
  /// activity.
  ///
  /// - Parameter activity: The activity that the user goes on with.
  /// - Returns: Whether a listener took it, and the objects of all listeners, which you pass to the
  ///   system once.
  @discardableResult
  public func askToContinue(
    _ activity: AppUserActivity
  ) -> (isHandled: Bool, restorationObjects: [AnyObject]) {
    let answers = ask((any AppUserActivityContinuing).self, in: activity.scene) {
      $0.onAppContinueUserActivity(activity)
    }
    var (isHandled, objects) = (false, [AnyObject]())
    for answer in answers {
      switch answer {
      case .notHandled: continue
      case .handled: break
      case .restoring(let more): objects += more
      }
      isHandled = true
    }
    return (isHandled, objects)
  }
}
