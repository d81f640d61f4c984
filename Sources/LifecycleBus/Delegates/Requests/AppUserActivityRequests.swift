public import Foundation
public import LifecycleBus

/// Continues an activity of the user. Only the first method is required.
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
  /// The activity has come.
  ///
  /// - Parameter activity: The activity to continue.
  /// - Returns: Whether the listener took it, and the objects that restore themselves from it.
  func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer
  /// An activity of this type is being fetched.
  ///
  /// - Parameter type: The type of the activity.
  /// - Returns: Whether the listener shows that, instead of the system.
  func onAppWillContinueUserActivity(type: String) -> Bool
  /// An announced activity could not be fetched. It needs a method in your delegate: see "Delegate
  /// methods that you add".
  func onAppDidFailToContinueUserActivity(type: String, error: any Error)
  /// The system has updated an activity of this app.
  ///
  /// - Parameter activity: The activity that has changed.
  func onAppDidUpdateUserActivity(_ activity: AppUserActivity)
}

extension AppUserActivityContinuing {
  /// Answers false: the system shows it.
  public func onAppWillContinueUserActivity(type: String) -> Bool { false }
  /// Does nothing.
  public func onAppDidFailToContinueUserActivity(type: String, error: any Error) {}
  /// Does nothing.
  public func onAppDidUpdateUserActivity(_ activity: AppUserActivity) {}
}

/// An activity that began on another device or in a search result; as `NSUserActivity`.
public struct AppUserActivity {
  /// The type of the activity, as a reverse domain name.
  public var activityType: String
  /// The title that the user sees.
  public var title: String?
  /// The web page with the same content, for an activity of browsing the web.
  public var webpageURL: URL?
  /// A copy of the activity's values. To change the system's own, write to ``systemActivity``.
  public var userInfo: [AnyHashable: Any]?
  /// The `NSUserActivity`, on Apple platforms.
  public var systemActivity: AnyObject?
  /// The scene that is to continue it; `nil` without scenes.
  public var scene: AppSceneID?

  /// Makes an activity of a type.
  public init(activityType: String) { self.activityType = activityType }
}

/// A listener's answer to an activity.
public enum AppUserActivityAnswer {
  /// The listener has not taken the activity.
  case notHandled
  /// The listener has taken the activity.
  case handled
  /// Taken, and the system passes it to these objects. With scenes this is `handled`, because UIKit
  /// has no such step there.
  case restoring([AnyObject])
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppUserActivityContinuing`` listener to continue an
  /// activity.
  ///
  /// The answer has the objects of all listeners. Pass those to the system once.
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
