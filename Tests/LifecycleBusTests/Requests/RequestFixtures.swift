import Foundation
import LifecycleBus
import LifecycleBusDelegates
import TestSupport

/// Adopts the synchronous requests, returns the given answer, and records each request.
@MainActor
final class Adopter: AppLaunchPreparing, AppLaunchHandling, AppURLOpening,
  AppUserActivityAnnouncing,
  AppUserActivityContinuing, AppExtensionPointDeciding, AppStateRestorationDeciding,
  AppTerminationDeciding, AppOrientationSupporting, AppIntentHandling, AppSceneConfiguring
{
  let name: String
  let journal: Journal
  var says: Bool
  var action: @MainActor () -> Void = {}

  init(_ name: String, _ journal: Journal, says: Bool = false) {
    self.name = name
    self.journal = journal
    self.says = says
  }

  private func answer(_ what: String) -> Bool {
    journal.entries.append("\(name).\(what)")
    action()
    return says
  }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    journal.entries.append("\(name).\(event)")
  }

  func onAppWillFinishLaunching(options: [String: Any]) -> Bool { answer("willFinish") }
  func onAppHandleLaunch(options: [String: Any]) -> Bool { answer("didFinish") }
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool { answer("open") }
  func onAppWillContinueUserActivity(type: String) -> Bool { answer("willContinue") }
  func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer {
    answer("continue") ? .handled(restoring: [self]) : .notHandled
  }
  func onAppShouldAllow(extensionPoint: String) -> Bool { answer("allow") }
  func onAppShouldSaveState(with coder: NSCoder) -> Bool { answer("save") }
  func onAppShouldRestoreState(with coder: NSCoder) -> Bool { answer("restore") }
  func onAppShouldTerminate() -> AppTerminationReply { answer("terminate") ? .cancel : .now }
  func onAppSupportedOrientations(window: AnyObject?) -> AppOrientationMask? {
    answer("orientations") ? .landscape : .all
  }
  func onAppHandler(for intent: AnyObject) -> Any? { answer("intent") ? name : nil }
  func onAppConfigureScene(_ request: AppSceneRequest) -> AppSceneConfiguration? {
    answer("scene") ? AppSceneConfiguration(name: name) : nil
  }
}

/// A record of the requests: "name.request".
@MainActor
final class Journal {
  var entries: [String] = []
}

/// Adopts the asynchronous requests. It answers when its gate is opened, however late.
@MainActor
final class SlowAdopter: AppRemoteNotificationReceiving, AppBackgroundFetching,
  AppQuickActionPerforming, AppBackgroundURLSessionHandling
{
  let result: AppLifecycleFetchResult
  let gate = Gate()
  private(set) var timesAsked = 0
  private(set) var timesAnswered = 0
  private(set) var wasCancelled = false
  private var onAsked: [CheckedContinuation<Void, Never>] = []

  init(_ result: AppLifecycleFetchResult = .newData, isOpen: Bool = false) {
    self.result = result
    if isOpen { gate.open() }
  }

  /// Waits until the adopter has been asked.
  func beenAsked() async {
    if timesAsked == 0 { await withCheckedContinuation { onAsked.append($0) } }
  }

  private func answer() async -> AppLifecycleFetchResult {
    timesAsked += 1
    let told = onAsked
    onAsked = []
    for continuation in told { continuation.resume() }
    await gate.wait()
    wasCancelled = Task.isCancelled
    timesAnswered += 1
    return result
  }

  func onAppDidReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any]
  ) async -> AppLifecycleFetchResult { await answer() }
  func onAppPerformFetch() async -> AppLifecycleFetchResult { await answer() }
  func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool {
    await answer() == .newData
  }
  func onAppHandleBackgroundURLSessionEvents(identifier: String) async { _ = await answer() }
}

/// Waits until the jobs that are ready on the main actor have run.
@MainActor
func settle() async {
  for _ in 0..<50 { await Task.yield() }
}
