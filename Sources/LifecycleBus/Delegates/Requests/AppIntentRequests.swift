public import LifecycleBus

/// Supplies the object that handles an intent.
///
/// ```swift
/// final class NoteIntents: AppIntentHandling {
///   func onAppHandler(for intent: AnyObject) -> Any? {
///     intent is AddNoteIntent ? AddNoteHandler() : nil
///   }
/// }
/// ```
@MainActor
public protocol AppIntentHandling: AppRequestListener {
  /// Returns the object that handles an intent.
  ///
  /// - Parameter intent: The `INIntent`.
  /// - Returns: The object that handles it; `nil` for an intent that another listener handles.
  func onAppHandler(for intent: AnyObject) -> Any?
}

extension AppLifecycleMediator {
  /// Asks the ``/LifecycleBusDelegates/AppIntentHandling`` listeners in order, until one has a
  /// handler.
  ///
  /// - Parameter intent: The `INIntent`.
  /// - Returns: The handler; `nil` if no listener has one.
  public func askForHandler(of intent: AnyObject) -> Any? {
    let answers = requests.ask(
      (any AppIntentHandling).self, until: { $0 != nil }
    ) {
      $0.onAppHandler(for: intent)
    }
    return Reduction.first(answers.map(\.value))
  }
}
