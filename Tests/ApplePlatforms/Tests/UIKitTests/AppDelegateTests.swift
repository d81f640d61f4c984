import DelegatesOnUIKit
import LifecycleBusOnUIKit
import Testing
import StandInUIKit

@MainActor
@Suite("App delegate on UIKit")
struct AppDelegateTests {
  let application = UIApplication()
  let adopter = Adopter()

  /// The delegate as the system uses it: through the methods of the protocol.
  func delegate(adopted: Bool = true) -> any UIApplicationDelegateMethods {
    LifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: adopted ? [adopter] : [], notificationCenter: NotificationCenter()))
  }

  @Test("the delegate returns the adopter's answer", arguments: [true, false])
  func answers(says: Bool) throws {
    adopter.says = says
    let delegate = delegate()
    let url = try #require(URL(string: "app://item/1"))
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    let key = UIApplication.LaunchOptionsKey(rawValue: "url")
    let will = delegate.application(application, willFinishLaunchingWithOptions: [key: url])
    #expect(will == says)
    #expect(
      delegate.application(
        application, open: url,
        options: [.sourceApplication: "mail", .openInPlace: true]) == says)
    #expect(delegate.application(application, willContinueUserActivityWithType: "read") == says)
    #expect(
      delegate.application(application, shouldAllowExtensionPointIdentifier: .keyboard) == says)
    #expect(delegate.application(application, shouldSaveSecureApplicationState: coder) == says)
    #expect(delegate.application(application, shouldRestoreSecureApplicationState: coder) == says)
    #expect(
      adopter.asked == [
        "will launch [\"url\"]", "open app://item/1 from mail in place true",
        "will continue read", "allow com.apple.keyboard-service", "save", "restore",
      ])
  }

  @Test(
    "what a listener takes at the launch is not passed to the app again", arguments: [true, false])
  func didFinishLaunching(says: Bool) {
    adopter.says = says
    #expect(delegate().application(application, didFinishLaunchingWithOptions: nil) == says)
    let key = UIApplication.LaunchOptionsKey(rawValue: "url")
    let options = [key: "app://item"]
    #expect(delegate().application(application, didFinishLaunchingWithOptions: options) == says)
    #expect(adopter.asked == ["did launch", "did launch [\"url\"]"])
    #expect(adopter.systemOptions as? [UIApplication.LaunchOptionsKey: String] == options)
  }

  @Test("an SDK receives no launch options where UIKit has passed none")
  func noOptions() {
    _ = delegate().application(application, didFinishLaunchingWithOptions: nil)
    #expect(adopter.systemOptions == nil)
  }

  @Test("the interface is restored only if all listeners agree, and saved if one does")
  func restorationOfState() {
    let app = LifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: [adopter, Adopter()], notificationCenter: NotificationCenter()))
    let delegate: any UIApplicationDelegateMethods = app
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    adopter.says = false
    #expect(delegate.application(application, shouldSaveSecureApplicationState: coder))
    #expect(!delegate.application(application, shouldRestoreSecureApplicationState: coder))
    #expect(!delegate.application(application, shouldAllowExtensionPointIdentifier: .keyboard))
  }

  @Test("without an adopter the answers are those of an app without the methods")
  func noAdopter() throws {
    let delegate = delegate(adopted: false)
    let url = try #require(URL(string: "app://item/1"))
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    #expect(delegate.application(application, willFinishLaunchingWithOptions: nil))
    #expect(delegate.application(application, didFinishLaunchingWithOptions: nil))
    #expect(!delegate.application(application, open: url, options: [:]))
    #expect(!delegate.application(application, willContinueUserActivityWithType: "read"))
    #expect(delegate.application(application, shouldAllowExtensionPointIdentifier: .keyboard))
    #expect(!delegate.application(application, shouldSaveSecureApplicationState: coder))
    #expect(!delegate.application(application, shouldRestoreSecureApplicationState: coder))
  }

  @Test(
    "the restoration objects of all adopters are passed on in one call, and no call is made without any"
  )
  func restoration() {
    final class Restoring: UIUserActivityRestoring {}
    let delegate = delegate()
    var handed: [Int] = []
    let activity = NSUserActivity(activityType: "read")
    #expect(delegate.application(application, continue: activity) { handed.append($0?.count ?? 0) })
    #expect(handed.isEmpty)
    adopter.restorationObjects = [Restoring(), NSObject(), Restoring()]
    #expect(delegate.application(application, continue: activity) { handed.append($0?.count ?? 0) })
    #expect(handed == [2])
    #expect(adopter.asked == ["continue read true", "continue read true"])
  }

  @Test("messages without an answer reach the listeners")
  func messages() {
    let delegate = delegate()
    let sessions = ["b", "a"].map {
      UISceneSession(
        persistentIdentifier: $0,
        configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))
    }
    delegate.application(application, didUpdate: NSUserActivity(activityType: "write"))
    delegate.application(application, didDiscardSceneSessions: Set(sessions))
    #expect(adopter.asked == ["updated write", "discarded [\"a\", \"b\"]"])
  }

  @Test("the handler of a quick action is called once", arguments: [true, false])
  func quickAction(adopted: Bool) async {
    let completion = Completion<Bool>()
    let item = UIApplicationShortcutItem(type: "compose", localizedTitle: "New")
    let delegate = delegate(adopted: adopted)
    delegate.application(
      application, performActionFor: item, completionHandler: completion.handler())
    await completion.wait()
    #expect(completion.values == [adopted])
    #expect(adopter.asked == (adopted ? ["perform compose New"] : []))
  }

  /// Answers when the test calls `answer()`.
  final class Stuck: AppQuickActionPerforming, AppBackgroundURLSessionHandling {
    private(set) var waiting: [CheckedContinuation<Void, Never>] = []

    func answer() {
      for continuation in waiting { continuation.resume() }
      waiting = []
    }

    func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool {
      await withCheckedContinuation { waiting.append($0) }
      return true
    }

    func onAppHandleBackgroundURLSessionEvents(identifier: String) async {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  @Test(
    "each handler is called once at the deadline and not again by a late answer",
    .timeLimit(.minutes(1)))
  func deadline() async {
    var (performed, handled, stuck) = (Completion<Bool>(), Completion<Bool>(), Stuck())
    var delegate = OptInLifecycleAppDelegate()
    var anomalies: Set<AppLifecycleAnomaly> = []
    var deadline = Duration.milliseconds(5)
    // On a busy machine a short deadline passes before the listener is asked; then a longer one.
    repeat {
      deadline *= 4
      (performed, handled, stuck, anomalies) = (Completion(), Completion(), Stuck(), [])
      delegate = OptInLifecycleAppDelegate(
        mediator: AppLifecycleMediator(
          listeners: [stuck], notificationCenter: NotificationCenter()))
      delegate.mediator.onAnomaly = { anomalies.insert($0) }
      delegate.requestDeadline = deadline
      delegate.application(
        application,
        performActionFor: UIApplicationShortcutItem(type: "compose", localizedTitle: "New"),
        completionHandler: performed.handler())
      let done = handled.handler()
      delegate.application(application, handleEventsForBackgroundURLSession: "photos") {
        done(true)
      }
      await performed.wait()
      await handled.wait()
    } while stuck.waiting.count < 2
    stuck.answer()
    while anomalies.count < 4 { await Task.yield() }
    await performed.wait()
    #expect(performed.values == [false])
    #expect(handled.values == [true])
    #expect(
      anomalies == [
        .requestExpired("AppQuickActionPerforming", listeners: ["Stuck"]),
        .requestExpired("AppBackgroundURLSessionHandling", listeners: ["Stuck"]),
        .answeredLate("AppQuickActionPerforming", listener: "Stuck"),
        .answeredLate("AppBackgroundURLSessionHandling", listener: "Stuck"),
      ])
  }

  @Test("a quick action arrives with all that its item says", .timeLimit(.minutes(1)))
  func quickAction() async {
    final class Actions: AppQuickActionPerforming {
      var performed: [AppQuickAction] = []
      func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool {
        performed.append(action)
        return true
      }
    }
    let actions = Actions()
    let delegate = LifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: [actions], notificationCenter: NotificationCenter()))
    let item = UIApplicationShortcutItem(type: "new", localizedTitle: "New")
    item.localizedSubtitle = "In the inbox"
    delegate.application(UIApplication(), performActionFor: item) { #expect($0) }
    #expect(actions.performed.map(\.localizedTitle) == ["New"])
    #expect(actions.performed.map(\.localizedSubtitle) == ["In the inbox"])
  }

  @Test("the configuration of a scene is the first adopter's, or else the manifest's")
  func sceneConfiguration() {
    let mediator = AppLifecycleMediator(
      listeners: [adopter], notificationCenter: NotificationCenter())
    let delegate = LifecycleAppDelegate(mediator: mediator)
    let manifest = UISceneConfiguration(name: "Manifest", sessionRole: .windowApplication)
    let session = UISceneSession(persistentIdentifier: "1", configuration: manifest)
    let options = UIScene.ConnectionOptions()
    options.userActivities = [NSUserActivity(activityType: "read")]
    #expect(delegate.sceneConfiguration(for: session, options: options) === manifest)
    adopter.configuration = AppSceneConfiguration(
      name: "Editor", delegateClass: LifecycleSceneDelegate.self)
    let configured = delegate.sceneConfiguration(for: session, options: options)
    #expect(configured.name == "Editor")
    #expect(configured.role == .windowApplication)
    #expect(configured.delegateClass == LifecycleSceneDelegate.self)
    #expect(configured.sceneClass == nil)
    #expect(adopter.asked.first == "configure UIWindowSceneSessionRoleApplication [\"read\"]")
  }

  @Test(
    "a hold begins a background task of the application and its release ends it (42)")
  func backgroundTime() async {
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator(notificationCenter: center)
    let delegate = LifecycleAppDelegate(mediator: mediator)
    _ = delegate.application(application, willFinishLaunchingWithOptions: nil)
    center.post(.didFinishLaunching)
    center.post(.didEnterBackground)
    let hold = mediator.hold("save")
    #expect(application.backgroundTasks.count == 1)
    hold.release()
    // A hold may be released on any thread, so that the task ends in the next main-actor turn.
    for _ in 0..<1000 where !application.backgroundTasks.isEmpty { await Task.yield() }
    #expect(application.backgroundTasks.isEmpty)
  }

  @Test("a subclass makes its mediator before the launch is posted")
  func subclass() {
    final class Delegate: LifecycleAppDelegate {
      static var made: [any AppLifecycleListener] = []
      override class func makeMediator() -> AppLifecycleMediator {
        AppLifecycleMediator(
          listeners: made, policy: .lifecycle, notificationCenter: NotificationCenter())
      }
    }
    Delegate.made = [adopter]
    let delegate = Delegate()
    #expect(delegate.application(application, willFinishLaunchingWithOptions: nil))
    #expect(adopter.asked == ["will launch []"])
  }
}
