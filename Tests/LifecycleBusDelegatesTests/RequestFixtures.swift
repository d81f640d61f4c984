import Foundation
import LifecycleBus
import LifecycleBusDelegates
import TestSupport

/// Adopts the synchronous requests, returns the given answer, and records each request.
@MainActor
final class Adopter: AppLaunchPreparing, AppLaunchHandling, AppURLOpening,
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
    answer("continue") ? .restoring([self]) : .notHandled
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
  let result: AppFetchResult
  let gate = Gate()
  private(set) var timesAsked = 0
  private(set) var timesAnswered = 0
  private(set) var wasCancelled = false
  private var onAsked: [CheckedContinuation<Void, Never>] = []

  init(_ result: AppFetchResult = .newData, isOpen: Bool = false) {
    self.result = result
    if isOpen { gate.open() }
  }

  /// Waits until the adopter has been asked.
  func beenAsked() async {
    if timesAsked == 0 { await withCheckedContinuation { onAsked.append($0) } }
  }

  private func answer() async -> AppFetchResult {
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
  ) async -> AppFetchResult { await answer() }
  func onAppPerformFetch() async -> AppFetchResult { await answer() }
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

/// The requests that a delegate class makes with the general methods, for the tests.
extension AppLifecycleMediator {
  func askToPerform(
    _ action: AppQuickAction, deadline: Duration = requestDeadline,
    clock: any Clock<Duration> = ContinuousClock()
  ) async -> Bool {
    await askAndWait(
      (any AppQuickActionPerforming).self, in: action.scene, deadline: deadline, clock: clock
    ) { await $0.onAppPerformQuickAction(action) }.contains(true)
  }

  func askToHandleBackgroundURLSessionEvents(
    identifier: String, deadline: Duration = requestDeadline,
    clock: any Clock<Duration> = ContinuousClock()
  ) async {
    await askAndWait(
      (any AppBackgroundURLSessionHandling).self, deadline: deadline, clock: clock
    ) { await $0.onAppHandleBackgroundURLSessionEvents(identifier: identifier) }
  }

  func askToHandle(_ response: AppNotificationResponse) async {
    await askAndWait((any AppNotificationResponding).self, in: response.scene) {
      await $0.onAppReceiveNotificationResponse(response)
    }
  }

  func askWhetherToContinueUserActivity(type: String, scene: AppSceneID? = nil) -> Bool {
    ask((any AppUserActivityContinuing).self, in: scene) {
      $0.onAppWillContinueUserActivity(type: type)
    }.contains(true)
  }

  func askWhetherToAllow(extensionPoint: String) -> Bool {
    ask((any AppExtensionPointDeciding).self) {
      $0.onAppShouldAllow(extensionPoint: extensionPoint)
    }.allSatisfy { $0 }
  }
}
