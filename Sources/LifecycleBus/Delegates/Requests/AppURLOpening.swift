public import Foundation
public import LifecycleBus

/// Opens URLs that the app receives.
///
/// ```swift
/// final class DeepLinks: AppURLOpening {
///   func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
///     guard url.scheme == "notes" else { return false }
///     router.show(url)
///     return true
///   }
/// }
/// ```
@MainActor
public protocol AppURLOpening: AppRequestListener {
  /// Return true if you've taken the URL. The other listeners are asked all the same.
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool
}

/// Where a URL comes from, and which scene is to open it.
public struct AppURLOptions {
  /// The bundle identifier of the app that sent the URL, if your team makes that app.
  public var sourceApplication: String?
  /// True if you may open the document in place; false if you must copy it first.
  public var openInPlace: Bool
  /// The scene that is to open the URL; `nil` in an app without scenes.
  public var scene: AppSceneID?

  /// Makes options, for a URL that you pass on yourself.
  public init(
    sourceApplication: String? = nil, openInPlace: Bool = false, scene: AppSceneID? = nil
  ) {
    self.sourceApplication = sourceApplication
    self.openInPlace = openInPlace
    self.scene = scene
  }
}

extension AppLifecycleMediator {
  /// Offers a URL to ``/LifecycleBusDelegates/AppURLOpening`` listeners. Returns true if one took
  /// it.
  ///
  /// Call this where you receive a URL yourself, for example in SwiftUI's `onOpenURL`.
  @discardableResult
  public func askToOpen(_ url: URL, options: AppURLOptions = AppURLOptions()) -> Bool {
    ask((any AppURLOpening).self, in: options.scene) {
      $0.onAppOpenURL(url, options: options)
    }.contains(true)
  }
}
