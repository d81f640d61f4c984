public import Foundation
public import LifecycleBus

/// Opens URLs that the app receives. On a Mac you add a method for it to your delegate: see the
/// page "Delegate methods that you add".
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
  /// - Parameters:
  ///   - url: What to open.
  ///   - options: Where the URL comes from, and whether to open its file in place.
  /// - Returns: Whether the listener took it.
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool
}

/// The options of a URL that the app opens; the portable equivalent of UIKit's options.
public struct AppURLOptions {
  /// The bundle identifier of the app that asked, if it is of the same team.
  public var sourceApplication: String?
  /// Whether a document must be opened in place, or copied first.
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
  /// The user picked a quick action.
  ///
  /// - Parameter action: The quick action.
  /// - Returns: Whether the listener has performed it.
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
