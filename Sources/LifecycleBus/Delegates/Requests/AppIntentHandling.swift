import LifecycleBus

/// Supplies the object that handles an intent. Your delegate adds the method that asks.
@MainActor
public protocol AppIntentHandling: AppRequestListener {
  /// Returns the handler of an `INIntent`, or `nil` to leave it to others.
  func onAppHandler(for intent: AnyObject) -> Any?
}
