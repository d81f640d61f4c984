import Foundation
import LifecycleBus
import LifecycleBusDelegates

#if canImport(UIKit)
  import UIKit
#elseif canImport(AppKit)
  import AppKit
#else
  import WatchKit
#endif

/// Adopts what all platforms ask, answers with its properties and notes what it was asked.
@MainActor
final class Adopter: AppLaunchPreparing, AppLaunchHandling, AppURLOpening,
  AppUserActivityAwaiting, AppUserActivityContinuing, AppRemoteNotificationRegistering,
  AppRemoteNotificationReceiving
{
  var says = true
  var restorationObjects: [AnyObject] = []
  /// Whether the answers to quick actions and pushes wait for the test.
  var isStuck = false
  private(set) var waiting: [CheckedContinuation<Void, Never>] = []
  private(set) var asked: [String] = []
  #if canImport(UIKit)
    var orientations: UIInterfaceOrientationMask? = .landscape
  #endif

  @discardableResult
  func note(_ what: String, _ scene: AppSceneID? = nil) -> Bool {
    if scene == nil {
      asked.append(what)
    } else {
      asked.append("\(what) in a scene")
    }
    return says
  }

  func pause() async {
    guard isStuck else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func onAppWillFinishLaunching(options: [String: Any]) -> Bool { note("prepare \(options)") }
  func onAppHandleLaunch(options: [String: Any]) -> Bool { note("launch \(options)") }
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
    note(
      "open \(url) from \(options.sourceApplication ?? "-") in place \(options.openInPlace)",
      options.scene)
  }
  func onAppWillContinueUserActivity(type: String, scene: AppSceneID?) -> Bool {
    note("will continue \(type)", scene)
  }
  func onAppDidFailToContinueUserActivity(type: String, error: any Error, scene: AppSceneID?) {
    note("failed \(type)", scene)
  }
  func onAppContinueUserActivity(
    _ activity: NSUserActivity, scene: AppSceneID?
  ) -> AppUserActivityAnswer {
    guard note("continue \(activity.activityType)", scene) else { return .notHandled }
    return .restoring(restorationObjects)
  }
  func onAppDidUpdateUserActivity(_ activity: NSUserActivity) {
    note("updated \(activity.activityType)")
  }
  func onAppDidRegisterForRemoteNotifications(deviceToken: Data) {
    note("token of \(deviceToken.count)")
  }
  func onAppDidFailToRegisterForRemoteNotifications(error: any Error) { note("no token") }
  func onAppDidReceiveRemoteNotification(_ userInfo: [AnyHashable: Any]) async -> AppFetchResult {
    await pause()
    return note("push") ? .newData : .noData
  }
}

/// The error that the tests pass to a delegate.
struct Failure: Error {}

/// Makes a completion handler as UIKit passes it, and notes its calls. Like UIKit's, the handler is
/// nonisolated; it traps if it is called off the main actor.
@MainActor
final class Completion<Value: Sendable> {
  private(set) var values: [Value] = []

  func handler() -> (Value) -> Void {
    { value in
      MainActor.preconditionIsolated("A completion handler was called off the main actor.")
      self.values.append(value)
    }
  }

  /// Waits for the first call, and then for the turns of the main actor in which a second call would
  /// come.
  func wait() async {
    await waitUntil { !values.isEmpty }
    await settle()
  }
}

@MainActor
func settle() async {
  for _ in 0..<20 {
    await Task.yield()
  }
}

/// Lets other jobs of the main actor run until something is so.
@MainActor
func waitUntil(_ isSo: () -> Bool) async {
  while !isSo() {
    await Task.yield()
  }
}
