public import Foundation
public import LifecycleBus

/// Continues an activity of the user. The methods beside the first have a default.
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
  /// - Parameter activity: The activity that the user goes on with.
  /// - Returns: Whether the listener took it, and the objects that restore themselves from it.
  func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer
  /// The system is fetching an activity of this type.
  ///
  /// - Parameter type: The type of the activity.
  /// - Returns: True if the listener itself tells the user about that; false to leave it to the
  ///   system.
  func onAppWillContinueUserActivity(type: String) -> Bool
  /// An activity that was announced could not be fetched. Needs a line in your delegate, because
  /// with it the system shows no message of its own: see the page "Delegate methods that you add".
  ///
  /// - Parameters:
  ///   - type: The type of the activity.
  ///   - error: Why it could not be fetched.
  func onAppDidFailToContinueUserActivity(type: String, error: any Error)
  /// The system has updated an activity of this app.
  ///
  /// - Parameter activity: The activity that has changed.
  func onAppDidUpdateUserActivity(_ activity: AppUserActivity)
}

extension AppUserActivityContinuing {
  /// Shows nothing, so that the system does.
  public func onAppWillContinueUserActivity(type: String) -> Bool { false }
  /// Does nothing.
  public func onAppDidFailToContinueUserActivity(type: String, error: any Error) {}
  /// Does nothing.
  public func onAppDidUpdateUserActivity(_ activity: AppUserActivity) {}
}

/// An activity that the user began on another device or in a search result and continues here; the
/// portable equivalent of `NSUserActivity`, which Foundation has on Apple platforms only.
public struct AppUserActivity {
  /// The type of the activity, as a reverse domain name.
  public var activityType: String
  /// The title that the user sees.
  public var title: String?
  /// The web page with the same content, for an activity of browsing the web.
  public var webpageURL: URL?
  /// The values that are needed to continue, as a copy. To change the system's own, for instance in
  /// ``AppUserActivityContinuing/onAppDidUpdateUserActivity(_:)``, write to ``systemActivity``.
  public var userInfo: [AnyHashable: Any]?
  /// The system's own object, where there is one: an `NSUserActivity` on Apple platforms.
  public var systemActivity: AnyObject?
  /// The scene that is to continue it; `nil` in an app without scenes.
  public var scene: AppSceneID?

  /// Makes an activity.
  ///
  /// - Parameter activityType: The type of the activity, as a reverse domain name.
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
  /// - Returns: Whether a listener took it, and the objects of all. Pass those to the system once.
  ///   Not handled if there is no adopter.
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
