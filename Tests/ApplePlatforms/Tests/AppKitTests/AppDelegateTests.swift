import DelegatesOnAppKit
import LifecycleBusOnAppKit
import RemoteNotificationsOnAppKit
import StandInAppKit
import Testing

@MainActor
@Suite("App delegate on AppKit", .timeLimit(.minutes(5)))
struct AppDelegateTests {
  let application = NSApplication()

  /// A delegate whose mediator observes a center of its own.
  final class Delegate: LifecycleAppDelegate {
    override class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(notificationCenter: NotificationCenter())
    }
  }

  func delegate(_ listener: any AppLifecycleListener) -> LifecycleAppDelegate {
    let delegate = Delegate()
    delegate.mediator.attach(listener)
    return delegate
  }

  @Test("Quit has the listener's answer, and from inside its modal panel asks nobody again")
  func quitInPanel() {
    final class Panel: AppTerminationDeciding {
      weak var delegate: LifecycleAppDelegate?
      var answer = AppTerminationReply.cancel
      var replies: [NSApplication.TerminateReply?] = []
      func onAppShouldTerminate() -> AppTerminationReply {
        replies.append(delegate?.applicationShouldTerminate(NSApplication()))
        return answer
      }
    }
    let panel = Panel()
    let delegate = delegate(panel)
    panel.delegate = delegate

    #expect(delegate.applicationShouldTerminate(application) == .terminateCancel)
    panel.answer = .now
    #expect(delegate.applicationShouldTerminate(application) == .terminateNow)

    #expect(panel.replies == [.terminateCancel, .terminateCancel])
  }

  /// Adopts every request of a Mac, and notes what it was asked.
  final class Everything: AppLaunchPreparing, AppLaunchHandling, AppURLOpening,
    AppUserActivityContinuing, AppRemoteNotificationRegistering, AppRemoteNotificationReceiving
  {
    final class Restoring: NSUserActivityRestoring {}
    var asked: [String] = []

    private func note(_ what: String) -> Bool {
      asked.append(what)
      return true
    }

    func onAppDidFinishLaunching() { asked.append("event") }
    func onAppWillFinishLaunching(options: [String: Any]) -> Bool { note("prepare") }
    func onAppHandleLaunch(options: [String: Any]) -> Bool { note("launch") }
    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool { note("open \(url)") }
    func onAppContinueUserActivity(
      _ activity: NSUserActivity, scene: AppSceneID?
    ) -> AppUserActivityAnswer {
      _ = note("continue \(activity.activityType)")
      return .restoring([Restoring(), activity])
    }
    func onAppDidUpdateUserActivity(_ activity: NSUserActivity) {
      asked.append("updated \(activity.activityType)")
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
      _ = note("push")
      return .newData
    }
  }

  struct Failure: Error {}

  @Test("the launch reaches the listeners before its event")
  func launch() {
    let everything = Everything()
    let delegate = delegate(everything)

    delegate.applicationWillFinishLaunching(Notification(name: .init("launch")))
    delegate.mediator.post(.didFinishLaunching)

    #expect(everything.asked == ["prepare", "launch", "event"])
  }

  @Test("activities reach the listeners, and restoration objects reach AppKit")
  func activities() {
    let everything = Everything()
    let delegate = delegate(everything)
    let activity = NSUserActivity(activityType: "read")
    var restored: [Int] = []

    #expect(delegate.application(application, continue: activity) { restored.append($0.count) })
    delegate.application(application, didUpdate: activity)

    #expect(restored == [1])
    #expect(everything.asked == ["continue read", "updated read"])
  }

  @Test("URLs reach the listeners, and AppKit sees their method only if one adopts the protocol")
  func urls() throws {
    let everything = Everything()
    let delegate = delegate(everything)
    let urls = try ["app://a", "file:///b"].map { try #require(URL(string: $0)) }
    let method = NSSelectorFromString("application:openURLs:")

    #expect(delegate.responds(to: method))
    delegate.application(application, open: urls)
    #expect(everything.asked == ["open app://a", "open file:///b"])

    #expect(!Delegate().responds(to: method))
    #expect(Delegate().responds(to: NSSelectorFromString("applicationShouldTerminate:")))
  }

  @Test("remote notifications reach the listeners")
  func remoteNotifications() async {
    let everything = Everything()
    let delegate = RemoteNotificationLifecycleAppDelegate()
    delegate.mediator.attach(everything)

    delegate.application(
      application, didRegisterForRemoteNotificationsWithDeviceToken: Data([1]))
    delegate.application(
      application, didFailToRegisterForRemoteNotificationsWithError: Failure())
    delegate.application(application, didReceiveRemoteNotification: ["aps": 1])

    await waitUntil { everything.asked.count == 3 }
    #expect(everything.asked == ["token of 1", "no token", "push"])
  }

  struct Reading {
    let isHidden: Bool
    let isActive: Bool
    let state: AppLifecycleState
    let stateByFocus: AppLifecycleState
  }

  @Test(
    "a hidden application counts as in the background, and by focus one that is not active (25)",
    arguments: [
      Reading(isHidden: false, isActive: true, state: .active, stateByFocus: .active),
      Reading(isHidden: false, isActive: false, state: .inactive, stateByFocus: .background),
      Reading(isHidden: true, isActive: false, state: .background, stateByFocus: .background),
      Reading(isHidden: true, isActive: true, state: .background, stateByFocus: .background),
    ])
  func reading(reading: Reading) {
    application.isHidden = reading.isHidden
    application.isActive = reading.isActive

    let mediator = mediator(.current)
    #expect(mediator.assumeState(of: application))
    #expect(mediator.state == reading.state)

    let mediatorByFocus = self.mediator(.appKitFocus)
    #expect(mediatorByFocus.assumeState(of: application))
    #expect(mediatorByFocus.state == reading.stateByFocus)
  }

  @Test("the current vocabulary is that of hiding, not of the focus")
  func currentVocabulary() {
    #expect(AppLifecycleVocabulary.current.hasBackground(of: .appKit))
    #expect(!AppLifecycleVocabulary.current.hasBackground(of: .appKitFocus))
  }

  private func mediator(_ vocabulary: AppLifecycleVocabulary) -> AppLifecycleMediator {
    AppLifecycleMediator(vocabulary: vocabulary, notificationCenter: NotificationCenter())
  }
}
