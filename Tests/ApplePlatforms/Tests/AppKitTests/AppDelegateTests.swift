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
    AppUserActivityContinuing, AppUserActivityFailing, AppRemoteNotificationRegistering,
    AppRemoteNotificationReceiving, AppWindowlessDeciding
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
      _ = note("continue \(activity.activityType)")
      return .restoring([Restoring(), activity])
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
    func onAppDidReceiveRemoteNotification(
      _ userInfo: [AnyHashable: Any]
    ) async -> AppFetchResult {
      _ = note("push")
      return .newData
    }
    func onAppShouldReopen(hasVisibleWindows: Bool) -> Bool { !note("reopen \(hasVisibleWindows)") }
    func onAppShouldTerminateAfterLastWindowClosed() -> Bool { note("last window") }
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

    #expect(delegate.application(application, willContinueUserActivityWithType: "read"))
    #expect(delegate.application(application, continue: activity) { restored.append($0.count) })
    delegate.application(application, didUpdate: activity)

    #expect(restored == [1])
    #expect(everything.asked == ["will continue read", "continue read", "updated read"])
  }

  @Test("URLs, a failed activity and what a Mac app does without windows reach the listeners")
  func rest() throws {
    let everything = Everything()
    let delegate = delegate(everything)
    let urls = try ["app://a", "app://b"].map { try #require(URL(string: $0)) }

    delegate.application(application, open: urls)
    delegate.application(
      application, didFailToContinueUserActivityWithType: "read", error: Failure())
    let reopens = delegate.applicationShouldHandleReopen(application, hasVisibleWindows: false)
    let quits = delegate.applicationShouldTerminateAfterLastWindowClosed(application)

    #expect(!reopens)
    #expect(quits)
    #expect(
      everything.asked == [
        "open app://a", "open app://b", "failed read", "reopen false", "last window",
      ])
  }

  @Test("without a listener AppKit sees none of the methods that change its behaviour")
  func hidden() {
    let delegate = Delegate()

    #expect(delegate.applicationShouldHandleReopen(application, hasVisibleWindows: false))
    #expect(!delegate.applicationShouldTerminateAfterLastWindowClosed(application))
    #expect(seen(by: delegate) == [false, false, false, false, false])

    let everything = self.delegate(Everything())
    #expect(seen(by: everything) == [true, false, true, true, true])
    #expect(seen(by: self.delegate(Editor())) == [false, true, false, false, false])
    #expect(delegate.responds(to: NSSelectorFromString("applicationShouldTerminate:")))
  }

  func seen(by delegate: LifecycleAppDelegate) -> [Bool] {
    [
      "application:openURLs:", "application:openFiles:",
      "application:didFailToContinueUserActivityWithType:error:",
      "applicationShouldHandleReopen:hasVisibleWindows:",
      "applicationShouldTerminateAfterLastWindowClosed:",
    ].map { delegate.responds(to: NSSelectorFromString($0)) }
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
    let delegate = delegate(editor)

    delegate.application(application, openFiles: ["/a.note", "/b.note"])
    await waitUntil { !editor.answers.isEmpty }
    #expect(editor.asked == [["a.note", "b.note"]])
    #expect(application.openReplies.isEmpty)

    for pending in editor.answers {
      pending.resume(with: answer)
    }
    await waitUntil { !application.openReplies.isEmpty }
    #expect(application.openReplies == [reply])
    #expect(application.presentedErrors.count == errors)
  }
}
