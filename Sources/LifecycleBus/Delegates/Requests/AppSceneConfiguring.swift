#if canImport(UIKit) && !os(watchOS)
  import LifecycleBus
  public import UIKit

  /// Decides how a new scene is set up, in place of the scene manifest.
  ///
  /// ```swift
  /// final class Presentations: AppSceneConfiguring {
  ///   func onAppConfigureScene(
  ///     _ session: UISceneSession, options: UIScene.ConnectionOptions
  ///   ) -> UISceneConfiguration? {
  ///     let types = options.userActivities.map(\.activityType)
  ///     guard types.contains("com.example.present") else { return nil }
  ///     return UISceneConfiguration(
  ///       name: "Presentation", sessionRole: session.role)
  ///   }
  /// }
  /// ```
  @MainActor
  public protocol AppSceneConfiguring: AppRequestListener {
    /// Returns the configuration, or `nil` to leave the decision to other listeners and to the
    /// manifest.
    func onAppConfigureScene(
      _ session: UISceneSession, options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration?
    /// The user has closed scenes for good. Free what you've kept for them.
    func onAppDidDiscardScenes(_ sessions: Set<UISceneSession>)
  }

  extension AppSceneConfiguring {
    /// Does nothing.
    public func onAppDidDiscardScenes(_ sessions: Set<UISceneSession>) {}
  }
#endif
