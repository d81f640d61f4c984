import DelegatesOnUIKit
import LifecycleBusOnUIKit
import RemoteNotificationsOnUIKit
import StandInCloudKit
import StandInUIKit
import Testing

@MainActor
@Suite("App delegate on UIKit", .timeLimit(.minutes(5)))
struct AppDelegateTests {
  let application = UIApplication()
  let adopter = Adopter()
  let coder = NSKeyedArchiver(requiringSecureCoding: true)
  let session = UISceneSession(
    persistentIdentifier: "1",
    configuration: UISceneConfiguration(name: "Manifest", sessionRole: .windowApplication))

  var delegate: LifecycleAppDelegate { LifecycleAppDelegate().serving(adopter) }
  var optIn: OptInLifecycleAppDelegate { OptInLifecycleAppDelegate().serving(adopter) }
  var push: RemoteNotificationLifecycleAppDelegate {
    RemoteNotificationLifecycleAppDelegate().serving(adopter)
  }

  @Test("the delegate returns the listener's answer", arguments: [true, false])
  func answers(says: Bool) throws {
    adopter.says = says
    let (delegate, optIn) = (delegate, optIn)
    let url = try #require(URL(string: "app://item/1"))
    let launch = [UIApplication.LaunchOptionsKey(rawValue: "url"): 1]
    let activity = NSUserActivity(activityType: "read")
    let answers = [
      delegate.application(application, willFinishLaunchingWithOptions: launch),
      delegate.application(application, didFinishLaunchingWithOptions: nil),
      delegate.application(
        application, open: url, options: [.sourceApplication: "mail", .openInPlace: true]),
      delegate.application(application, willContinueUserActivityWithType: "read"),
      delegate.application(application, continue: activity) { _ in },
      optIn.application(application, shouldAllowExtensionPointIdentifier: .keyboard),
      optIn.application(application, shouldSaveSecureApplicationState: coder),
      optIn.application(application, shouldRestoreSecureApplicationState: coder),
    ]
    #expect(Set(answers) == [says])
    #expect(
      adopter.asked == [
        "prepare [\"url\": 1]", "launch [:]", "open app://item/1 from mail in place true",
        "will continue read", "continue read", "allow com.apple.keyboard-service", "save",
        "restore",
      ])
  }

  @Test("without an adopter the answers are those of an app without the methods")
  func noAdopter() throws {
    let plain = LifecycleAppDelegate()
    let optIn = OptInLifecycleAppDelegate()
    let url = try #require(URL(string: "app://item/1"))
    #expect(plain.application(application, willFinishLaunchingWithOptions: nil))
    #expect(plain.application(application, didFinishLaunchingWithOptions: nil))
    #expect(!plain.application(application, open: url, options: [:]))
    #expect(!plain.application(application, willContinueUserActivityWithType: "read"))
    #expect(optIn.application(application, shouldAllowExtensionPointIdentifier: .keyboard))
    #expect(!optIn.application(application, shouldSaveSecureApplicationState: coder))
    #expect(!optIn.application(application, shouldRestoreSecureApplicationState: coder))
    #expect(optIn.application(application, supportedInterfaceOrientationsFor: nil) == .all)
    #expect(optIn.application(application, handlerFor: INIntent()) == nil)
  }

  @Test("the restoration objects of all are passed on in one call, and no call is made without any")
  func restoration() {
    final class Restoring: UIUserActivityRestoring {}
    let delegate = delegate
    var handed: [Int] = []
    let activity = NSUserActivity(activityType: "read")
    for objects: [AnyObject] in [[], [Restoring(), NSObject(), Restoring()]] {
      adopter.restorationObjects = objects
      #expect(
        delegate.application(application, continue: activity) { handed.append($0?.count ?? 0) })
    }
    #expect(handed == [2])
  }

  @Test("messages without an answer reach the listeners")
  func messages() {
    delegate.application(application, didUpdate: NSUserActivity(activityType: "write"))
    delegate.application(application, didDiscardSceneSessions: [session])
    optIn.application(application, didFailToContinueUserActivityWithType: "read", error: Failure())
    optIn.application(application, userDidAcceptCloudKitShareWith: CKShare.Metadata())
    push.application(
      application, didRegisterForRemoteNotificationsWithDeviceToken: Data([1, 2, 3]))
    push.application(application, didFailToRegisterForRemoteNotificationsWithError: Failure())
    #expect(
      adopter.asked == [
        "updated write", "discarded 1", "failed read", "share", "token of 3", "no token",
      ])
  }

  @Test("scenes, orientations and intents have the first answer, all answers in common, or neither")
  func values() {
    let optIn = optIn
    func name() -> String? {
      optIn.application(application, configurationForConnecting: session, options: .init()).name
    }
    #expect(name() == "Manifest")
    adopter.configuration = UISceneConfiguration(name: "Editor", sessionRole: .windowApplication)
    #expect(name() == "Editor")
    #expect(
      optIn.application(application, supportedInterfaceOrientationsFor: UIWindow()) == .landscape)
    adopter.intentHandler = adopter
    #expect(optIn.application(application, handlerFor: INIntent()) as? Adopter === adopter)
  }

  @Test(
    "orientations are those that all support, and never empty",
    arguments: [
      ([], nil), ([nil, nil], nil), ([[]], nil), ([.portrait], .portrait),
      ([nil, .landscape], .landscape), ([.all, .landscape], .landscape),
      ([[.portrait, .landscape], .landscape, .landscapeLeft], .landscapeLeft),
      ([.portrait, .landscape, .all], .portrait), ([[], .landscape], .landscape),
    ] as [([UIInterfaceOrientationMask?], UIInterfaceOrientationMask?)])
  func orientations(answers: [UIInterfaceOrientationMask?], expected: UIInterfaceOrientationMask?) {
    #expect(UIInterfaceOrientationMask(commonTo: answers) == expected)
  }

  @Test("each completion handler is called once, with what the listener answers")
  func handlers() async {
    let item = UIApplicationShortcutItem(type: "compose", localizedTitle: "New")
    let (performed, handled) = (Completion<Bool>(), Completion<Bool>())
    delegate.application(
      application, performActionFor: item, completionHandler: performed.handler())
    let done = handled.handler()
    optIn.application(application, handleEventsForBackgroundURLSession: "photos") { done(true) }
    await performed.wait()
    await handled.wait()
    #expect(performed.values == [true])
    #expect(handled.values == [true])
    #expect(adopter.asked == ["perform compose", "session photos"])
  }

  @Test(
    "the handlers of a push and a fetch are called once with the system's value",
    arguments: [
      (AppFetchResult.newData, UIBackgroundFetchResult.newData), (.noData, .noData),
      (.failed, .failed),
    ])
  func results(portable: AppFetchResult, system: UIBackgroundFetchResult) async {
    adopter.fetchResult = portable
    let (pushed, fetched) = (
      Completion<UIBackgroundFetchResult>(), Completion<UIBackgroundFetchResult>()
    )
    push.application(
      application, didReceiveRemoteNotification: ["aps": ["content-available": 1]],
      fetchCompletionHandler: pushed.handler())
    optIn.application(application, performFetchWithCompletionHandler: fetched.handler())
    await pushed.wait()
    await fetched.wait()
    #expect(pushed.values == [system])
    #expect(fetched.values == [system])
    #expect(adopter.asked == ["push"])
  }

  @Test("a handler is called at the delegate's deadline, and not again by a late answer")
  func deadline() async {
    final class Stuck: AppQuickActionPerforming, AppRemoteNotificationReceiving {
      private(set) var waiting: [CheckedContinuation<Void, Never>] = []
      func answer() { for continuation in waiting { continuation.resume() } }
      func onAppPerformQuickAction(
        _ item: UIApplicationShortcutItem, scene: AppSceneID?
      ) async -> Bool {
        await withCheckedContinuation { waiting.append($0) }
        return true
      }
      func onAppDidReceiveRemoteNotification(_ userInfo: [AnyHashable: Any]) async
        -> AppFetchResult
      {
        await withCheckedContinuation { waiting.append($0) }
        return .newData
      }
    }
    let stuck = Stuck()
    let delegate = RemoteNotificationLifecycleAppDelegate().serving(stuck)
    var anomalies: Set<AppLifecycleAnomaly> = []
    delegate.mediator.onAnomaly = { anomalies.insert($0) }
    delegate.requestDeadline = .zero
    let (performed, pushed) = (Completion<Bool>(), Completion<UIBackgroundFetchResult>())
    let item = UIApplicationShortcutItem(type: "compose", localizedTitle: "New")
    delegate.application(
      application, performActionFor: item, completionHandler: performed.handler())
    delegate.application(
      application, didReceiveRemoteNotification: [:], fetchCompletionHandler: pushed.handler())
    await performed.wait()
    await pushed.wait()
    stuck.answer()
    while anomalies.count < 4 { await Task.yield() }
    for _ in 0..<20 { await Task.yield() }
    #expect(performed.values == [false])
    #expect(pushed.values == [.failed])
  }

  @Test("a subclass makes its mediator, whose holds take background time of the application (42)")
  func backgroundTime() async {
    final class Delegate: LifecycleAppDelegate {
      override class func makeMediator() -> AppLifecycleMediator {
        AppLifecycleMediator(notificationCenter: NotificationCenter())
      }
    }
    let delegate = Delegate()
    _ = delegate.application(application, willFinishLaunchingWithOptions: nil)
    let hold = delegate.mediator.hold("save")
    #expect(application.backgroundTasks.count == 1)
    hold.release()
    while !application.backgroundTasks.isEmpty { await Task.yield() }
  }
}

@MainActor
@Suite("Initial state from UIKit")
struct ReadingTests {
  let center = NotificationCenter()

  func application(
    _ state: UIApplication.State, scenes: [UIScene.ActivationState] = []
  ) -> UIApplication {
    let application = UIApplication()
    application.applicationState = state
    for state in scenes {
      let scene = UIScene()
      scene.activationState = state
      application.connectedScenes.insert(scene)
    }
    return application
  }

  @Test(
    "the background counts only if a scene is in the background too (25)",
    arguments: [
      (UIApplication.State.active, [], AppLifecycleState.active),
      (.inactive, [], .inactive), (.background, [], .inactive),
      (.background, [.unattached], .inactive), (.background, [.background], .background),
      (.background, [.unattached, .background], .background),
      (.active, [.foregroundActive, .background], .active),
    ] as [(UIApplication.State, [UIScene.ActivationState], AppLifecycleState)])
  func reading(
    state: UIApplication.State, scenes: [UIScene.ActivationState], expected: AppLifecycleState
  ) {
    let mediator = AppLifecycleMediator(notificationCenter: center)
    #expect(mediator.assumeState(of: application(state, scenes: scenes)))
    #expect(mediator.state == expected)
  }

  @Test("the state is read once, and not after a notification (25)")
  func once() {
    let mediator = AppLifecycleMediator(policy: .lifecycle, notificationCenter: center)
    #expect(mediator.assumeState(of: application(.inactive)))
    #expect(!mediator.assumeState(of: application(.active)))
    #expect(mediator.state == .inactive)
    let other = AppLifecycleMediator(policy: .lifecycle, notificationCenter: center)
    center.post(.didFinishLaunching)
    #expect(!other.assumeState(of: application(.active)))
    #expect(other.state == .inactive)
  }

  @Test("the current vocabulary is UIKit's, and a scene of UIKit is typed")
  func names() {
    #expect(
      AppLifecycleVocabulary.current.name(for: .didEnterBackground)?.rawValue
        == "UIApplicationDidEnterBackgroundNotification")
    final class Watcher: AppSceneListener {
      var scenes: [UIScene?] = []
      func onAppSceneDidActivate(_ scene: AppSceneContext) { scenes.append(scene.uiScene) }
    }
    let watcher = Watcher()
    let mediator = AppLifecycleMediator(listeners: [watcher], notificationCenter: center)
    mediator.observeScenes(on: center)
    let scene = UIWindowScene()
    center.post(.didActivate, scene: scene)
    center.post(.didActivate, scene: NSObject())
    #expect(watcher.scenes == [scene, nil])
  }
}
