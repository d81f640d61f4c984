/// A listener's answer to an activity of the user.
public enum AppUserActivityAnswer {
  /// The activity is left to other listeners.
  case notHandled
  /// The listener has taken the activity.
  case handled
  /// The listener has taken the activity, and these objects, such as view controllers, restore it.
  /// On a watch this is `handled`.
  case restoring([AnyObject])

  /// What is to be restored; `nil` if the activity isn't handled.
  package var objects: [AnyObject]? {
    switch self {
    case .notHandled: nil
    case .handled: []
    case .restoring(let objects): objects
    }
  }
}
