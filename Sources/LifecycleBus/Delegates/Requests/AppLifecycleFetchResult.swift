/// The result of fetching in the background; the portable equivalent of `UIBackgroundFetchResult`.
public enum AppLifecycleFetchResult: String, CaseIterable, Codable, Sendable {
  /// There was something new.
  case newData
  /// There was nothing new.
  case noData
  /// The attempt failed, or did not end in time.
  case failed
}
