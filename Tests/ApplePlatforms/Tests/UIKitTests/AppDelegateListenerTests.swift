import LifecycleBus
import LifecycleBusDelegates
import LifecycleBusRemoteNotifications
import Testing
import UIKit

/// What the services below were called with.
@MainActor
final class CallLog {
  static let shared = CallLog()
  var calls: [String] = []
}

@MainActor
private func note(_ call: String) { CallLog.shared.calls.append(call) }

// Five services of a composite app delegate. On Apple platforms each says `UIApplicationDelegate`
// alone; the other protocols say here what Objective-C knows without them.

final class AnalyticsService: NSObject, UIApplicationDelegate, HandlesLaunch, ReceivesEvents {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    note("analytics starts, options \(launchOptions?.count ?? 0)")
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { note("session begins") }
  func applicationWillResignActive(_ application: UIApplication) { note("session pauses") }
  func applicationWillTerminate(_ application: UIApplication) { note("session ends") }
}

final class StorageService: NSObject, UIApplicationDelegate, PreparesLaunch, ReceivesEvents {
  var isReady = true

  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    note("storage opens")
    return isReady
  }

  func applicationDidEnterBackground(_ application: UIApplication) { note("storage saves") }
  func applicationWillEnterForeground(_ application: UIApplication) { note("storage reloads") }
  func applicationDidReceiveMemoryWarning(_ application: UIApplication) { note("cache empties") }
}

final class LinkService: NSObject, UIApplicationDelegate, OpensURLs, ContinuesActivities,
  AwaitsActivities
{
  final class Restoring: UIUserActivityRestoring {
    func restoreUserActivityState(_ userActivity: NSUserActivity) {
      note("restores \(userActivity.activityType)")
    }
  }

  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    note("opens \(url) from \(options[.sourceApplication] ?? "-")")
    return url.scheme == "app"
  }

  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool {
    note("continues \(userActivity.activityType)")
    restorationHandler([Restoring()])
    return true
  }

  func application(
    _ application: UIApplication, willContinueUserActivityWithType userActivityType: String
  ) -> Bool {
    note("awaits \(userActivityType)")
    return true
  }

  func application(
    _ application: UIApplication, didFailToContinueUserActivityWithType userActivityType: String,
    error: any Error
  ) { note("misses \(userActivityType)") }

  func application(_ application: UIApplication, didUpdate userActivity: NSUserActivity) {
    note("updates \(userActivity.activityType)")
  }
}

final class ShortcutService: NSObject, UIApplicationDelegate, PerformsQuickActions,
  HandlesURLSessions
{
  func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    note("performs \(shortcutItem.type)")
    completionHandler(true)
    completionHandler(false)
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    note("session \(identifier)")
    completionHandler()
  }
}

final class PushService: NSObject, UIApplicationDelegate, ReceivesEvents, ReceivesTokens,
  ReceivesMessages
{
  func applicationDidFinishLaunching(_ application: UIApplication) { note("registers") }

  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) { note("token of \(deviceToken.count)") }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    note("message")
    // A service may answer on a thread of its own.
    nonisolated(unsafe) let handler = completionHandler
    Thread.detachNewThread { handler(.newData) }
  }
}

@MainActor
@Suite("Attached app delegates", .serialized, .timeLimit(.minutes(1)))
struct AppDelegateListenerTests {
  static let center = NotificationCenter()
  let application = UIApplication()

  init() { CallLog.shared.calls = [] }

  /// The composite with its five services, attached.
  final class AppDelegate: RemoteNotificationLifecycleAppDelegate {
    static var services: [any UIApplicationDelegate] {
      [AnalyticsService(), StorageService(), LinkService(), ShortcutService(), PushService()]
    }

    override class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(
        policy: .balanced, notificationCenter: AppDelegateListenerTests.center
      ) {
        for service in services {
          AppDelegateListener(service)
        }
      }
    }
  }

  func post(_ event: AppLifecycleEvent) {
    let name = AppLifecycleVocabulary.uiKit.name(for: event) ?? .init("")
    Self.center.post(name: name, object: application)
  }

  @Test("in an app with two scenes, every method of five unchanged services is called")
  func composite() async throws {
    let app = AppDelegate()
    let scenes = [UIWindowScene(), UIWindowScene()]
    let session = UISceneSession(
      persistentIdentifier: "1",
      configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))
    let link = UIScene.OpenURLOptions()
    link.sourceApplication = "mail"
    let context = UIOpenURLContext(url: try #require(URL(string: "app://a")), options: link)

    #expect(app.application(application, willFinishLaunchingWithOptions: nil))
    #expect(app.application(application, didFinishLaunchingWithOptions: nil))
    post(.didFinishLaunching)
    post(.willEnterForeground)
    post(.didBecomeActive)
    for scene in scenes {
      LifecycleSceneDelegate().scene(scene, willConnectTo: session, options: .init())
    }
    let scene = LifecycleSceneDelegate()
    scene.scene(scenes[0], openURLContexts: [context])
    let activity = NSUserActivity(activityType: "read")
    scene.scene(scenes[1], willContinueUserActivityWithType: "read")
    scene.scene(scenes[1], continue: activity)
    scene.scene(scenes[1], didUpdate: activity)
    scene.scene(
      scenes[1], didFailToContinueUserActivityWithType: "read", error: Failure())
    let performed = Completion<Bool>()
    scene.windowScene(
      scenes[0],
      performActionFor: UIApplicationShortcutItem(type: "compose", localizedTitle: "New"),
      completionHandler: performed.handler())
    await performed.wait()
    let handled = Completion<Bool>()
    let done = handled.handler()
    app.application(application, handleEventsForBackgroundURLSession: "photos") { done(true) }
    await handled.wait()
    app.application(application, didRegisterForRemoteNotificationsWithDeviceToken: Data([1]))
    let pushed = Completion<UIBackgroundFetchResult>()
    app.application(
      application, didReceiveRemoteNotification: [:], fetchCompletionHandler: pushed.handler())
    await pushed.wait()
    post(.willResignActive)
    post(.didEnterBackground)
    post(.willTerminate)

    #expect(performed.values == [true], "the first answer counts")
    #expect(handled.values == [true])
    #expect(pushed.values == [.newData])
    #expect(
      CallLog.shared.calls == [
        "storage opens", "analytics starts, options 0", "registers", "storage reloads",
        "session begins", "opens app://a from mail", "awaits read", "continues read",
        "restores read", "updates read", "misses read", "performs compose", "session photos",
        "token of 1", "message", "session pauses", "storage saves", "session ends",
      ])
  }

  @Test("one service that says false in a launch method is the answer of the app")
  func launchAnswers() {
    let storage = StorageService()
    storage.isReady = false
    let delegate = LifecycleAppDelegate()
      .serving(AppDelegateListener(storage)).serving(AppDelegateListener(AnalyticsService()))

    #expect(!delegate.application(application, willFinishLaunchingWithOptions: nil))
    #expect(delegate.application(application, didFinishLaunchingWithOptions: nil))
  }

  @Test("each launch method is called once, also where a subclass doesn't call super")
  func withoutSuper() {
    final class Own: LifecycleAppDelegate {
      override class func makeMediator() -> AppLifecycleMediator {
        AppLifecycleMediator(notificationCenter: AppDelegateListenerTests.center) {
          AppDelegateListener(AnalyticsService())
          AppDelegateListener(StorageService())
        }
      }
      override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool { true }
    }
    let delegate = Own()

    _ = delegate.application(application, willFinishLaunchingWithOptions: nil)
    _ = delegate.application(application, didFinishLaunchingWithOptions: nil)
    post(.didFinishLaunching)

    #expect(CallLog.shared.calls == ["storage opens", "analytics starts, options 0"])
  }

  @Test("without a delegate class the launch methods are called once, at the launch event")
  func withoutDelegateClass() {
    let mediator = AppLifecycleMediator(notificationCenter: Self.center) {
      AppDelegateListener(AnalyticsService())
      AppDelegateListener(StorageService())
    }
    Self.center.post(
      name: .init("UIApplicationDidFinishLaunchingNotification"), object: application,
      userInfo: ["url": 1])
    post(.didFinishLaunching)

    #expect(CallLog.shared.calls == ["analytics starts, options 1", "storage opens"])
    withExtendedLifetime(mediator) {}
  }

  @Test("restoration objects are passed on, and what a service lacks takes nothing from others")
  func neutral() async {
    let delegate = LifecycleAppDelegate()
      .serving(AppDelegateListener(AnalyticsService())).serving(AppDelegateListener(LinkService()))
    _ = delegate.application(application, willFinishLaunchingWithOptions: nil)
    var restored: [Int] = []

    #expect(
      delegate.application(application, continue: NSUserActivity(activityType: "read")) {
        restored.append($0?.count ?? 0)
      })
    #expect(delegate.application(application, open: URL(filePath: "/a")) == false)
    let performed = Completion<Bool>()
    delegate.application(
      application,
      performActionFor: UIApplicationShortcutItem(type: "compose", localizedTitle: "New"),
      completionHandler: performed.handler())
    await performed.wait()

    #expect(restored == [1])
    #expect(performed.values == [false], "at once, because nobody has the method")
  }

  @Test("a service makes UIKit see the methods that it has, also those of scenes, and no others")
  func optional() {
    final class Portrait: NSObject, UIApplicationDelegate, SupportsOrientations {
      func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
      ) -> UIInterfaceOrientationMask { .portrait }
    }
    let ofScenes = [
      "supportedInterfaceOrientationsForWindowScene:",
      "scene:didFailToContinueUserActivityWithType:error:",
    ].map(NSSelectorFromString)

    for (service, expected) in [
      (ShortcutService(), [true, false, false, false]), (Portrait(), [false, false, true, false]),
      (LinkService(), [false, false, false, true]),
    ] as [(any UIApplicationDelegate, [Bool])] {
      let delegate = LifecycleAppDelegate().serving(AppDelegateListener(service))
      #expect(ofScenes.map(LifecycleSceneDelegate().responds) == [expected[2], expected[3]])
      let seen = AppDelegateTests.optional.map { delegate.responds(to: NSSelectorFromString($0)) }
      #expect(seen == expected)
    }
  }

  @Test("a handler that is never called is answered for at the deadline, with the service's name")
  func forgotten() async {
    final class Forgetful: NSObject, UIApplicationDelegate, PerformsQuickActions {
      func application(
        _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
      ) {}
    }
    let delegate = LifecycleAppDelegate().serving(AppDelegateListener(Forgetful()))
    delegate.requestDeadline = .milliseconds(20)
    _ = delegate.application(application, willFinishLaunchingWithOptions: nil)
    var sentences: [String] = []
    delegate.mediator.onAnomaly = { sentences.append("\($0)") }
    let performed = Completion<Bool>()

    delegate.application(
      application,
      performActionFor: UIApplicationShortcutItem(type: "compose", localizedTitle: "New"),
      completionHandler: performed.handler())
    await performed.wait()

    #expect(performed.values == [false])
    #expect(sentences.contains { $0.contains("Forgetful missed the deadline") })
  }
}
