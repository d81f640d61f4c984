public import LifecycleBus

/// Supplies the interface orientations that the app supports, instead of the Info.plist. Needs a line
/// in your delegate: see the page "Delegate methods that you add".
///
/// ```swift
/// final class Player: AppOrientationSupporting {
///   var isFullScreen = false
///
///   func onAppSupportedOrientations(window: AnyObject?) -> AppOrientationMask? {
///     isFullScreen ? .landscape : nil  // no opinion
///   }
/// }
/// ```
@MainActor
public protocol AppOrientationSupporting: AppRequestListener {
  /// The system asks again after every change of the view controllers.
  ///
  /// - Parameter window: The `UIWindow`, if the system passes one.
  /// - Returns: The orientations that the listener's part of the app supports; `nil` for no
  ///   opinion.
  func onAppSupportedOrientations(window: AnyObject?) -> AppOrientationMask?
}

/// A set of interface orientations, with the raw values of `UIInterfaceOrientationMask`.
public struct AppOrientationMask: OptionSet, Hashable, Sendable {
  /// One bit for each orientation.
  public let rawValue: UInt

  /// Makes a set from bits.
  ///
  /// - Parameter rawValue: The bits of `UIInterfaceOrientationMask`.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Home button or indicator at the bottom.
  public static let portrait = Self(rawValue: 1 << 1)
  /// Home button or indicator at the top.
  public static let portraitUpsideDown = Self(rawValue: 1 << 2)
  /// Interface turned so that its top is at the device's right side.
  public static let landscapeRight = Self(rawValue: 1 << 3)
  /// Interface turned so that its top is at the device's left side.
  public static let landscapeLeft = Self(rawValue: 1 << 4)
  /// Both landscapes.
  public static let landscape: Self = [.landscapeLeft, .landscapeRight]
  /// All but upside down.
  public static let allButUpsideDown: Self = [.portrait, .landscape]
  /// All four.
  public static let all: Self = [.allButUpsideDown, .portraitUpsideDown]
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppOrientationSupporting`` listener.
  ///
  /// - Parameter window: The `UIWindow` that is asked about; `nil` for all.
  /// - Returns: The orientations that all of them support, never empty: an answer that has nothing
  ///   in common with those before it is left out. `nil` if no listener has an opinion; then the
  ///   app's Info.plist decides.
  public func askForSupportedOrientations(window: AnyObject? = nil) -> AppOrientationMask? {
    let answers = requests.ask(
      (any AppOrientationSupporting).self
    ) {
      $0.onAppSupportedOrientations(window: window)
    }
    return Reduction.intersection(answers.map(\.value))
  }
}
