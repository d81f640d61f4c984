/// A listener that is called by a name of its own in probes and anomalies, instead of its type's.
///
/// For types of which an app has several instances. Groups and closures are named listeners.
@MainActor
public protocol AppNamedListener: AppLifecycleListener {
  /// The name. Read once for each attachment, on the main actor.
  var listenerName: String { get }
}
