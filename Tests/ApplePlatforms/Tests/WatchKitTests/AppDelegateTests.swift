import LifecycleBus
import LifecycleBusDelegates
import LifecycleBusRemoteNotifications
import Testing
import WatchKit

@MainActor
@Suite("App delegate on WatchKit", .timeLimit(.minutes(5)))
struct AppDelegateTests {
  @Test("the launch, activities, the token and a push reach the listeners")
  func messages() async {
    let adopter = Adopter()
    adopter.says = false
    let app = RemoteNotificationLifecycleAppDelegate()
    app.mediator.attach(adopter)
    let fetched = Completion<WKBackgroundFetchResult>()

    app.applicationDidFinishLaunching()
    app.handle(NSUserActivity(activityType: "read"))
    app.didRegisterForRemoteNotifications(withDeviceToken: Data([1]))
    app.didFailToRegisterForRemoteNotificationsWithError(Failure())
    app.didReceiveRemoteNotification([:], fetchCompletionHandler: fetched.handler())
    await fetched.wait()

    #expect(fetched.values == [.noData])
    #expect(adopter.asked == ["launch [:]", "continue read", "token of 1", "no token", "push"])
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
