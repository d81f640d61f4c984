import DelegatesOnUIKit
import LifecycleBusOnUIKit
import RemoteNotificationsOnUIKit
import StandInUIKit
import Testing

@MainActor
@Suite("App delegate on UIKit", .timeLimit(.minutes(5)))
struct AppDelegateTests {
  let application = UIApplication()
  let adopter = Adopter()
  let activity = NSUserActivity(activityType: "read")
  let item = UIApplicationShortcutItem(type: "compose", localizedTitle: "New")
  let session = UISceneSession(
    persistentIdentifier: "1",
    configuration: UISceneConfiguration(name: "Manifest", sessionRole: .windowApplication))

  var delegate: LifecycleAppDelegate { LifecycleAppDelegate().serving(adopter) }
  var optIn: OptInLifecycleAppDelegate { OptInLifecycleAppDelegate().serving(adopter) }
  var push: RemoteNotificationLifecycleAppDelegate {
    RemoteNotificationLifecycleAppDelegate().serving(adopter)
  }

  @Test("the delegate returns the listener's answer", arguments: [true, false])
  func answers(says: Bool) {
    adopter.says = says
    let delegate = delegate
    let launch = [UIApplication.LaunchOptionsKey(rawValue: "url"): 1]

    let answers = [
      delegate.application(application, willFinishLaunchingWithOptions: launch),
      delegate.application(application, didFinishLaunchingWithOptions: nil),
      delegate.application(
        application, open: URL(filePath: "/a"),
        options: [.sourceApplication: "mail", .openInPlace: true]),
      delegate.application(application, willContinueUserActivityWithType: "read"),
      delegate.application(application, continue: activity) { _ in },
    ]

    #expect(Set(answers) == [says])
    #expect(delegate.mediator.backgroundTime != nil, "from the application (42)")
    #expect(
      adopter.asked == [
        "prepare [\"url\": 1]", "launch [:]", "open file:///a from mail in place true",
        "will continue read", "continue read",
      ])
  }

  @Test("the restoration objects of all are passed on in one call, and no call is made without any")
  func restoration() {
    final class Restoring: UIUserActivityRestoring {}
    let delegate = delegate
    var handed: [Int] = []

    for objects: [AnyObject] in [[], [Restoring(), NSObject(), Restoring()]] {
      adopter.restorationObjects = objects
      #expect(
        delegate.application(application, continue: activity) { handed.append($0?.count ?? 0) })
    }

    #expect(handed == [2])
  }

  @Test("messages without an answer reach the listeners")
  func messages() {
    delegate.application(application, didUpdate: activity)
    delegate.application(application, didDiscardSceneSessions: [session])
    optIn.application(application, didFailToContinueUserActivityWithType: "read", error: Failure())
    push.application(application, didRegisterForRemoteNotificationsWithDeviceToken: Data([1]))
    push.application(application, didFailToRegisterForRemoteNotificationsWithError: Failure())

    #expect(
      adopter.asked == [
        "updated read", "discarded 1", "failed read", "token of 1", "no token",
      ])
  }

  @Test("scenes and orientations have a listener's answer")
  func values() {
    let optIn = optIn

    let configuration = optIn.application(
      application, configurationForConnecting: session, options: .init())
    let mask = optIn.application(application, supportedInterfaceOrientationsFor: nil)

    #expect(configuration.name == "Editor")
    #expect(mask == .landscape)
  }

  @Test("scenes and orientations without a listener have the fallback of the method")
  func fallbacks() {
    let optIn = OptInLifecycleAppDelegate()

    let configuration = optIn.application(
      application, configurationForConnecting: session, options: .init())
    let mask = optIn.application(application, supportedInterfaceOrientationsFor: nil)

    #expect(configuration.name == "Manifest")
    #expect(mask == .all)
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
    let performed = Completion<Bool>()
    let handled = Completion<Bool>()
    let pushed = Completion<UIBackgroundFetchResult>()

    delegate.application(
      application, performActionFor: item, completionHandler: performed.handler())
    await performed.wait()

    let done = handled.handler()
    optIn.application(application, handleEventsForBackgroundURLSession: "photos") { done(true) }
    await handled.wait()

    push.application(
      application, didReceiveRemoteNotification: [:], fetchCompletionHandler: pushed.handler())
    await pushed.wait()

    #expect(performed.values == [true])
    #expect(handled.values == [true])
    #expect(pushed.values == [.newData])
    #expect(adopter.asked == ["perform compose", "session photos", "push"])
  }

  @Test("each fetch result has the value of UIKit that is called the same")
  func fetchResults() {
    let results: [AppFetchResult] = [.newData, .noData, .failed]
    #expect(results.map(UIBackgroundFetchResult.init) == [.newData, .noData, .failed])
  }

  @Test("a handler is called at the delegate's deadline, and not again by a late answer")
  func deadline() async {
    adopter.isStuck = true
    let delegate = push
    var anomalies: Set<AppLifecycleAnomaly> = []
    delegate.mediator.onAnomaly = { anomalies.insert($0) }
    delegate.requestDeadline = .zero
    let performed = Completion<Bool>()
    let pushed = Completion<UIBackgroundFetchResult>()

    delegate.application(
      application, performActionFor: item, completionHandler: performed.handler())
    delegate.application(
      application, didReceiveRemoteNotification: [:], fetchCompletionHandler: pushed.handler())
    await performed.wait()
    await pushed.wait()

    for continuation in adopter.waiting {
      continuation.resume()
    }
    await waitUntil { anomalies.count == 2 + adopter.waiting.count }
    await settle()

    #expect(performed.values == [false])
    #expect(pushed.values == [.failed])
  }
}

@MainActor
@Suite("Initial state from UIKit")
struct ReadingTests {
  let center = NotificationCenter()

  @Test(
    "the state is read once, and the background counts only if a scene is there too (25)",
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
    let application = UIApplication()
    application.applicationState = state
    for state in scenes {
      let scene = UIScene()
      scene.activationState = state
      application.connectedScenes.insert(scene)
    }
    let mediator = AppLifecycleMediator(policy: .balanced, notificationCenter: center)

    #expect(mediator.assumeState(of: application))
    #expect(mediator.state == expected)

    application.applicationState = .active
    #expect(!mediator.assumeState(of: application))
    #expect(mediator.state == expected)
  }

  @Test("the current vocabulary is UIKit's")
  func names() {
    #expect(
      AppLifecycleVocabulary.current.name(for: .didEnterBackground)?.rawValue
        == "UIApplicationDidEnterBackgroundNotification")
  }

  @Test("a scene of UIKit is typed")
  func typedScene() {
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
