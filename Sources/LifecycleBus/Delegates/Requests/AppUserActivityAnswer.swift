/// A listener's answer to a user activity.
public enum AppUserActivityAnswer {
  /// The listener leaves the activity to others.
  case notHandled
  /// The listener has taken the activity.
  case handled
  /// The listener has taken the activity. The system passes it on to these objects, such as view
  /// controllers.
  ///
  /// In an app with scenes this is the same as ``handled``.
  case restoring([AnyObject])

  package var objects: [AnyObject]? {
    switch self {
    case .notHandled: nil
    case .handled: []
    case .restoring(let objects): objects
    }
  }
}
