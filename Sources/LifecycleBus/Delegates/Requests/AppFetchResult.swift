/// What a remote notification made a listener fetch, with the raw values of `UIBackgroundFetchResult` and
/// `WKBackgroundFetchResult`.
public enum AppFetchResult: UInt, Sendable {
  /// There was something new.
  case newData
  /// There was nothing new.
  case noData
  /// The attempt failed, or took too long.
  case failed

  /// New data if one listener has some, else failed if one has failed or missed the deadline, else no
  /// data.
  package init(combining answers: [Self?]) {
    if answers.contains(.newData) {
      self = .newData
    } else if answers.contains(.failed) || answers.contains(nil) {
      self = .failed
    } else {
      self = .noData
    }
  }
}
