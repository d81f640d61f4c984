import AppKit
import LifecycleBus
import LifecycleBusDelegates
import LifecycleBusRemoteNotifications
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

  @Test("Quit has the listener's answer, and after a cancel asks again")
  func quit() {
    final class Document: AppTerminationDeciding {
      var answer = AppTerminationReply.cancel
      func onAppShouldTerminate() -> AppTerminationReply { answer }
    }
    let document = Document()
    let delegate = delegate(document)

    #expect(delegate.applicationShouldTerminate(application) == .terminateCancel)
    document.answer = .now
    #expect(delegate.applicationShouldTerminate(application) == .terminateNow)
  }

  @Test("the launch reaches the listeners before its event")
  func launch() {
    let adopter = Adopter()
    let delegate = delegate(adopter)

    delegate.applicationWillFinishLaunching(Notification(name: .init("launch")))
    delegate.mediator.on(.didFinishLaunching) { _ in adopter.note("event") }
    delegate.mediator.post(.didFinishLaunching)

    #expect(adopter.asked == ["prepare [:]", "launch [:]", "event"])
  }

  @Test("activities reach the listeners, and restoration objects reach AppKit")
  func activities() {
    let adopter = Adopter()
    let delegate = delegate(adopter)
    final class Restoring: NSUserActivityRestoring {}
    let activity = NSUserActivity(activityType: "read")
    adopter.restorationObjects = [Restoring(), activity]
    var restored: [Int] = []

    #expect(delegate.application(application, willContinueUserActivityWithType: "read"))
    #expect(delegate.application(application, continue: activity) { restored.append($0.count) })
    delegate.application(application, didUpdate: activity)
    delegate.application(
      application, didFailToContinueUserActivityWithType: "read", error: Failure())

    #expect(restored == [1])
    #expect(
      adopter.asked == ["will continue read", "continue read", "updated read", "failed read"])
  }

  @Test("URLs reach the listeners, and AppKit sees a method only if one adopts the protocol")
  func urls() throws {
    let adopter = Adopter()
    let delegate = delegate(adopter)
    let urls = try ["app://a", "file:///b"].map { try #require(URL(string: $0)) }
    let methods = [
      "application:openURLs:", "application:didFailToContinueUserActivityWithType:error:",
    ].map(NSSelectorFromString)

    #expect(methods.map(delegate.responds) == [true, true])
    delegate.application(application, open: urls)
    #expect(adopter.asked.map { $0.prefix(11) } == ["open app://", "open file:/"])

    #expect(methods.map(Delegate().responds) == [false, false])
    #expect(Delegate().responds(to: NSSelectorFromString("applicationShouldTerminate:")))
  }

  @Test("remote notifications reach the listeners")
  func remoteNotifications() async {
    let adopter = Adopter()
    let delegate = RemoteNotificationLifecycleAppDelegate()
    delegate.mediator.attach(adopter)

    delegate.application(
      application, didRegisterForRemoteNotificationsWithDeviceToken: Data([1]))
    delegate.application(
      application, didFailToRegisterForRemoteNotificationsWithError: Failure())
    delegate.application(application, didReceiveRemoteNotification: ["aps": 1])

    await waitUntil { adopter.asked.count == 3 }
    #expect(adopter.asked == ["token of 1", "no token", "push"])
  }

  @Test(
    "a hidden application counts as in the background, and by focus one that is not active (25)",
    arguments: [
      (false, true, .active, .active), (false, false, .inactive, .background),
      (true, false, .background, .background), (true, true, .background, .background),
    ] as [(Bool, Bool, AppLifecycleState, AppLifecycleState)])
  func reading(
    isHidden: Bool, isActive: Bool, state: AppLifecycleState, stateByFocus: AppLifecycleState
  ) {
    application.isHidden = isHidden
    application.isActive = isActive

    for (vocabulary, expected) in [
      (AppLifecycleVocabulary.current, state), (.appKitFocus, stateByFocus),
    ] {
      let mediator = AppLifecycleMediator(
        vocabulary: vocabulary, notificationCenter: NotificationCenter())
      #expect(mediator.assumeState(of: application))
      #expect(mediator.state == expected)
    }
  }

  @Test("the current vocabulary is that of hiding, not of the focus")
  func currentVocabulary() {
    #expect(AppLifecycleVocabulary.current.hasBackground(of: .appKit))
    #expect(!AppLifecycleVocabulary.current.hasBackground(of: .appKitFocus))
  }
}
