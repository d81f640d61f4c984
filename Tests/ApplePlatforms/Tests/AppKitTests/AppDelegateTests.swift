public import DelegatesOnAppKit
import LifecycleBusOnAppKit
public import RemoteNotificationsOnAppKit
public import StandInAppKit
import StandInCloudKit
import Testing

// The compiler checks the signatures here.
extension LifecycleAppDelegate: NSApplicationDelegateMethods {}
extension RemoteNotificationLifecycleAppDelegate: NSApplicationDelegateRemoteNotificationMethods {}

@MainActor
@Suite("App delegate on AppKit")
struct AppDelegateTests {
  let application = NSApplication()

  final class Voter: AppTerminationDeciding {
    let reply: AppTerminationReply
    init(_ reply: AppTerminationReply) { self.reply = reply }
    func onAppShouldTerminate() -> AppTerminationReply { reply }
  }

  func delegate(_ listeners: [any AppLifecycleListener]) -> LifecycleAppDelegate {
    LifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: listeners, notificationCenter: NotificationCenter()))
  }

  @Test(
    "cancel takes precedence over later, and later over now",
    arguments: [
      ([], NSApplication.TerminateReply.terminateNow), ([.now], .terminateNow),
      ([.later, .now], .terminateLater), ([.later, .cancel, .now], .terminateCancel),
    ] as [([AppTerminationReply], NSApplication.TerminateReply)])
  func reduction(votes: [AppTerminationReply], expected: NSApplication.TerminateReply) {
    let delegate: any NSApplicationDelegateMethods = delegate(votes.map(Voter.init))
    #expect(delegate.applicationShouldTerminate(application) == expected)
    #expect(application.terminationReplies.isEmpty)
  }

  @Test("later gets one reply when the holds are released")
  func later() async {
    let delegate = delegate([Voter(.later)])
    let first = delegate.mediator.hold("save")
    let second = delegate.mediator.hold("upload")
    #expect(delegate.applicationShouldTerminate(application) == .terminateLater)
    first.release()
    for _ in 0..<20 { await Task.yield() }
    #expect(application.terminationReplies.isEmpty)
    async let reply: Void = application.nextTerminationReply()
    for _ in 0..<20 { await Task.yield() }
    second.release()
    await reply
    for _ in 0..<20 { await Task.yield() }
    #expect(application.terminationReplies == [true])
  }

  @Test(
    "an app that becomes active while it quits still waits for its holds",
    .timeLimit(.minutes(1)))
  func activeWhileQuitting() async {
    let center = NotificationCenter()
    let delegate = LifecycleAppDelegate(
      mediator: AppLifecycleMediator(listeners: [Voter(.later)], notificationCenter: center))
    let hold = delegate.mediator.hold("save")
    #expect(delegate.applicationShouldTerminate(application) == .terminateLater)
    for _ in 0..<20 { await Task.yield() }
    center.post(.didBecomeActive)
    for _ in 0..<20 { await Task.yield() }
    #expect(application.terminationReplies.isEmpty)
    async let reply: Void = application.nextTerminationReply()
    for _ in 0..<20 { await Task.yield() }
    hold.release()
    await reply
    #expect(application.terminationReplies == [true])
  }

  @Test("later gets one reply when the budget runs out")
  func budget() async {
    let delegate = delegate([Voter(.later)])
    delegate.requestDeadline = .milliseconds(1)
    let hold = delegate.mediator.hold("save")
    #expect(delegate.applicationShouldTerminate(application) == .terminateLater)
    await application.nextTerminationReply()
    hold.release()
    for _ in 0..<20 { await Task.yield() }
    #expect(application.terminationReplies == [true])
  }

  /// A document app: asks the user, who takes his time.
  final class Documents: AppTerminationDeciding {
    private(set) var panels: [CheckedContinuation<Bool, Never>] = []
    func onAppShouldTerminate() -> AppTerminationReply { .later }
    func onAppDecideTermination() async -> Bool {
      await withCheckedContinuation { panels.append($0) }
    }
    func answer(_ mayQuit: Bool) { panels.removeFirst().resume(returning: mayQuit) }
  }

  @Test("a document app asks, stays if the user cancels, and asks again at the next Quit")
  func documents() async {
    let documents = Documents()
    let delegate = delegate([documents])
    delegate.requestDeadline = .zero
    let hold = delegate.mediator.hold("export")
    #expect(delegate.applicationShouldTerminate(application) == .terminateLater)
    #expect(documents.panels.count == 1, "the panel is open when AppKit begins to wait")
    for _ in 0..<20 { await Task.yield() }
    #expect(application.terminationReplies.isEmpty)
    documents.answer(false)
    await application.nextTerminationReply()
    #expect(application.terminationReplies == [false])
    #expect(hold.isOpen, "no budget begins before a yes")
    #expect(delegate.applicationShouldTerminate(application) == .terminateLater)
    documents.answer(true)
    while application.terminationReplies.count < 2 { await Task.yield() }
    #expect(application.terminationReplies == [false, true])
    #expect(!hold.isOpen)
  }

  @Test("Quit while the user is asked is cancelled, and opens no second panel")
  func quitTwice() async {
    let documents = Documents()
    let delegate = delegate([documents])
    #expect(delegate.applicationShouldTerminate(application) == .terminateLater)
    #expect(delegate.applicationShouldTerminate(application) == .terminateCancel)
    #expect(documents.panels.count == 1)
    documents.answer(true)
    await application.nextTerminationReply()
    for _ in 0..<20 { await Task.yield() }
    #expect(application.terminationReplies == [true])
  }

  @Test("Quit from inside a listener's modal panel is cancelled, and asks nobody again")
  func quitInPanel() {
    final class Panel: AppTerminationDeciding {
      weak var delegate: LifecycleAppDelegate?
      var replies: [NSApplication.TerminateReply?] = []
      func onAppShouldTerminate() -> AppTerminationReply {
        replies.append(delegate?.applicationShouldTerminate(NSApplication()))
        return .now
      }
    }
    let panel = Panel()
    let delegate = delegate([panel])
    panel.delegate = delegate
    #expect(delegate.applicationShouldTerminate(application) == .terminateNow)
    #expect(panel.replies == [.terminateCancel])
  }

  final class Reader: AppURLOpening, AppUserActivityContinuing, AppRemoteNotificationRegistering,
    AppRemoteNotificationReceiving
  {
    final class Restoring: NSUserActivityRestoring {}
    var asked: [String] = []
    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
      asked.append("open \(url)")
      return true
    }
    func onAppWillContinueUserActivity(type: String) -> Bool {
      asked.append("will continue \(type)")
      return true
    }
    func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer {
      asked.append("continue \(activity.activityType)")
      return .restoring([Restoring()])
    }
    func onAppDidFailToContinueUserActivity(type: String, error: any Error) {
      asked.append("failed \(type)")
    }
    func onAppDidUpdateUserActivity(_ activity: AppUserActivity) {
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
      asked.append("push")
      return .newData
    }
  }

  struct Failure: Error {}

  @Test("URLs and failures reach the listeners through the lines that a subclass adds")
  func optIn() throws {
    let reader = Reader()
    let delegate: any NSApplicationDelegateOptInMethods = OptInLifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: [reader], notificationCenter: NotificationCenter()))
    delegate.application(
      application,
      open: [try #require(URL(string: "app://a")), try #require(URL(string: "app://b"))])
    delegate.application(
      application, didFailToContinueUserActivityWithType: "read", error: Failure())
    #expect(reader.asked == ["open app://a", "open app://b", "failed read"])
  }

  @Test("activities reach the listeners")
  func activities() {
    let reader = Reader()
    let delegate: any NSApplicationDelegateMethods = delegate([reader])
    let activity = NSUserActivity(activityType: "read")
    var restored: [Int] = []
    #expect(delegate.application(application, willContinueUserActivityWithType: "read"))
    let isHandled = delegate.application(application, continue: activity) {
      restored.append($0.count)
    }
    #expect(isHandled)
    delegate.application(application, didUpdate: activity)
    #expect(restored == [1])
    #expect(reader.asked == ["will continue read", "continue read", "updated read"])
  }

  @Test("remote notifications reach the listeners")
  func remoteNotifications() async {
    let reader = Reader()
    let delegate: any NSApplicationDelegateRemoteNotificationMethods =
      RemoteNotificationLifecycleAppDelegate(
        mediator: AppLifecycleMediator(
          listeners: [reader], notificationCenter: NotificationCenter()))
    delegate.application(
      application, didRegisterForRemoteNotificationsWithDeviceToken: Data([1]))
    delegate.application(
      application, didFailToRegisterForRemoteNotificationsWithError: Failure())
    delegate.application(application, didReceiveRemoteNotification: ["aps": 1])
    while reader.asked.count < 3 { await Task.yield() }
    #expect(reader.asked == ["token of 1", "no token", "push"])
  }

  @Test(
    "a hidden application counts as in the background, and by focus one that is not active (25)",
    arguments: [
      (false, true, AppLifecycleState.active), (false, false, .inactive),
      (true, false, .background), (true, true, .background),
    ], [AppLifecycleVocabulary.appKit, .appKitFocus])
  func reading(
    _ reading: (isHidden: Bool, isActive: Bool, state: AppLifecycleState),
    vocabulary: AppLifecycleVocabulary
  ) {
    let (isHidden, isActive, state) = reading
    let isByFocus = vocabulary.hasBackground(of: .appKitFocus)
    let expected = isByFocus && state == .inactive ? .background : state
    let mediator = AppLifecycleMediator(
      vocabulary: vocabulary, notificationCenter: NotificationCenter())
    application.isHidden = isHidden
    application.isActive = isActive
    #expect(mediator.assumeState(of: application))
    #expect(mediator.state == expected)
  }

  @Test("a delegate is made with a mediator or by a subclass with its mediator")
  func makers() {
    final class Delegate: LifecycleAppDelegate {
      override class func makeMediator() -> AppLifecycleMediator {
        AppLifecycleMediator(listeners: [Voter(.now)], notificationCenter: NotificationCenter())
      }
    }
    #expect(Delegate().mediator.listenerCount == 1)
    #expect(delegate([Voter(.now), Voter(.now)]).mediator.listenerCount == 2)
  }

  @Test("the current vocabulary is AppKit's")
  func vocabulary() {
    #expect(
      AppLifecycleVocabulary.current.name(for: .didEnterBackground)?.rawValue
        == "NSApplicationDidHideNotification")
  }

  final class Everything: AppLaunchPreparing, AppLaunchHandling, AppStateRestorationDeciding,
    AppWindowlessDeciding, AppCloudKitShareAccepting
  {
    var asked: [String] = []
    func onAppDidFinishLaunching() { asked.append("event") }
    func onAppWillFinishLaunching(options: [String: Any]) -> Bool {
      asked.append("prepare")
      return true
    }
    func onAppHandleLaunch(options: [String: Any]) -> Bool {
      asked.append("launch")
      return true
    }
    func onAppShouldSaveState(with coder: NSCoder) -> Bool {
      asked.append("save")
      return true
    }
    func onAppShouldRestoreState(with coder: NSCoder) -> Bool {
      asked.append("restore")
      return true
    }
    func onAppShouldReopen(hasVisibleWindows: Bool) -> Bool {
      asked.append("reopen \(hasVisibleWindows)")
      return false
    }
    func onAppShouldTerminateAfterLastWindowClosed() -> Bool { true }
    func onAppAcceptCloudKitShare(_ metadata: AnyObject, scene: AppSceneID?) {
      asked.append("share \(metadata is CKShare.Metadata) \(scene == nil)")
    }
  }

  @Test("the launch and the restoration reach the listeners, the launch before its event")
  func launchAndRestoration() {
    let everything = Everything()
    let app = delegate([everything])
    let delegate: any NSApplicationDelegateMethods = app
    delegate.applicationWillFinishLaunching(Notification(name: .init("launch")))
    app.mediator.post(.didFinishLaunching)
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    delegate.application(application, willEncodeRestorableState: coder)
    delegate.application(application, didDecodeRestorableState: coder)
    #expect(everything.asked == ["prepare", "launch", "event", "save", "restore"])
  }

  @Test(
    "windows and shares reach the listeners through the lines that a subclass adds",
    arguments: [true, false])
  func windows(isAdopted: Bool) {
    let everything = Everything()
    let delegate: any NSApplicationDelegateOptInMethods = OptInLifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: isAdopted ? [everything] : [], notificationCenter: NotificationCenter()))
    let reopens = delegate.applicationShouldHandleReopen(application, hasVisibleWindows: false)
    #expect(reopens == !isAdopted)
    #expect(delegate.applicationShouldTerminateAfterLastWindowClosed(application) == isAdopted)
    #expect(delegate.applicationSupportsSecureRestorableState(application))
    delegate.application(application, userDidAcceptCloudKitShareWith: CKShare.Metadata())
    #expect(everything.asked == (isAdopted ? ["reopen false", "share true true"] : []))
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
    let delegate: any NSApplicationDelegateOptInMethods = OptInLifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: [editor], notificationCenter: NotificationCenter()))
    delegate.application(application, openFiles: ["/a.note", "/b.note"])
    #expect(editor.asked == [["a.note", "b.note"]])
    #expect(application.openReplies.isEmpty)
    for pending in editor.answers { pending.resume(with: answer) }
    while application.openReplies.isEmpty { await Task.yield() }
    #expect(application.openReplies == [reply])
    #expect(application.presentedErrors.count == errors)
  }
}
