public import Foundation
public import LifecycleBus

/// Opens URLs that the app receives. On a Mac it needs a method in your delegate: see "Delegate
/// methods that you add".
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
  /// The app was asked to open a URL.
  ///
  /// - Returns: True if the listener took the URL.
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool
}

/// Where a URL comes from; the portable equivalent of UIKit's options.
public struct AppURLOptions {
  /// The bundle identifier of the app that asked, if it is of the same team.
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

/// Performs the quick action that the user picked from the app's Home Screen menu.
///
/// ```swift
/// final class QuickActions: AppQuickActionPerforming {
///   func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool {
///     guard action.type == "new-note" else { return false }
///     await editor.showNewNote()
///     return true
///   }
/// }
/// ```
@MainActor
public protocol AppQuickActionPerforming: AppRequestListener {
  /// The user picked a quick action. Return true if the listener has performed it.
  func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool
}

/// A quick action; the portable equivalent of `UIApplicationShortcutItem`.
public struct AppQuickAction {
  /// The type of the action, as the app defines it.
  public var type: String
  /// The title that the user sees.
  public var localizedTitle = ""
  /// The text below the title.
  public var localizedSubtitle: String?
  /// The values that the app has stored in the action.
  public var userInfo: [String: Any] = [:]
  /// The scene that is to perform it; `nil` without scenes.
  public var scene: AppSceneID?

  /// Makes an action of a type that the app defines.
  public init(type: String) { self.type = type }
}

extension AppLifecycleMediator {
  /// Asks the ``/LifecycleBusDelegates/AppURLOpening`` listeners to open a URL. True if one took
  /// it.
  ///
  /// With `untilTaken` it stops at the first listener that takes the URL.
  @discardableResult
  public func askToOpen(
    _ url: URL, options: AppURLOptions = AppURLOptions(), untilTaken: Bool = false
  ) -> Bool {
    answers(of: (any AppURLOpening).self, in: options.scene, until: { $0 && untilTaken }) {
      $0.onAppOpenURL(url, options: options)
    }.contains(where: \.value)
  }
}
