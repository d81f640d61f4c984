import DelegatesOnUIKit
import LifecycleBusOnUIKit
import RemoteNotificationsOnUIKit
import StandInUIKit
import Testing

@MainActor
@Suite("Remote notifications on UIKit")
struct RemoteNotificationTests {
  let application = UIApplication()
  let adopter = Adopter()

  func delegate(_ listeners: [any AppLifecycleListener]) -> RemoteNotificationLifecycleAppDelegate {
    RemoteNotificationLifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: listeners, notificationCenter: NotificationCenter()))
  }

  @Test(
    "the handler is called once with the adopter's result",
    arguments: [
      (AppFetchResult.newData, UIBackgroundFetchResult.newData), (.noData, .noData),
      (.failed, .failed),
    ])
  func result(portable: AppFetchResult, system: UIBackgroundFetchResult) async {
    let completion = Completion<UIBackgroundFetchResult>()
    adopter.fetchResult = portable
    let delegate: any UIApplicationDelegateRemoteNotificationMethods = delegate([adopter])
    delegate.application(
      application, didReceiveRemoteNotification: ["aps": ["content-available": 1]],
      fetchCompletionHandler: completion.handler())
    await completion.wait()
    #expect(completion.values == [system])
    #expect(adopter.asked == ["push"])
  }

  @Test("the handler is called once without an adopter")
  func noAdopter() async {
    let completion = Completion<UIBackgroundFetchResult>()
    delegate([]).application(
      application, didReceiveRemoteNotification: [:],
      fetchCompletionHandler: completion.handler())
    await completion.wait()
    #expect(completion.values == [.noData])
  }

  @Test(
    "the handler is called once at the deadline and not again by a late answer",
    .timeLimit(.minutes(1)))
  func deadline() async {
    final class Stuck: AppRemoteNotificationReceiving {
      var waiting: CheckedContinuation<Void, Never>?
      func onAppDidReceiveRemoteNotification(
        _ userInfo: [AnyHashable: Any]
      ) async -> AppFetchResult {
        await withCheckedContinuation { waiting = $0 }
        return .newData
      }
    }
    var (completion, stuck) = (Completion<UIBackgroundFetchResult>(), Stuck())
    var delegate = delegate([stuck])
    var anomalies: [AppLifecycleAnomaly] = []
    var deadline = Duration.milliseconds(5)
    // On a busy machine a short deadline passes before the listener is asked; then a longer one.
    repeat {
      deadline *= 4
      (completion, stuck, anomalies) = (Completion(), Stuck(), [])
      delegate = self.delegate([stuck])
      delegate.mediator.onAnomaly = { anomalies.append($0) }
      delegate.requestDeadline = deadline
      delegate.application(
        application, didReceiveRemoteNotification: [:],
        fetchCompletionHandler: completion.handler())
      await completion.wait()
      #expect(completion.values == [.failed])
    } while stuck.waiting == nil
    stuck.waiting?.resume()
    while anomalies.count < 2 { await Task.yield() }
    await completion.wait()
    #expect(completion.values == [.failed])
    #expect(
      anomalies == [
        .requestExpired("AppRemoteNotificationReceiving", listeners: ["Stuck"]),
        .answeredLate("AppRemoteNotificationReceiving", listener: "Stuck"),
      ])
  }

  @Test("the token and the failure reach the listeners")
  func registration() {
    let delegate: any UIApplicationDelegateRemoteNotificationMethods = delegate([adopter])
    delegate.application(
      application, didRegisterForRemoteNotificationsWithDeviceToken: Data([1, 2, 3]))
    delegate.application(
      application, didFailToRegisterForRemoteNotificationsWithError: Failure())
    #expect(adopter.asked == ["token of 3", "no token"])
  }

  @Test("the plain delegate does not implement these methods")
  func plain() {
    let delegate: any UIApplicationDelegate = LifecycleAppDelegate()
    #expect(!(delegate is any UIApplicationDelegateRemoteNotificationMethods))
  }
}
