import LifecycleBus

/// Decides whether app extensions of a kind may be used in the app, third-party keyboards for
/// instance.
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
  /// The system asks for each kind, once.
  ///
  /// - Parameter extensionPoint: The identifier, such as "com.apple.keyboard-service".
  /// - Returns: Whether the listener allows extensions of this kind.
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
  /// - Returns: The object that handles it; `nil` for an intent that another listener handles.
  func onAppHandler(for intent: AnyObject) -> Any?
}
