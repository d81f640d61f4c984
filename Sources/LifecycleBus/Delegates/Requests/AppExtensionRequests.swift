import LifecycleBus

/// Decides whether extensions of a kind, such as keyboards, may be used in the app.
///
/// ```swift
/// final class PasswordEntry: AppExtensionPointDeciding {
///   func onAppShouldAllow(extensionPoint: String) -> Bool {
///     extensionPoint != "com.apple.keyboard-service"  // no keyboard of another vendor
///   }
/// }
/// ```
@MainActor
public protocol AppExtensionPointDeciding: AppRequestListener {
  /// Returns true if extensions of this kind are allowed. The system asks once for each kind.
  func onAppShouldAllow(extensionPoint: String) -> Bool
}

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
  /// Returns the object that handles an `INIntent`; `nil` for an intent of another listener.
  func onAppHandler(for intent: AnyObject) -> Any?
}
