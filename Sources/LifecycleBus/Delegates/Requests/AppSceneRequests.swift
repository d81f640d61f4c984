public import LifecycleBus

/// Decides how a new scene is set up, instead of the scene manifest in the Info.plist.
///
/// The system's default is the manifest, so adopt this only for a scene that needs another setup.
/// No delegate class of this package implements
/// `application(_:configurationForConnecting:options:)`, because an app delegate that does replaces
/// the manifest. A delegate of your own calls
/// ``/LifecycleBus/AppLifecycleMediator/askForConfiguration(of:)`` there.
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
  /// A scene is about to be made.
  ///
  /// - Parameter request: What the scene is for.
  /// - Returns: Its configuration; `nil` to leave the decision to other listeners and to the
  ///   system.
  func onAppConfigureScene(_ request: AppSceneRequest) -> AppSceneConfiguration?
  /// The user has closed scenes for good; free their resources. Empty by default.
  ///
  /// - Parameter identifiers: The persistent identifiers of their sessions.
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
  /// The persistent identifier of its session.
  public var identifier: String
  /// The types of the activities that it is made for.
  public var activityTypes: [String]
  /// The system's own options, where there are any: a `UIScene.ConnectionOptions`.
  public var systemOptions: AnyObject?

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - role: The raw value of the session's role.
  ///   - identifier: The persistent identifier of the session.
  ///   - activityTypes: The types of the activities that the scene is made for.
  ///   - systemOptions: The `UIScene.ConnectionOptions`.
  public init(
    role: String, identifier: String, activityTypes: [String] = [],
    systemOptions: AnyObject? = nil
  ) {
    self.role = role
    self.identifier = identifier
    self.activityTypes = activityTypes
    self.systemOptions = systemOptions
  }
}

/// The configuration of a scene; the portable equivalent of `UISceneConfiguration`.
public struct AppSceneConfiguration {
  /// The name of a configuration in the scene manifest; `nil` for one that is not listed there.
  public var name: String?
  /// The class of the scene's delegate.
  public var delegateClass: AnyClass?
  /// The class of the scene.
  public var sceneClass: AnyClass?

  /// Makes a configuration. The values that you leave out come from the manifest's entry of that
  /// name.
  ///
  /// - Parameters:
  ///   - name: The name of an entry in the scene manifest.
  ///   - delegateClass: The class of the scene's delegate.
  ///   - sceneClass: The class of the scene.
  public init(name: String? = nil, delegateClass: AnyClass? = nil, sceneClass: AnyClass? = nil) {
    self.name = name
    self.delegateClass = delegateClass
    self.sceneClass = sceneClass
  }
}

extension AppLifecycleMediator {
  /// Asks the ``/LifecycleBusDelegates/AppSceneConfiguring`` listeners in order, until one has a
  /// configuration.
  ///
  /// - Parameter scene: What the scene is for.
  /// - Returns: The configuration; `nil` for the system's default.
  public func askForConfiguration(of scene: AppSceneRequest) -> AppSceneConfiguration? {
    let answers = requests.ask(
      (any AppSceneConfiguring).self, until: { $0 != nil }
    ) {
      $0.onAppConfigureScene(scene)
    }
    return Reduction.first(answers.map(\.value))
  }

  /// Passes the sessions of scenes that are closed for good to every
  /// ``/LifecycleBusDelegates/AppSceneConfiguring`` listener.
  ///
  /// - Parameter identifiers: The persistent identifiers of the sessions.
  public func tellOfDiscardedScenes(identifiers: [String]) {
    _ = requests.ask((any AppSceneConfiguring).self) {
      $0.onAppDidDiscardScenes(identifiers: identifiers)
    }
  }
}
