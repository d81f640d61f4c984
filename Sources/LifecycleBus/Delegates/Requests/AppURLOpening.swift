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
  /// Returns true if the listener took the URL.
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool
}

/// Where a URL comes from.
public struct AppURLOptions {
  /// The bundle identifier of the app that asked, if it's of the same team.
  public var sourceApplication: String?
  /// True if a document is opened in place; false if the app copies it first.
  public var openInPlace: Bool
  /// The scene that is to open it; `nil` without scenes.
  public var scene: AppSceneID?

  /// Makes options.
  public init(
    sourceApplication: String? = nil, openInPlace: Bool = false, scene: AppSceneID? = nil
  ) {
    self.sourceApplication = sourceApplication
    self.openInPlace = openInPlace
    self.scene = scene
  }
}

extension AppLifecycleMediator {
  /// Asks ``/LifecycleBusDelegates/AppURLOpening`` listeners, for example in SwiftUI's `onOpenURL`.
  /// True if one took the URL.
  @discardableResult
  public func askToOpen(_ url: URL, options: AppURLOptions = AppURLOptions()) -> Bool {
    ask((any AppURLOpening).self, in: options.scene) {
      $0.onAppOpenURL(url, options: options)
    }.contains(true)
  }
}
