public import LifecycleBus

/// Decides how a new scene is set up, instead of the scene manifest.
///
/// It needs a method in your delegate: see "Delegate methods that you add".
///
/// ```swift
/// final class Presentations: AppSceneConfiguring {
///   func onAppConfigureScene(_ request: AppSceneRequest) -> AppSceneConfiguration? {
///     guard request.activityTypes.contains("com.example.present") else { return nil }
///     return AppSceneConfiguration(name: "Presentation")  // an entry of the scene manifest
///   }
/// }
/// ```
@MainActor
public protocol AppSceneConfiguring: AppRequestListener {
  /// A scene is about to be made. Return `nil` to leave it to other listeners and to the manifest.
  func onAppConfigureScene(_ request: AppSceneRequest) -> AppSceneConfiguration?
  /// The user has closed scenes for good, so free their resources.
  func onAppDidDiscardScenes(identifiers: [String])
}

extension AppSceneConfiguring {
  /// Does nothing.
  public func onAppDidDiscardScenes(identifiers: [String]) {}
}

/// A scene that is about to be made.
public struct AppSceneRequest {
  /// The raw value of the session's role.
  public var role: String
  /// The persistent identifier of the session.
  public var identifier: String
  /// The types of the activities that the scene is made for.
  public var activityTypes: [String] = []
  /// The `UIScene.ConnectionOptions`, where there are any.
  public var systemOptions: AnyObject?

  /// Makes a request with a role and an identifier.
  public init(role: String, identifier: String) {
    self.role = role
    self.identifier = identifier
  }
}

/// The configuration of a scene; the portable equivalent of `UISceneConfiguration`.
public struct AppSceneConfiguration {
  /// The name of an entry in the scene manifest; `nil` for none.
  public var name: String?
  /// The class of the scene's delegate.
  public var delegateClass: AnyClass?
  /// The class of the scene.
  public var sceneClass: AnyClass?

  /// Makes a configuration. What you leave out comes from the manifest's entry of that name.
  public init(name: String? = nil, delegateClass: AnyClass? = nil, sceneClass: AnyClass? = nil) {
    self.name = name
    self.delegateClass = delegateClass
    self.sceneClass = sceneClass
  }
}

/// Supplies the orientations that the app supports, instead of the Info.plist. It needs a method in
/// your delegate: see "Delegate methods that you add".
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
  /// - Returns: The orientations that the listener supports; `nil` for no opinion.
  func onAppSupportedOrientations(window: AnyObject?) -> AppOrientationMask?
}

/// A set of interface orientations, with the raw values of `UIInterfaceOrientationMask`.
public struct AppOrientationMask: OptionSet, Hashable, Sendable {
  /// One bit for each orientation.
  public let rawValue: UInt

  /// Makes a set from the bits of `UIInterfaceOrientationMask`.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Home button or indicator at the bottom.
  public static let portrait = Self(rawValue: 1 << 1)
  /// Home button or indicator at the top.
  public static let portraitUpsideDown = Self(rawValue: 1 << 2)
  /// The interface's top is at the device's right side.
  public static let landscapeRight = Self(rawValue: 1 << 3)
  /// The interface's top is at the device's left side.
  public static let landscapeLeft = Self(rawValue: 1 << 4)
  /// Both landscapes.
  public static let landscape: Self = [.landscapeLeft, .landscapeRight]
  /// All four.
  public static let all: Self = [.portrait, .portraitUpsideDown, .landscape]

  /// Never empty, because UIKit raises an exception for that.
  static func common(to answers: [Self?]) -> Self? {
    answers.reduce(nil) { common, answer in
      guard let answer, !answer.isEmpty else { return common }
      guard let common else { return answer }
      return common.isDisjoint(with: answer) ? common : common.intersection(answer)
    }
  }
}

extension AppLifecycleMediator {
  /// The orientations that all ``/LifecycleBusDelegates/AppOrientationSupporting`` listeners
  /// support.
  ///
  /// An answer that has nothing in common with those before it is left out. The result is `nil`
  /// without an opinion: then the Info.plist decides.
  public func askForSupportedOrientations(window: AnyObject? = nil) -> AppOrientationMask? {
    .common(
      to: ask((any AppOrientationSupporting).self) {
        $0.onAppSupportedOrientations(window: window)
      })
  }
}
