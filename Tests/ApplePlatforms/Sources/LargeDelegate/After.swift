import BackgroundTasks
import LifecycleBus
import LifecycleBusDelegates
import LifecycleBusRemoteNotifications
import Listeners
import UIKit

/// The same app, moved method by method: a listener for each responsibility, and two delegates that
/// translate.
enum After {
  // MARK: What the app delegate and the scene delegate keep

  final class AppDelegate: RemoteNotificationLifecycleAppDelegate {
    override class func makeMediator() -> AppLifecycleMediator {
      let services = Services.shared
      let gate = AppRequestGate(limit: 20)
      gate.onLoss = { name, _ in services.note("lost: \(name)") }
      let (refresh, run) = (Refresh(services), Run(services))
      let opening = StartupCommand("open database") {
        try services.database.open()
        return services.database
      }
      let startup: StartupCommands
      do {
        startup = try StartupCommands {
          StartupCommand("last run") { run.begin() }
          StartupCommand("register refresh") { refresh.register() }
          opening
          StartupCommand("migrate", after: [opening.name]) { try opening.value.migrate() }
          StartupCommand("sign in", timeLimit: nil) { await services.waitForSignIn() }
          StartupCommand("warm images", phase: .deferred) { services.note("warm images") }
        }
      } catch {
        preconditionFailure("\(error)")
      }
      startup.onCompletion = { _ in gate.open() }
      return AppLifecycleMediator(
        policy: .lifecycle, notificationCenter: services.center
      ) {
        startup
        AppLaunchAction {
          startup.run()
          if case .failed(let error) = startup.report[opening.name]?.outcome {
            services.note("no database: \(error)")
          }
        }
        gate
        Privacy(services)
        Drafts(services)
        Sessions(services)
        Syncing(services)
        BackgroundWork("upload") { await services.sync.upload() }
        ClosureListener("images", .didEnterBackground, .didReceiveMemoryWarning) { _ in
          services.note("purge images")
        }
        DatabaseKeeper(services, opening)
        refresh
        ClosureListener("dates", .significantTimeChange) { _ in services.note("reload dates") }
        ClosureListener("keys", .protectedDataDidBecomeAvailable) { _ in
          services.note("unlock keys")
        }
        Links(services, gate)
        Push(services, gate)
        Downloads(services)
        Windows(services)
        run
        Log(services)
      }
    }

    // The lines of the page "Delegate methods that you add".

    func application(
      _ application: UIApplication, configurationForConnecting session: UISceneSession,
      options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      sceneConfiguration(for: session, options: options)
    }

    func application(
      _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask {
      UIInterfaceOrientationMask(
        rawValue: (mediator.askForSupportedOrientations(window: window) ?? .all).rawValue)
    }

    func application(
      _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
      completionHandler: @escaping () -> Void
    ) {
      handleEvents(ofBackgroundURLSession: identifier, completionHandler: completionHandler)
    }
  }

  class SceneDelegate: LifecycleSceneDelegate {
    override func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      guard let windowScene = scene as? UIWindowScene else { return }
      let window = UIWindow(windowScene: windowScene)
      window.rootViewController = UIViewController()
      window.makeKeyAndVisible()
      self.window = window
      super.scene(scene, willConnectTo: session, options: connectionOptions)
    }
  }

  // MARK: The listeners

  /// What the listeners have in common: the services.
  @MainActor class Listener {
    let services: Services
    init(_ services: Services) { self.services = services }
  }

  /// A run that did not end in order is taken for a crash.
  final class Run: Listener, AppLifecycleListener {
    func begin() {
      if !services.lastRunEnded { services.note("report crash") }
      services.lastRunEnded = false
    }

    func onAppWillTerminate() {
      services.lastRunEnded = true
      services.note("the run has ended")
    }
  }

  /// The app switcher shows a picture of the app, which must not show notes.
  final class Privacy: Listener, AppLifecycleListener, AppExtensionPointDeciding {
    func onAppDidBecomeActive() { services.note("uncover") }
    func onAppWillResignActive() { services.note("cover") }

    /// Keyboards of other makers could read the notes.
    func onAppShouldAllow(extensionPoint: String) -> Bool {
      extensionPoint != UIApplication.ExtensionPointIdentifier.keyboard.rawValue
    }
  }

  final class Drafts: Listener, AppStateRestorationDeciding {
    private var draft = ""

    func onAppDidEnterBackground() { services.note("save draft") }

    func onAppShouldSaveState(with coder: NSCoder) -> Bool {
      coder.encode(draft as NSString, forKey: "draft")
      return true
    }

    func onAppShouldRestoreState(with coder: NSCoder) -> Bool {
      guard let saved = coder.decodeObject(of: NSString.self, forKey: "draft") else { return false }
      draft = String(describing: saved)
      return true
    }
  }

  /// A short absence does not end a session.
  final class Sessions: Listener, AppLifecycleListener {
    private var isOpen = false
    private var leftAt: Duration?

    func onAppDidBecomeActive() {
      if let leftAt, services.now - leftAt < .seconds(30) {
        services.note("session continues")
      } else {
        if isOpen { services.note("session ended") }
        isOpen = true
        services.note("session begins")
      }
      leftAt = nil
    }

    func onAppDidEnterBackground() {
      guard isOpen else { return }
      leftAt = services.now
      services.note("session pauses")
    }
  }

  final class Syncing: Listener, AppLifecycleListener {
    func onAppDidBecomeActive() { services.sync.start() }
    func onAppWillResignActive() { services.sync.stop() }
  }

  final class DatabaseKeeper: AppLifecycleListener {
    private let services: Services
    private let opening: StartupCommand<Services.Database>

    init(_ services: Services, _ opening: StartupCommand<Services.Database>) {
      (self.services, self.opening) = (services, opening)
    }

    func onAppDidReceiveMemoryWarning() { services.database.trim() }
    func onAppDidEnterBackground() { services.database.trim() }
    func onAppWillTerminate() { (try? opening.value)?.close() }
  }

  final class Refresh: Listener, AppLifecycleListener {
    private let identifier = "com.example.notes.refresh"
    private var last: Duration?

    func register() {
      let isRegistered = BGTaskScheduler.shared.register(
        forTaskWithIdentifier: identifier, using: .main
      ) { self.handle($0) }
      services.note(isRegistered ? "register refresh" : "refresh is registered already")
    }

    func onAppWillEnterForeground() {
      if let last, services.now - last < .seconds(300) { return }
      last = services.now
      services.note("refresh")
    }

    func onAppDidEnterBackground() {
      let request = BGAppRefreshTaskRequest(identifier: identifier)
      request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
      do {
        try BGTaskScheduler.shared.submit(request)
        services.note("schedule refresh")
      } catch {
        services.note("no refresh: \(error)")
      }
    }

    private func handle(_ task: BGTask) {
      services.note("refresh in the background")
      onAppDidEnterBackground()
      task.setTaskCompleted(success: true)
    }
  }

  final class Links: AppURLOpening, AppUserActivityContinuing, AppQuickActionPerforming {
    private let services: Services
    private let gate: AppRequestGate

    init(_ services: Services, _ gate: AppRequestGate) {
      (self.services, self.gate) = (services, gate)
    }

    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
      guard url.scheme == "notes" else {
        services.note("unknown link")
        return false
      }
      return gate.perform("link") { self.services.router.show(url) }
    }

    func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer {
      let router = services.router
      if activity.activityType == "com.example.notes.reading",
        let page = activity.userInfo?["page"] as? Int
      {
        return gate.perform("activity") { router.show(page: page) } ? .handled : .notHandled
      }
      if activity.activityType == "NSUserActivityTypeBrowsingWeb", let url = activity.webpageURL {
        return gate.perform("activity") { router.show(url) } ? .handled : .notHandled
      }
      return .notHandled
    }

    func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool {
      guard action.type == "new-note", await gate.wait(for: "quick action") else { return false }
      services.router.newNote()
      return true
    }
  }

  final class Push: AppRemoteNotificationRegistering, AppRemoteNotificationReceiving {
    private let services: Services
    private let gate: AppRequestGate

    init(_ services: Services, _ gate: AppRequestGate) {
      (self.services, self.gate) = (services, gate)
    }

    func onAppDidRegisterForRemoteNotifications(deviceToken: Data) {
      let token = deviceToken.map { String(format: "%02x", $0) }.joined()
      services.note("send token \(token)")
    }

    func onAppDidFailToRegisterForRemoteNotifications(error: any Error) { services.note("no push") }

    func onAppDidReceiveRemoteNotification(
      _ userInfo: [AnyHashable: Any]
    ) async -> AppFetchResult {
      guard let topic = userInfo["topic"] as? String else { return .noData }
      guard await gate.wait(for: "push") else { return .failed }
      return await services.sync.pull(topic) ? .newData : .noData
    }
  }

  final class Downloads: Listener, AppBackgroundURLSessionHandling {
    func onAppHandleBackgroundURLSessionEvents(identifier: String) async {
      guard identifier == "com.example.notes.downloads" else { return }
      await services.sync.finishDownloads(identifier)
    }
  }

  final class Windows: Listener, AppSceneConfiguring, AppOrientationSupporting {
    private var hasLaunched = false

    func onAppDidFinishLaunching() { hasLaunched = true }

    func onAppConfigureScene(_ request: AppSceneRequest) -> AppSceneConfiguration? {
      let isReading = request.activityTypes.contains("com.example.notes.reading")
      return AppSceneConfiguration(name: isReading ? "Reader" : "Default")
    }

    func onAppDidDiscardScenes(identifiers: [String]) {
      for identifier in identifiers { services.note("forget window \(identifier)") }
    }

    func onAppSupportedOrientations(window: AnyObject?) -> AppOrientationMask? {
      hasLaunched ? .all : .portrait
    }
  }

  /// Comes last, so that it writes what the others have logged.
  final class Log: Listener, AppLaunchPreparing {
    func onAppWillFinishLaunching(options: [String: Any]) -> Bool {
      services.note("launch begins")
      return true
    }

    func onAppDidEnterBackground() { services.note("flush log") }
    func onAppWillTerminate() { services.note("flush log") }
  }
}
