public import LifecycleBus

/// Decides what a Mac app does without windows. It needs methods in your delegate: see "Delegate
/// methods that you add".
///
/// ```swift
/// final class Windows: AppWindowlessDeciding {
///   func onAppShouldReopen(hasVisibleWindows: Bool) -> Bool {
///     if hasVisibleWindows { return true }
///     board.reload()
///     return false  // the window is shown; AppKit opens none
///   }
/// }
/// ```
@MainActor
public protocol AppWindowlessDeciding: AppRequestListener {
  /// The user clicked the app's icon in the Dock, or opened the running app again.
  ///
  /// - Returns: True if AppKit does what it does by default.
  func onAppShouldReopen(hasVisibleWindows: Bool) -> Bool
  /// The user closed the last window.
  ///
  /// - Returns: True if the app quits now.
  func onAppShouldTerminateAfterLastWindowClosed() -> Bool
}

extension AppWindowlessDeciding {
  /// Has no opinion.
  public func onAppShouldReopen(hasVisibleWindows: Bool) -> Bool { true }
  /// Has no opinion.
  public func onAppShouldTerminateAfterLastWindowClosed() -> Bool { false }
}

/// Saves the state of a scene's interface, and restores it. It needs methods in your delegate: see
/// "Delegate methods that you add".
///
/// ```swift
/// final class Drafts: AppSceneStateKeeping {
///   private(set) var text = ""
///
///   func onAppSaveState(of scene: AppSceneID) -> AnyObject? { draftActivity(text) }
///
///   func onAppRestoreState(from activity: AppUserActivity) {
///     text = activity.userInfo?["text"] as? String ?? ""
///   }
/// }
/// ```
@MainActor
public protocol AppSceneStateKeeping: AppRequestListener {
  /// The system is about to save the state of a scene.
  ///
  /// - Returns: An `NSUserActivity` that describes the state; `nil` to leave it to other listeners.
  func onAppSaveState(of scene: AppSceneID) -> AnyObject?
  /// The scene is back, with the activity that was saved.
  func onAppRestoreState(from activity: AppUserActivity)
}

/// Accepts a CloudKit share. It needs a method in your delegate: see "Delegate methods that you
/// add".
///
/// ```swift
/// final class Shares: AppCloudKitShareAccepting {
///   func onAppAcceptCloudKitShare(_ metadata: AnyObject, scene: AppSceneID?) {
///     guard let metadata = metadata as? ShareMetadata else { return }
///     print("accepts \(metadata)")
///   }
/// }
/// ```
@MainActor
public protocol AppCloudKitShareAccepting: AppRequestListener {
  /// The user has accepted a share.
  ///
  /// - Parameters:
  ///   - metadata: The `CKShare.Metadata`.
  ///   - scene: The scene that is to show it; `nil` in an app without scenes.
  func onAppAcceptCloudKitShare(_ metadata: AnyObject, scene: AppSceneID?)
}

/// Does the work of a watch app's background tasks. It needs a method in your delegate: see
/// "Delegate methods that you add".
///
/// ```swift
/// final class WatchNews: AppBackgroundTaskHandling {
///   func onAppHandleBackgroundTask(_ task: AnyObject) async -> Bool {
///     let items = try? await news.fetch()
///     return items?.isEmpty == false  // a new snapshot
///   }
/// }
/// ```
@MainActor
public protocol AppBackgroundTaskHandling: AppRequestListener {
  /// A background task has begun. The delegate completes it when all listeners have returned. At
  /// the deadline the call is cancelled.
  ///
  /// - Parameter task: The `WKRefreshBackgroundTask`; return at once for a kind that is not yours.
  /// - Returns: True if the system should take a new snapshot of the interface.
  func onAppHandleBackgroundTask(_ task: AnyObject) async -> Bool
}
