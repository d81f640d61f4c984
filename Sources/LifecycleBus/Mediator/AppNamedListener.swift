/// A listener that has a name of its own in probes and anomalies, instead of its type's.
///
/// Adopt it in a type of which an app has several instances. Groups and closures are named
/// listeners.
///
/// ```swift
/// final class FeedReader: AppNamedListener {
///   let listenerName: String
///
///   init(feed: String) { listenerName = "feed \(feed)" }
/// }
/// ```
@MainActor
public protocol AppNamedListener: AppLifecycleListener {
  /// The name. Read once for each attachment, on the main actor.
  var listenerName: String { get }
}
