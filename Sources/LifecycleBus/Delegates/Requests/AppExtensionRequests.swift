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
  /// Decides whether the app allows app extensions of one kind. The system asks once for each kind.
  ///
  /// - Parameter extensionPoint: The identifier of the kind, such as "com.apple.keyboard-service".
  /// - Returns: True if the listener allows them.
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
  /// Returns the object that handles an intent.
  ///
  /// - Parameter intent: The `INIntent`.
  /// - Returns: The object; `nil` for an intent of another listener.
  func onAppHandler(for intent: AnyObject) -> Any?
}
