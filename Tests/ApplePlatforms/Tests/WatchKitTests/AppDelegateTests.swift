public import LifecycleBusOnWatchKit
import Testing
public import StandInWatchKit

// The signatures are checked here, at compile time.
extension LifecycleAppDelegate: WKApplicationDelegateMethods {}
extension RemoteNotificationLifecycleAppDelegate: WKRemoteNotificationDelegateMethods {}

@MainActor
@Suite("WatchKit's app delegate")
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
    ) async -> AppLifecycleFetchResult {
      asked.append("push")
      return .newData
    }
  }

  struct Failure: Error {}

  @Test("what the watch hands over reaches the listeners")
  func handedOver() {
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
    "a remote notification's handler is called once",
    arguments: [(true, WKBackgroundFetchResult.newData), (false, .noData)])
  func push(isAdopted: Bool, expected: WKBackgroundFetchResult) async {
    let delegate: any WKRemoteNotificationDelegateMethods = RemoteNotificationLifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: isAdopted ? [Reader()] : [], notificationCenter: NotificationCenter()))
    var results: [WKBackgroundFetchResult] = []
    await withCheckedContinuation { continuation in
      delegate.didReceiveRemoteNotification([:]) { result in
        MainActor.preconditionIsolated("The handler was called away from the main actor.")
        results.append(result)
        if results.count == 1 { continuation.resume() }
      }
    }
    for _ in 0..<20 { await Task.yield() }
    #expect(results == [expected])
  }

  @Test(
    "the application's state is where a late mediator starts (25)",
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

  @Test("a delegate can be made of listeners alone, or by a subclass that makes the mediator")
  func makers() {
    final class Delegate: LifecycleAppDelegate {
      override class func makeMediator() -> AppLifecycleMediator {
        AppLifecycleMediator(listeners: [Reader()], notificationCenter: NotificationCenter())
      }
    }
    #expect(Delegate().mediator.listenerCount == 1)
    #expect(LifecycleAppDelegate(listeners: [Reader(), Reader()]).mediator.listenerCount == 2)
  }

  @Test("the names of this platform are WatchKit's")
  func vocabulary() {
    #expect(
      AppLifecycleVocabulary.current.name(for: .didEnterBackground)?.rawValue
        == "WKApplicationDidEnterBackgroundNotification")
  }
}
