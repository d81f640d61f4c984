public import DelegatesOnUIKit
import LifecycleBusOnUIKit
public import RemoteNotificationsOnUIKit
public import StandInUIKit
import StandInUserNotifications

// The compiler checks the signatures here.
extension LifecycleAppDelegate: UIApplicationDelegateMethods {}
extension RemoteNotificationLifecycleAppDelegate: UIApplicationDelegateRemoteNotificationMethods {}
extension LifecycleSceneDelegate: UIWindowSceneDelegateMethods {}

/// Adopts every request, answers with its properties and records the requests.
@MainActor
final class Adopter: AppLaunchPreparing, AppLaunchHandling, AppURLOpening,
  AppUserActivityContinuing, AppQuickActionPerforming,
  AppRemoteNotificationRegistering, AppRemoteNotificationReceiving,
  AppBackgroundURLSessionHandling, AppBackgroundFetching, AppIntentHandling,
  AppExtensionPointDeciding, AppStateRestorationDeciding,
  AppSceneConfiguring, AppOrientationSupporting, AppNotificationResponding
{
  var says = true
  var fetchResult = AppFetchResult.newData
  var orientations: AppOrientationMask? = .landscape
  var restorationObjects: [AnyObject] = []
  var configuration: AppSceneConfiguration?
  var intentHandler: Any?
  /// The launch options as an SDK wants them.
  private(set) var systemOptions: [UIApplication.LaunchOptionsKey: Any]?
  private(set) var asked: [String] = []
  /// The scenes that the requests named.
  private(set) var scenes: [AppSceneID?] = []

  private func note(_ what: String) -> Bool {
    asked.append(what)
    return says
  }

  func onAppWillFinishLaunching(options: [String: Any]) -> Bool {
    note("will launch \(options.keys.sorted())")
  }
  func onAppHandleLaunch(options: [String: Any]) -> Bool {
    systemOptions = [UIApplication.LaunchOptionsKey: Any](options)
    return note(options.isEmpty ? "did launch" : "did launch \(options.keys.sorted())")
  }
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
    scenes.append(options.scene)
    return note(
      "open \(url) from \(options.sourceApplication ?? "-") in place \(options.openInPlace)")
  }
  func onAppWillContinueUserActivity(type: String) -> Bool { note("will continue \(type)") }
  func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer {
    scenes.append(activity.scene)
    let isSystems = activity.systemActivity is NSUserActivity
    return note("continue \(activity.activityType) \(isSystems)")
      ? .restoring(restorationObjects) : .notHandled
  }
  func onAppDidFailToContinueUserActivity(type: String, error: any Error) {
    _ = note("failed \(type)")
  }
  func onAppDidUpdateUserActivity(_ activity: AppUserActivity) {
    _ = note("updated \(activity.activityType)")
  }
  func onAppReceiveNotificationResponse(_ response: AppNotificationResponse) async {
    scenes.append(response.scene)
    let keys = response.userInfo.keys.map { "\($0)" }
    let isSystems = response.systemResponse is UNNotificationResponse
    _ = note(
      "respond \(response.actionIdentifier) \(response.requestIdentifier) \(keys)"
        + " \(response.userText ?? "-") \(isSystems)")
  }
  func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool {
    scenes.append(action.scene)
    return note("perform \(action.type) \(action.localizedTitle)")
  }
  func onAppDidRegisterForRemoteNotifications(deviceToken: Data) {
    _ = note("token of \(deviceToken.count)")
  }
  func onAppDidFailToRegisterForRemoteNotifications(error: any Error) { _ = note("no token") }
  func onAppDidReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any]
  ) async -> AppFetchResult {
    _ = note("push")
    return fetchResult
  }
  func onAppHandleBackgroundURLSessionEvents(identifier: String) async {
    _ = note("session \(identifier)")
  }
  func onAppPerformFetch() async -> AppFetchResult { fetchResult }
  func onAppHandler(for intent: AnyObject) -> Any? { intentHandler }
  func onAppShouldAllow(extensionPoint: String) -> Bool { note("allow \(extensionPoint)") }
  func onAppShouldSaveState(with coder: NSCoder) -> Bool { note("save") }
  func onAppShouldRestoreState(with coder: NSCoder) -> Bool { note("restore") }
  func onAppConfigureScene(_ request: AppSceneRequest) -> AppSceneConfiguration? {
    _ = note("configure \(request.role) \(request.activityTypes)")
    return configuration
  }
  func onAppDidDiscardScenes(identifiers: [String]) { _ = note("discarded \(identifiers)") }
  func onAppSupportedOrientations(window: AnyObject?) -> AppOrientationMask? { orientations }
}

/// The error that the tests pass to a delegate.
struct Failure: Error {}

/// Makes a completion handler as UIKit passes it, and records its calls. Like UIKit's, the handler is
/// not isolated; it traps if it is called off the main actor.
@MainActor
final class Completion<Value: Sendable> {
  private(set) var values: [Value] = []
  private var waiter: CheckedContinuation<Void, Never>?

  func handler() -> (Value) -> Void {
    { value in
      MainActor.preconditionIsolated("A completion handler was called off the main actor.")
      self.take(value)
    }
  }

  /// Waits for the first call, and then for the turns of the main actor in which a second call would
  /// come.
  func wait() async {
    if values.isEmpty { await withCheckedContinuation { waiter = $0 } }
    for _ in 0..<20 { await Task.yield() }
  }

  private func take(_ value: Value) {
    values.append(value)
    waiter?.resume()
    waiter = nil
  }
}
