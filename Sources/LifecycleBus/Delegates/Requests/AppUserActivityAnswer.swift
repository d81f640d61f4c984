/// A listener's answer to a user activity.
public enum AppUserActivityAnswer {
  /// The listener leaves the activity to others.
  case notHandled
  /// The listener has taken the activity.
  case handled
  /// The listener has taken the activity, and these objects, such as view controllers, restore it.
  /// In an app with scenes, `LifecycleSceneDelegate` calls them.
  case restoring([AnyObject])

  package var objects: [AnyObject]? {
    switch self {
    case .notHandled: nil
    case .handled: []
    case .restoring(let objects): objects
    }
  }
}
