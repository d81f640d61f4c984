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

  func optIn(_ listeners: any AppLifecycleListener...) -> OptInLifecycleAppDelegate {
    let delegate = OptInLifecycleAppDelegate()
    for listener in listeners { delegate.mediator.attach(listener) }
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
    AppUserActivityContinuing, AppRemoteNotificationRegistering, AppRemoteNotificationReceiving,
    AppWindowlessDeciding
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
    func onAppWillContinueUserActivity(type: String) -> Bool { note("will continue \(type)") }
    func onAppContinueUserActivity(
      _ activity: NSUserActivity, scene: AppSceneID?
    ) -> AppUserActivityAnswer {
      note("continue \(activity.activityType)") ? .restoring([Restoring(), activity]) : .notHandled
    }
    func onAppDidFailToContinueUserActivity(type: String, error: any Error) {
      asked.append("failed \(type)")
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
    func onAppDidReceiveRemoteNotification(_ userInfo: [AnyHashable: Any]) async
      -> AppFetchResult
    { note("push") ? .newData : .noData }
    func onAppShouldReopen(hasVisibleWindows: Bool) -> Bool { !note("reopen \(hasVisibleWindows)") }
    func onAppShouldTerminateAfterLastWindowClosed() -> Bool { note("last window") }
  }

  struct Failure: Error {}

  @Test("the launch reaches the listeners before its event, and activities do")
  func covered() {
    let everything = Everything()
    let delegate = delegate(everything)
    delegate.applicationWillFinishLaunching(Notification(name: .init("launch")))
    delegate.mediator.post(.didFinishLaunching)
    let activity = NSUserActivity(activityType: "read")
    var restored: [Int] = []
    #expect(delegate.application(application, willContinueUserActivityWithType: "read"))
    #expect(delegate.application(application, continue: activity) { restored.append($0.count) })
    delegate.application(application, didUpdate: activity)
    #expect(restored == [1])
    #expect(
      everything.asked == [
        "prepare", "launch", "event", "will continue read", "continue read", "updated read",
      ])
  }

  @Test("what a subclass adds reaches the listeners", arguments: [true, false])
  func optIn(isAdopted: Bool) throws {
    let everything = Everything()
    let delegate = isAdopted ? optIn(everything) : optIn()
    let urls = try ["app://a", "app://b"].map { try #require(URL(string: $0)) }
    delegate.application(application, open: urls)
    delegate.application(
      application, didFailToContinueUserActivityWithType: "read", error: Failure())
    let reopens = delegate.applicationShouldHandleReopen(application, hasVisibleWindows: false)
    #expect(reopens == !isAdopted)
    #expect(delegate.applicationShouldTerminateAfterLastWindowClosed(application) == isAdopted)
    let asked = ["open app://a", "open app://b", "failed read", "reopen false", "last window"]
    #expect(everything.asked == (isAdopted ? asked : []))
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
    while everything.asked.count < 3 { await Task.yield() }
    #expect(everything.asked == ["token of 1", "no token", "push"])
  }

  @Test(
    "a hidden application counts as in the background, and by focus one that is not active (25)",
    arguments: [
      (false, true, AppLifecycleState.active), (false, false, .inactive),
      (true, false, .background), (true, true, .background),
    ], [AppLifecycleVocabulary.current, .appKitFocus])
  func reading(
    _ reading: (isHidden: Bool, isActive: Bool, state: AppLifecycleState),
    vocabulary: AppLifecycleVocabulary
  ) {
    let (isHidden, isActive, state) = reading
    let isByFocus = vocabulary.hasBackground(of: .appKitFocus)
    #expect(isByFocus || vocabulary.hasBackground(of: .appKit))
    let mediator = AppLifecycleMediator(
      vocabulary: vocabulary, notificationCenter: NotificationCenter())
    application.isHidden = isHidden
    application.isActive = isActive
    #expect(mediator.assumeState(of: application))
    #expect(mediator.state == (isByFocus && state == .inactive ? .background : state))
  }

  /// Opens notes. The user may be asked, which ends when the test says so.
  final class Editor: AppFileOpening {
    var answers: [CheckedContinuation<Bool, any Error>] = []
    var asked: [[String]] = []

    func onAppOpenFiles(_ urls: [URL]) async throws -> Bool {
      asked.append(urls.map(\.lastPathComponent))
      return try await withCheckedThrowingContinuation { answers.append($0) }
    }
  }

  @Test(
    "AppKit gets one reply for all files, when the listener has answered, and shows its error",
    arguments: [
      (Result<Bool, any Error>.success(true), NSApplication.DelegateReply.success, 0),
      (.failure(CancellationError()), .cancel, 0), (.failure(Failure()), .failure, 1),
      (.success(false), .failure, 1),
    ] as [(Result<Bool, any Error>, NSApplication.DelegateReply, Int)])
  func files(
    answer: Result<Bool, any Error>, reply: NSApplication.DelegateReply, errors: Int
  ) async {
    let editor = Editor()
    let delegate = optIn(editor)
    delegate.application(application, openFiles: ["/a.note", "/b.note"])
    #expect(editor.asked == [["a.note", "b.note"]])
    #expect(application.openReplies.isEmpty)
    for pending in editor.answers { pending.resume(with: answer) }
    while application.openReplies.isEmpty { await Task.yield() }
    #expect(application.openReplies == [reply])
    #expect(application.presentedErrors.count == errors)
  }
}
