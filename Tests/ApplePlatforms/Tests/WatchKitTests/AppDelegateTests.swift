import DelegatesOnWatchKit
import LifecycleBusOnWatchKit
import RemoteNotificationsOnWatchKit
import StandInCloudKit
import StandInWatchKit
import Testing

@MainActor
@Suite("App delegate on WatchKit", .timeLimit(.minutes(5)))
struct AppDelegateTests {
  /// Adopts every request of a watch, also those of the page's samples, and notes what it was asked.
  final class Everything: AppLaunchHandling, AppUserActivityContinuing,
    AppRemoteNotificationRegistering, AppRemoteNotificationReceiving, BackgroundTaskHandling,
    ShareAccepting
  {
    var fetchResult = AppFetchResult.newData
    var asked: [String] = []
    func onAppHandleLaunch(options: [String: Any]) -> Bool {
      asked.append("launch")
      return true
    }
    func onAppContinueUserActivity(
      _ activity: NSUserActivity, scene: AppSceneID?
    ) -> AppUserActivityAnswer {
      asked.append("continue \(activity.activityType)")
      return .handled
    }
    func onAppDidRegisterForRemoteNotifications(deviceToken: Data) {
      asked.append("token of \(deviceToken.count)")
    }
    func onAppDidFailToRegisterForRemoteNotifications(error: any Error) {
      asked.append("no token")
    }
    func onAppDidReceiveRemoteNotification(_ userInfo: [AnyHashable: Any]) async
      -> AppFetchResult
    { fetchResult }
    func handle(_ task: WKRefreshBackgroundTask) async { asked.append("task") }
    func accept(_ share: CKShare.Metadata) { asked.append("share") }
  }

  struct Failure: Error {}
  let everything = Everything()

  @Test("the launch, activities and the token reach the listeners")
  func messages() {
    let app = RemoteNotificationLifecycleAppDelegate()
    app.mediator.attach(everything)
    app.applicationDidFinishLaunching()
    app.handle(NSUserActivity(activityType: "read"))
    app.didRegisterForRemoteNotifications(withDeviceToken: Data([1]))
    app.didFailToRegisterForRemoteNotificationsWithError(Failure())
    #expect(everything.asked == ["launch", "continue read", "token of 1", "no token"])
  }

  @Test(
    "the handler of a push is called once with the system's value",
    arguments: [
      (AppFetchResult.newData, WKBackgroundFetchResult.newData), (.noData, .noData),
      (.failed, .failed),
    ])
  func push(portable: AppFetchResult, system: WKBackgroundFetchResult) async {
    everything.fetchResult = portable
    let app = RemoteNotificationLifecycleAppDelegate()
    app.mediator.attach(everything)
    var results: [WKBackgroundFetchResult] = []
    app.didReceiveRemoteNotification([:]) { results.append($0) }
    while results.isEmpty { await Task.yield() }
    for _ in 0..<20 { await Task.yield() }
    #expect(results == [system])
  }

  @Test("each background task is completed once, and a snapshot task by its listener alone")
  func backgroundTasks() async {
    let app = OptInLifecycleAppDelegate()
    app.mediator.attach(everything)
    let tasks = [WKRefreshBackgroundTask(), WKSnapshotRefreshBackgroundTask()]
    app.handle(Set(tasks))
    while tasks[0].completions.isEmpty || everything.asked.count < 2 { await Task.yield() }
    for _ in 0..<20 { await Task.yield() }
    #expect(tasks.map(\.completions) == [[false], []])
    app.userDidAcceptCloudKitShare(with: CKShare.Metadata())
    #expect(everything.asked == ["task", "task", "share"])
  }

  @Test(
    "the application's state is the initial state of a late mediator (25)",
    arguments: [
      (WKApplicationState.active, AppLifecycleState.active), (.inactive, .inactive),
      (.background, .background),
    ])
  func reading(state: WKApplicationState, expected: AppLifecycleState) {
    let application = WKApplication()
    application.applicationState = state
    let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())
    #expect(mediator.assumeState(of: application))
    #expect(mediator.state == expected)
    #expect(
      AppLifecycleVocabulary.current.name(for: .didEnterBackground)?.rawValue
        == "WKApplicationDidEnterBackgroundNotification")
  }
}
