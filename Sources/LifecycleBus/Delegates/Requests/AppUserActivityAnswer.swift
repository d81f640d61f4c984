/// A listener's answer to an activity of the user.
public enum AppUserActivityAnswer {
  /// The activity is left to other listeners.
  case notHandled
  /// The listener has taken the activity.
  case handled
  /// The listener has taken the activity, and the system passes it on to these objects, such as view
  /// controllers. With scenes this is `handled`, because UIKit has no such step there.
  case restoring([AnyObject])

  package var isHandled: Bool {
    switch self {
    case .notHandled: false
    case .handled, .restoring: true
    }
  }

  package var objects: [AnyObject] {
    switch self {
    case .notHandled, .handled: []
    case .restoring(let objects): objects
    }
  }
}
