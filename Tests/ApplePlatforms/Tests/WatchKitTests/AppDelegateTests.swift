import DelegatesOnWatchKit
import LifecycleBusOnWatchKit
import RemoteNotificationsOnWatchKit
import StandInWatchKit
import Testing

@MainActor
@Suite("App delegate on WatchKit", .timeLimit(.minutes(5)))
struct AppDelegateTests {
  /// Adopts every request of a watch, and notes what it was asked.
  final class Everything: AppLaunchHandling, AppUserActivityContinuing,
    AppRemoteNotificationRegistering, AppRemoteNotificationReceiving
  {
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
    func onAppDidReceiveRemoteNotification(
      _ userInfo: [AnyHashable: Any]
    ) async -> AppFetchResult {
      asked.append("push")
      return .noData
    }
  }

  struct Failure: Error {}
  let everything = Everything()

  @Test("the launch, activities, the token and a push reach the listeners")
  func messages() async {
    let app = RemoteNotificationLifecycleAppDelegate()
    app.mediator.attach(everything)
    var results: [WKBackgroundFetchResult] = []

    app.applicationDidFinishLaunching()
    app.handle(NSUserActivity(activityType: "read"))
    app.didRegisterForRemoteNotifications(withDeviceToken: Data([1]))
    app.didFailToRegisterForRemoteNotificationsWithError(Failure())
    app.didReceiveRemoteNotification([:]) { results.append($0) }
    while results.isEmpty {
      await Task.yield()
    }
    // A second call of the handler, which would be wrong, comes by then.
    for _ in 0..<20 {
      await Task.yield()
    }

    #expect(results == [.noData])
    #expect(everything.asked == ["launch", "continue read", "token of 1", "no token", "push"])
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
