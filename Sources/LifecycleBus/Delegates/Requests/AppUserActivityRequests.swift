public import Foundation
public import LifecycleBus

/// Shows the user that an activity is being fetched, instead of the system.
///
/// ```swift
/// final class Reader: AppUserActivityAnnouncing {
///   private(set) var isWaiting = false
///
///   func onAppWillContinueUserActivity(type: String) -> Bool {
///     isWaiting = type == "com.example.reading"
///     return isWaiting
///   }
/// }
/// ```
@MainActor
public protocol AppUserActivityAnnouncing: AppRequestListener {
  /// An activity of this type is being fetched.
  ///
  /// - Parameter type: The type of the activity.
  /// - Returns: Whether the listener shows it.
  func onAppWillContinueUserActivity(type: String) -> Bool
}

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
  /// The activity has come.
  ///
  /// - Parameter activity: The activity that the user goes on with.
  /// - Returns: Whether the listener took it, and the objects that restore themselves from it.
  func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer
}

/// Receives failures and updates of activities. Both methods have an empty default.
///
/// ```swift
/// final class Reader: AppUserActivityWatching {
///   func onAppDidFailToContinueUserActivity(type: String, error: any Error) {
///     print("\(type) could not be continued: \(error)")
///   }
/// }
/// ```
@MainActor
public protocol AppUserActivityWatching: AppRequestListener {
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

extension AppUserActivityWatching {
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
  /// ``AppUserActivityWatching/onAppDidUpdateUserActivity(_:)``, write to ``systemActivity``.
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
public struct AppUserActivityAnswer {
  /// Whether the listener took it.
  public var isHandled: Bool
  /// Objects that the system should pass the activity to, such as view controllers. Not used in
  /// apps with scenes, because UIKit has no such step there.
  public var restorationObjects: [AnyObject] = []

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

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppUserActivityAnnouncing`` listener.
  ///
  /// - Parameters:
  ///   - type: The type of the activity.
  ///   - scene: The scene that is to continue it.
  /// - Returns: Whether a listener shows it; false if there is no adopter.
  @discardableResult
  public func askWhetherToContinueUserActivity(type: String, scene: AppSceneID? = nil) -> Bool {
    ask((any AppUserActivityAnnouncing).self, in: scene) {
      $0.onAppWillContinueUserActivity(type: type)
    }.contains(where: \.value)
  }

  /// Asks every ``/LifecycleBusDelegates/AppUserActivityContinuing`` listener.
  ///
  /// - Parameter activity: The activity that the user goes on with.
  /// - Returns: Whether a listener took it, and the objects of all. Pass those to the system once.
  ///   Not handled if there is no adopter.
  @discardableResult
  public func askToContinue(_ activity: AppUserActivity) -> AppUserActivityAnswer {
    let answers = ask((any AppUserActivityContinuing).self, in: activity.scene) {
      $0.onAppContinueUserActivity(activity)
    }
    return AppUserActivityAnswer(
      isHandled: answers.contains(where: \.value.isHandled),
      restorationObjects: answers.flatMap(\.value.restorationObjects))
  }

  /// Passes the failure to fetch an activity to every
  /// ``/LifecycleBusDelegates/AppUserActivityWatching`` listener.
  ///
  /// - Parameters:
  ///   - type: The type of the activity.
  ///   - error: Why it could not be fetched.
  ///   - scene: The scene that was to continue it.
  public func tellOfFailedUserActivity(
    type: String, error: any Error, scene: AppSceneID? = nil
  ) {
    ask((any AppUserActivityWatching).self, in: scene) {
      $0.onAppDidFailToContinueUserActivity(type: type, error: error)
    }
  }

  /// Passes an updated activity to every ``/LifecycleBusDelegates/AppUserActivityWatching``
  /// listener.
  ///
  /// - Parameter activity: The activity that has changed.
  public func tellOfUpdated(_ activity: AppUserActivity) {
    ask((any AppUserActivityWatching).self, in: activity.scene) {
      $0.onAppDidUpdateUserActivity(activity)
    }
  }
}
