public import LifecycleBus

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

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppExtensionPointDeciding`` listener.
  ///
  /// - Parameter extensionPoint: The identifier, such as "com.apple.keyboard-service".
  /// - Returns: True unless one answers false.
  public func askWhetherToAllow(extensionPoint: String) -> Bool {
    let answers = requests.ask(
      (any AppExtensionPointDeciding).self
    ) {
      $0.onAppShouldAllow(extensionPoint: extensionPoint)
    }
    return Reduction.all(answers.map(\.value), none: true)
  }
}
