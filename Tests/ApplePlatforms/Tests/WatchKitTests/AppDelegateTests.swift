public import DelegatesOnWatchKit
import LifecycleBusOnWatchKit
public import RemoteNotificationsOnWatchKit
public import StandInWatchKit
import StandInCloudKit
import Testing

// The compiler checks the signatures here.
extension LifecycleAppDelegate: WKApplicationDelegateMethods {}
extension RemoteNotificationLifecycleAppDelegate: WKApplicationDelegateRemoteNotificationMethods {}

@MainActor
@Suite("App delegate on WatchKit")
struct AppDelegateTests {
  final class Reader: AppUserActivityContinuing, AppRemoteNotificationRegistering,
    AppRemoteNotificationReceiving
  {
    var asked: [String] = []
    func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer {
      asked.append("continue \(activity.activityType)")
      return .handled
    }
    func onAppDidRegisterForRemoteNotifications(deviceToken: Data) {
      asked.append("token of \(deviceToken.count)")
    }
    func onAppDidFailToRegisterForRemoteNotifications(error: any Error) {
      asked.append("no token")
    }
    func onAppDidReceiveRemoteNotification(
      _ userInfo: [AnyHashable: Any]
    ) async -> AppFetchResult {
      asked.append("push")
      return .newData
    }
  }

  struct Failure: Error {}

  @Test("activities and the token reach the listeners")
  func messages() {
    let reader = Reader()
    let mediator = AppLifecycleMediator(
      listeners: [reader], notificationCenter: NotificationCenter())
    let delegate = RemoteNotificationLifecycleAppDelegate(mediator: mediator)
    (delegate as any WKApplicationDelegateMethods).handle(NSUserActivity(activityType: "read"))
    delegate.didRegisterForRemoteNotifications(withDeviceToken: Data([1]))
    delegate.didFailToRegisterForRemoteNotificationsWithError(Failure())
    #expect(reader.asked == ["continue read", "token of 1", "no token"])
  }

  @Test(
    "the handler of a remote notification is called once",
    arguments: [(true, WKBackgroundFetchResult.newData), (false, .noData)])
  func push(isAdopted: Bool, expected: WKBackgroundFetchResult) async {
    let delegate: any WKApplicationDelegateRemoteNotificationMethods =
      RemoteNotificationLifecycleAppDelegate(
        mediator: AppLifecycleMediator(
          listeners: isAdopted ? [Reader()] : [], notificationCenter: NotificationCenter()))
    var results: [WKBackgroundFetchResult] = []
    await withCheckedContinuation { continuation in
      delegate.didReceiveRemoteNotification([:]) { result in
        MainActor.preconditionIsolated("The handler was called off the main actor.")
        results.append(result)
        if results.count == 1 { continuation.resume() }
      }
    }
    for _ in 0..<20 { await Task.yield() }
    #expect(results == [expected])
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
  }

  @Test("a delegate is made with a mediator or by a subclass with its mediator")
  func makers() {
    final class Delegate: LifecycleAppDelegate {
      override class func makeMediator() -> AppLifecycleMediator {
        AppLifecycleMediator(listeners: [Reader()], notificationCenter: NotificationCenter())
      }
    }
    #expect(Delegate().mediator.listenerCount == 1)
    let mediator = AppLifecycleMediator(
      listeners: [Reader(), Reader()], notificationCenter: NotificationCenter())
    #expect(LifecycleAppDelegate(mediator: mediator).mediator.listenerCount == 2)
  }

  @Test("the current vocabulary is WatchKit's")
  func vocabulary() {
    #expect(
      AppLifecycleVocabulary.current.name(for: .didEnterBackground)?.rawValue
        == "WKApplicationDidEnterBackgroundNotification")
  }

  final class Fetcher: AppBackgroundTaskHandling, AppLaunchHandling, AppCloudKitShareAccepting {
    var asked: [String] = []
    func onAppHandleBackgroundTask(_ task: AnyObject) async -> Bool {
      asked.append("task \(task is WKRefreshBackgroundTask)")
      return true
    }
    func onAppHandleLaunch(options: [String: Any]) -> Bool {
      asked.append("launch")
      return true
    }
    func onAppAcceptCloudKitShare(_ metadata: AnyObject, scene: AppSceneID?) {
      asked.append("share")
    }
  }

  @Test(
    "each background task is completed once, and a snapshot task by its listener alone",
    arguments: [true, false])
  func backgroundTasks(isAdopted: Bool) {
    let fetcher = Fetcher()
    let app = OptInLifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: isAdopted ? [fetcher] : [], notificationCenter: NotificationCenter()))
    let delegate: any WKApplicationDelegateOptInMethods = app
    let tasks = [WKRefreshBackgroundTask(), WKSnapshotRefreshBackgroundTask()]
    app.applicationDidFinishLaunching()
    delegate.handle(Set(tasks))
    delegate.userDidAcceptCloudKitShare(with: CKShare.Metadata())
    #expect(tasks.map(\.completions) == [[isAdopted], []])
    #expect(fetcher.asked == (isAdopted ? ["launch", "task true", "task true", "share"] : []))
  }
}
