import DelegatesOnUIKit
@testable import LargeDelegate
import LifecycleBusOnUIKit
import RemoteNotificationsOnUIKit
import StandInBackgroundTasks
import StandInUIKit
import StandInUserNotifications
import Testing

/// What UIKit calls on both versions of the app delegate.
@MainActor
protocol PlayedAppDelegate: AnyObject {
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error)
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void)
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
  func application(
    _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
  ) -> Bool
  func application(
    _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
  ) -> Bool
  func application(
    _ application: UIApplication,
    shouldAllowExtensionPointIdentifier extensionPointIdentifier:
      UIApplication.ExtensionPointIdentifier
  ) -> Bool
  func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask
}

extension Before.AppDelegate: PlayedAppDelegate {}
extension After.AppDelegate: PlayedAppDelegate {}

/// What UIKit calls on both versions of the scene delegate.
@MainActor
protocol PlayedSceneDelegate: AnyObject {
  var window: UIWindow? { get }
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  func scene(_ scene: UIScene, openURLContexts urlContexts: Set<UIOpenURLContext>)
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)
}

extension Before.SceneDelegate: PlayedSceneDelegate {}
extension After.SceneDelegate: PlayedSceneDelegate {}

/// One version of the app, and the system that calls it.
@MainActor
private final class Phone {
  enum Version: String, CaseIterable { case before, after }

  /// Other tests make delegates meanwhile, of which `LifecycleSceneDelegate` would take the last.
  private final class SceneDelegate: After.SceneDelegate {
    let app: After.AppDelegate
    override var mediator: AppLifecycleMediator? { app.mediator }

    init(_ app: After.AppDelegate) {
      self.app = app
      super.init()
    }
  }

  let services = Services()
  let application = UIApplication()
  let app: any PlayedAppDelegate
  let sceneDelegate: any PlayedSceneDelegate
  let scene = UIWindowScene()
  /// The answers that the system gets.
  private(set) var answers: [String] = []

  init(_ version: Version) {
    Services.shared = services
    BGTaskScheduler.shared.handlers = [:]
    BGTaskScheduler.shared.submitted = []
    switch version {
    case .before:
      app = Before.AppDelegate()
      sceneDelegate = Before.SceneDelegate()
    case .after:
      let delegate = After.AppDelegate()
      app = delegate
      sceneDelegate = SceneDelegate(delegate)
    }
  }

  func post(_ name: String) {
    services.center.post(name: Notification.Name("UIApplication\(name)"), object: application)
  }

  func answer(_ text: String) { answers.append(text) }

  // MARK: What happens

  func launch() {
    answer("\(app.application(application, willFinishLaunchingWithOptions: nil))")
    answer("\(app.application(application, didFinishLaunchingWithOptions: nil))")
    post("DidFinishLaunchingNotification")
  }

  func connect(_ options: UIScene.ConnectionOptions = UIScene.ConnectionOptions()) {
    let session = UISceneSession(
      persistentIdentifier: "window 1",
      configuration: UISceneConfiguration(name: "None", sessionRole: .windowApplication))
    let configuration = app.application(
      application, configurationForConnecting: session, options: options)
    answer(configuration.name ?? "no configuration")
    sceneDelegate.scene(scene, willConnectTo: session, options: options)
    answer("visible: \(sceneDelegate.window?.isKeyAndVisible == true)")
  }

  func enter() {
    (sceneDelegate as? Before.SceneDelegate)?.sceneWillEnterForeground(scene)
    post("WillEnterForegroundNotification")
    (sceneDelegate as? Before.SceneDelegate)?.sceneDidBecomeActive(scene)
    post("DidBecomeActiveNotification")
  }

  func resign() {
    (sceneDelegate as? Before.SceneDelegate)?.sceneWillResignActive(scene)
    post("WillResignActiveNotification")
  }

  func leave() {
    resign()
    (sceneDelegate as? Before.SceneDelegate)?.sceneDidEnterBackground(scene)
    post("DidEnterBackgroundNotification")
  }

  func quit() {
    (app as? Before.AppDelegate)?.applicationWillTerminate(application)
    post("WillTerminateNotification")
  }

  func open(_ urls: String...) throws {
    let contexts = try urls.map {
      UIOpenURLContext(url: try #require(URL(string: $0)), options: UIScene.OpenURLOptions())
    }
    sceneDelegate.scene(scene, openURLContexts: Set(contexts))
  }

  func `continue`(_ type: String, page: Int? = nil, web: String? = nil) {
    let activity = NSUserActivity(activityType: type)
    if let page { activity.userInfo = ["page": page] }
    activity.webpageURL = web.flatMap { URL(string: $0) }
    sceneDelegate.scene(scene, continue: activity)
  }

  func quickAction(_ type: String) {
    sceneDelegate.windowScene(
      scene, performActionFor: UIApplicationShortcutItem(type: type, localizedTitle: "")
    ) { self.answer("\(type): \($0)") }
  }

  func push(_ userInfo: [AnyHashable: Any]) {
    app.application(application, didReceiveRemoteNotification: userInfo) {
      self.answer("push: \($0)")
    }
  }

  func downloads(_ identifier: String) {
    app.application(application, handleEventsForBackgroundURLSession: identifier) {
      self.answer("\(identifier) done")
    }
  }

  /// Lets the tasks of the app run until none is ready.
  func settle() async { for _ in 0..<100 { await Task.yield() } }
}

@MainActor
@Suite("A large delegate, before and after", .serialized)
struct LargeDelegateTests {
  /// Plays a run on both versions: their journals and their answers are the same, and not empty.
  private func compare(_ play: @MainActor (Phone) async throws -> Void) async throws -> [String] {
    var runs: [[String]] = []
    for version in Phone.Version.allCases {
      let phone = Phone(version)
      try await play(phone)
      runs.append(
        phone.services.journal + phone.answers
          + [
            "background tasks: \(phone.application.begun) \(phone.application.ended)",
            "refreshes: \(BGTaskScheduler.shared.submitted.count)",
          ])
    }
    #expect(runs[0] == runs[1])
    return runs[0]
  }

  @Test("a launch, a visit, the background and the end")
  func wholeRun() async throws {
    let lines = try await compare { phone in
      phone.services.lastRunEnded = false
      phone.launch()
      phone.connect()
      phone.enter()
      await phone.settle()
      phone.services.completeSignIn()
      await phone.settle()
      phone.resign()
      phone.post("DidBecomeActiveNotification")
      (phone.sceneDelegate as? Before.SceneDelegate)?.sceneDidBecomeActive(phone.scene)
      phone.leave()
      await phone.settle()
      phone.services.now = .seconds(10)
      phone.enter()
      phone.leave()
      await phone.settle()
      phone.services.now = .seconds(400)
      phone.enter()
      phone.post("DidReceiveMemoryWarningNotification")
      phone.post("SignificantTimeChangeNotification")
      phone.post("ProtectedDataDidBecomeAvailable")
      phone.quit()
    }
    #expect(
      lines.prefix(12) == [
        "launch begins", "report crash", "register refresh", "open database", "migrate database",
        "refresh", "uncover", "session begins", "start sync", "sign in", "warm images", "signed in",
      ])
    #expect(lines.contains("session continues"))
    #expect(lines.contains("session ended"))
    #expect(lines.filter { $0 == "refresh" }.count == 2)
    #expect(lines.filter { $0 == "upload ends" }.count == 2)
    #expect(lines.contains("close database"))
  }

  @Test("what comes before the app is ready waits for the sign-in, in its order")
  func beforeReady() async throws {
    let lines = try await compare { phone in
      phone.launch()
      let options = UIScene.ConnectionOptions()
      let url = try #require(URL(string: "notes://1"))
      options.urlContexts = [UIOpenURLContext(url: url, options: UIScene.OpenURLOptions())]
      let activity = NSUserActivity(activityType: "com.example.notes.reading")
      activity.userInfo = ["page": 7]
      options.userActivities = [activity]
      phone.connect(options)
      phone.enter()
      await phone.settle()
      phone.quickAction("new-note")
      await phone.settle()
      phone.push(["topic": "news"])
      await phone.settle()
      phone.answer("the sign-in is over")
      phone.services.completeSignIn()
      await phone.settle()
    }
    let handedOver = ["signed in", "show notes://1", "show page 7", "new note", "pull news"]
    #expect(lines.contains("Reader"))
    #expect(Array(lines.drop { $0 != "signed in" }.prefix(5)) == handedOver)
    #expect(
      lines.drop { $0 != "the sign-in is over" }.dropFirst().prefix(2)
        == ["new-note: true", "push: newData"])
  }

  @Test("links, activities, quick actions, push and downloads of an app that is ready")
  func requests() async throws {
    struct Refused: Error {}
    let lines = try await compare { phone in
      phone.services.completeSignIn()
      phone.launch()
      phone.connect()
      phone.enter()
      await phone.settle()
      try phone.open("notes://2", "notes://1", "other://1")
      phone.continue("com.example.notes.reading", page: 3)
      phone.continue("com.example.notes.reading")
      phone.continue("NSUserActivityTypeBrowsingWeb", web: "https://example.com/3")
      phone.continue("unknown")
      for type in ["new-note", "unknown"] {
        phone.quickAction(type)
        await phone.settle()
      }
      let app = phone.app
      app.application(
        phone.application, didRegisterForRemoteNotificationsWithDeviceToken: Data([1, 255]))
      app.application(
        phone.application, didFailToRegisterForRemoteNotificationsWithError: Refused())
      for userInfo in [["topic": "news"], ["topic": "nothing"], ["badge": "1"]] {
        phone.push(userInfo)
        await phone.settle()
      }
      for identifier in ["com.example.notes.downloads", "another SDK's"] {
        phone.downloads(identifier)
        await phone.settle()
      }
    }
    #expect(lines.filter { $0.hasPrefix("show ") }.count == 4)
    #expect(lines.contains("unknown: false"))
    #expect(lines.contains("send token 01ff"))
    #expect(
      lines.filter { $0.hasPrefix("push: ") } == ["push: newData", "push: noData", "push: noData"])
    #expect(lines.contains("another SDK's done"))
  }

  @Test("beyond the limit a link is lost, and a push failed")
  func limit() async throws {
    let lines = try await compare { phone in
      phone.launch()
      phone.connect()
      for number in 1...21 { try phone.open("notes://\(number)") }
      await phone.settle()
      phone.push(["topic": "news"])
      await phone.settle()
      phone.services.completeSignIn()
      await phone.settle()
    }
    #expect(lines.filter { $0 == "lost: link" }.count == 1)
    #expect(lines.contains("lost: push"))
    #expect(lines.contains("push: failed"))
    #expect(lines.contains("show notes://20"))
  }

  @Test("a database that does not open stops only what depends on it")
  func noDatabase() async throws {
    struct Locked: Error, CustomStringConvertible { let description = "locked" }
    let lines = try await compare { phone in
      phone.services.databaseFailure = Locked()
      phone.launch()
      phone.connect()
      phone.enter()
      await phone.settle()
      phone.quit()
    }
    #expect(lines.contains("no database: locked"))
    #expect(!lines.contains("migrate database"))
    #expect(!lines.contains("close database"))
  }

  @Test("background refresh, windows, restoration, keyboards and orientations")
  func theRest() async throws {
    let lines = try await compare { phone in
      let app = phone.app
      let size = { "\(app.application(phone.application, supportedInterfaceOrientationsFor: nil))" }
      phone.answer(size())
      phone.launch()
      phone.answer(size())
      let task = BGTask(identifier: "com.example.notes.refresh")
      BGTaskScheduler.shared.handlers[task.identifier]?(task)
      phone.answer("\(task.completions)")
      let session = UISceneSession(
        persistentIdentifier: "window 2",
        configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))
      app.application(phone.application, didDiscardSceneSessions: [session])
      let archiver = NSKeyedArchiver(requiringSecureCoding: true)
      phone.answer(
        "\(app.application(phone.application, shouldSaveSecureApplicationState: archiver))")
      archiver.finishEncoding()
      let data = archiver.encodedData
      let coder = try NSKeyedUnarchiver(forReadingFrom: data)
      phone.answer(
        "\(app.application(phone.application, shouldRestoreSecureApplicationState: coder))")
      for point in [UIApplication.ExtensionPointIdentifier.keyboard, .init(rawValue: "other")] {
        phone.answer(
          "\(app.application(phone.application, shouldAllowExtensionPointIdentifier: point))")
      }
    }
    #expect(lines.contains("refresh in the background"))
    #expect(lines.contains("[true]"))
    #expect(lines.contains("forget window window 2"))
  }

  @Test("what the system demands before the launch ends is done when the launch method returns")
  func beforeTheLaunchEnds() async {
    BGTaskScheduler.shared.handlers = [:]
    let delegate = ReminderDelegate()
    _ = delegate.application(UIApplication(), didFinishLaunchingWithOptions: nil)
    #expect(BGTaskScheduler.shared.handlers.keys.sorted() == ["com.example.refresh"])
  }

  @Test(
    "a background task ends with the answer of the listeners, or when its time is over",
    .timeLimit(.minutes(1)))
  func backgroundTask() async throws {
    final class Fetching: AppBackgroundFetching {
      let isFetching = AsyncStream.makeStream(of: Void.self)
      var blocks = false

      func onAppPerformFetch() async -> AppFetchResult {
        guard blocks else { return .newData }
        isFetching.continuation.yield()
        for await _ in AsyncStream<Void>.makeStream().stream {}  // ends when it is cancelled
        return .failed
      }
    }

    BGTaskScheduler.shared.handlers = [:]
    BGTaskScheduler.shared.submitted = []
    let delegate = ReminderDelegate()
    let fetching = Fetching()
    delegate.mediator.attach(fetching)
    _ = delegate.application(UIApplication(), didFinishLaunchingWithOptions: nil)
    let handler = try #require(BGTaskScheduler.shared.handlers["com.example.refresh"])
    for (blocks, completions) in [(false, [true]), (true, [false])] {
      fetching.blocks = blocks
      let task = BGTask(identifier: "com.example.refresh")
      handler(task)
      if blocks {
        for await _ in fetching.isFetching.stream { break }
        task.expirationHandler?()
      }
      #expect(await task.completed() == completions)
    }
    #expect(BGTaskScheduler.shared.submitted.count == 2)
    delegate.mediator.post(.didEnterBackground)
    #expect(BGTaskScheduler.shared.submitted.count == 3)
  }
}
