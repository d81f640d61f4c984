import BackgroundTasks
import UIKit

/// The app before: an app delegate and a scene delegate that do everything themselves, in the manner
/// of apps that have grown for years.
enum Before {
  @MainActor
  final class AppDelegate: UIResponder, UIApplicationDelegate {
    // MARK: State that several methods share

    static weak var current: AppDelegate?

    let services = Services.shared
    private var application: UIApplication?
    private var observers: [any NSObjectProtocol] = []

    /// Whether the asynchronous part of the launch is over.
    private(set) var isReady = false
    /// What came before the app was ready.
    private var pending: [() -> Void] = []
    private let pendingLimit = 20

    private var hasLaunchedOnce = false
    private var isInForeground = false
    private var isActive = false
    private var hasOpenedDatabase = false

    private var uploadTask: Task<Void, Never>?
    private var backgroundTask = UIBackgroundTaskIdentifier.invalid

    private var sessionStart: Duration?
    private var leftAt: Duration?
    private let sessionTimeout: Duration = .seconds(30)

    private var lastRefresh: Duration?
    private let refreshInterval: Duration = .seconds(300)

    private var draft = ""

    override init() {
      super.init()
      AppDelegate.current = self
    }

    // MARK: Launch

    func application(
      _ application: UIApplication,
      willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      self.application = application
      services.note("launch begins")
      return true
    }

    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      checkLastRun()
      registerBackgroundTasks()
      openDatabase()
      observeNotifications()
      startSignIn()
      warmImagesLater()
      hasLaunchedOnce = true
      return true
    }

    /// A run that did not end in order is taken for a crash.
    private func checkLastRun() {
      if !services.lastRunEnded {
        services.note("report crash")
      }
      services.lastRunEnded = false
    }

    /// Must be done before the launch ends, or the system throws.
    private func registerBackgroundTasks() {
      let isRegistered = BGTaskScheduler.shared.register(
        forTaskWithIdentifier: "com.example.notes.refresh", using: .main
      ) { task in
        self.handleRefresh(task)
      }
      services.note(isRegistered ? "register refresh" : "refresh is registered already")
    }

    private func openDatabase() {
      do {
        try services.database.open()
        hasOpenedDatabase = true
      } catch {
        // The app goes on without its database, and shows an empty list.
        services.note("no database: \(error)")
      }
      if hasOpenedDatabase {
        services.database.migrate()
      }
    }

    private func observeNotifications() {
      // UIKit has a delegate method for these, and the scene delegate does not.
      observe("UIApplicationDidReceiveMemoryWarningNotification") { delegate in
        delegate.handleMemoryWarning()
      }
      observe("UIApplicationSignificantTimeChangeNotification") { delegate in
        delegate.handleTimeChange()
      }
      observe("UIApplicationProtectedDataDidBecomeAvailable") { delegate in
        delegate.handleProtectedData()
      }
    }

    private func observe(_ name: String, _ handle: @escaping @MainActor (AppDelegate) -> Void) {
      let observer = services.center.addObserver(
        forName: Notification.Name(name), object: nil, queue: nil
      ) { [weak self] _ in
        MainActor.assumeIsolated {
          guard let self else { return }
          handle(self)
        }
      }
      observers.append(observer)
    }

    private func startSignIn() {
      Task {
        await services.waitForSignIn()
        becomeReady()
      }
    }

    /// The first screen must not wait for the images.
    private func warmImagesLater() {
      Task {
        services.note("warm images")
      }
    }

    // MARK: Ready

    private func becomeReady() {
      guard !isReady else { return }
      isReady = true
      let work = pending
      pending = []
      for item in work {
        item()
      }
    }

    /// Does something now, or when the app is ready.
    func whenReady(_ name: String, _ work: @escaping () -> Void) -> Bool {
      if isReady {
        work()
        return true
      }
      guard pending.count < pendingLimit else {
        services.note("lost: \(name)")
        return false
      }
      pending.append(work)
      return true
    }

    // MARK: Called by the scene delegate

    func sceneWillEnterForeground() {
      guard !isInForeground else { return }
      isInForeground = true
      refreshIfNeeded()
    }

    func sceneDidBecomeActive() {
      guard !isActive else { return }
      isActive = true
      uncover()
      continueSession()
      services.sync.start()
    }

    func sceneWillResignActive() {
      guard isActive else { return }
      isActive = false
      cover()
      services.sync.stop()
    }

    func sceneDidEnterBackground() {
      guard isInForeground else { return }
      isInForeground = false
      saveDraft()
      leaveSession()
      upload()
      services.note("purge images")
      services.database.trim()
      scheduleRefresh()
      flushLog()
    }

    // MARK: Privacy

    /// The app switcher shows a picture of the app, which must not show notes.
    private func cover() {
      services.note("cover")
    }

    private func uncover() {
      services.note("uncover")
    }

    // MARK: Sessions

    /// A short absence does not end a session.
    private func continueSession() {
      if let leftAt, sessionStart != nil, services.now - leftAt < sessionTimeout {
        self.leftAt = nil
        services.note("session continues")
        return
      }
      if sessionStart != nil {
        services.note("session ended")
      }
      leftAt = nil
      sessionStart = services.now
      services.note("session begins")
    }

    private func leaveSession() {
      guard sessionStart != nil else { return }
      leftAt = services.now
      services.note("session pauses")
    }

    // MARK: Drafts

    private func saveDraft() {
      services.note("save draft")
    }

    // MARK: Refreshing

    private func refreshIfNeeded() {
      if let lastRefresh, services.now - lastRefresh < refreshInterval {
        return
      }
      lastRefresh = services.now
      services.note("refresh")
    }

    private func scheduleRefresh() {
      let request = BGAppRefreshTaskRequest(identifier: "com.example.notes.refresh")
      request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
      do {
        try BGTaskScheduler.shared.submit(request)
        services.note("schedule refresh")
      } catch {
        services.note("no refresh: \(error)")
      }
    }

    private func handleRefresh(_ task: BGTask) {
      services.note("refresh in the background")
      scheduleRefresh()
      task.setTaskCompleted(success: true)
    }

    // MARK: Uploading

    /// The system suspends the app a few seconds later, unless it is asked for more time.
    private func upload() {
      guard uploadTask == nil, let application else { return }
      backgroundTask = application.beginBackgroundTask(withName: "upload") { [weak self] in
        self?.uploadTask?.cancel()
        self?.endBackgroundTask()
      }
      uploadTask = Task {
        await services.sync.upload()
        uploadTask = nil
        endBackgroundTask()
      }
    }

    private func endBackgroundTask() {
      guard backgroundTask != .invalid else { return }
      let ended = backgroundTask
      backgroundTask = .invalid
      application?.endBackgroundTask(ended)
    }

    // MARK: Memory, time and protected data

    private func handleMemoryWarning() {
      services.note("purge images")
      services.database.trim()
    }

    private func handleTimeChange() {
      services.note("reload dates")
    }

    private func handleProtectedData() {
      services.note("unlock keys")
    }

    // MARK: Links, activities and quick actions

    /// Called by UIKit in an app without scenes only; the scene delegate calls it too.
    func application(
      _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
      open(url)
    }

    func open(_ url: URL) -> Bool {
      guard url.scheme == "notes" else {
        services.note("unknown link")
        return false
      }
      return whenReady("link") {
        self.services.router.show(url)
      }
    }

    func `continue`(_ activity: NSUserActivity) -> Bool {
      switch activity.activityType {
      case "com.example.notes.reading":
        guard let page = activity.userInfo?["page"] as? Int else { return false }
        return whenReady("activity") {
          self.services.router.show(page: page)
        }
      case "NSUserActivityTypeBrowsingWeb":
        guard let url = activity.webpageURL else { return false }
        return whenReady("activity") {
          self.services.router.show(url)
        }
      default:
        return false
      }
    }

    func perform(_ item: UIApplicationShortcutItem, _ completion: @escaping (Bool) -> Void) {
      guard item.type == "new-note" else {
        completion(false)
        return
      }
      let isAccepted = whenReady("quick action") {
        self.services.router.newNote()
        completion(true)
      }
      if !isAccepted {
        completion(false)
      }
    }

    // MARK: Push

    func application(
      _ application: UIApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      let token = deviceToken.map { String(format: "%02x", $0) }.joined()
      services.note("send token \(token)")
    }

    func application(
      _ application: UIApplication,
      didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
      services.note("no push")
    }

    func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
      guard let topic = userInfo["topic"] as? String else {
        completionHandler(.noData)
        return
      }
      let isAccepted = whenReady("push") {
        Task {
          let isNew = await self.services.sync.pull(topic)
          completionHandler(isNew ? .newData : .noData)
        }
      }
      if !isAccepted {
        completionHandler(.failed)
      }
    }

    // MARK: Background downloads

    func application(
      _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
      completionHandler: @escaping () -> Void
    ) {
      guard identifier == "com.example.notes.downloads" else {
        // Another SDK's session; forgetting this call would cost background time.
        completionHandler()
        return
      }
      Task {
        await services.sync.finishDownloads(identifier)
        completionHandler()
      }
    }

    // MARK: Scenes

    func application(
      _ application: UIApplication,
      configurationForConnecting connectingSceneSession: UISceneSession,
      options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      let isReading = options.userActivities.contains {
        $0.activityType == "com.example.notes.reading"
      }
      return UISceneConfiguration(
        name: isReading ? "Reader" : "Default", sessionRole: connectingSceneSession.role)
    }

    func application(
      _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {
      for identifier in sceneSessions.map(\.persistentIdentifier).sorted() {
        services.note("forget window \(identifier)")
      }
    }

    // MARK: Restoration

    func application(
      _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool {
      coder.encode(draft as NSString, forKey: "draft")
      return true
    }

    func application(
      _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool {
      guard let saved = coder.decodeObject(of: NSString.self, forKey: "draft") else {
        return false
      }
      draft = String(describing: saved)
      return true
    }

    // MARK: Keyboards and orientations

    func application(
      _ application: UIApplication,
      shouldAllowExtensionPointIdentifier extensionPointIdentifier:
        UIApplication.ExtensionPointIdentifier
    ) -> Bool {
      // Keyboards of other makers could read the notes.
      extensionPointIdentifier != .keyboard
    }

    func application(
      _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask {
      hasLaunchedOnce ? .all : .portrait
    }

    // MARK: The end

    func applicationWillTerminate(_ application: UIApplication) {
      if isActive {
        sceneWillResignActive()
      }
      if isInForeground {
        sceneDidEnterBackground()
      }
      if hasOpenedDatabase {
        services.database.close()
      }
      services.lastRunEnded = true
      services.note("the run has ended")
      flushLog()
    }

    private func flushLog() {
      services.note("flush log")
    }
  }

  @MainActor
  class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    private var app: AppDelegate? { AppDelegate.current }

    func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      guard let windowScene = scene as? UIWindowScene else { return }
      let window = UIWindow(windowScene: windowScene)
      window.rootViewController = UIViewController()
      window.makeKeyAndVisible()
      self.window = window

      // What came with the launch does not come again in the methods below.
      let contexts = connectionOptions.urlContexts
      if !contexts.isEmpty {
        self.scene(scene, openURLContexts: contexts)
      }
      for activity in connectionOptions.userActivities {
        self.scene(scene, continue: activity)
      }
      if let item = connectionOptions.shortcutItem {
        app?.perform(item) { _ in }
      }
    }

    func sceneWillEnterForeground(_ scene: UIScene) {
      app?.sceneWillEnterForeground()
    }

    func sceneDidBecomeActive(_ scene: UIScene) {
      app?.sceneDidBecomeActive()
    }

    func sceneWillResignActive(_ scene: UIScene) {
      app?.sceneWillResignActive()
    }

    func sceneDidEnterBackground(_ scene: UIScene) {
      app?.sceneDidEnterBackground()
    }

    func scene(_ scene: UIScene, openURLContexts urlContexts: Set<UIOpenURLContext>) {
      let urls = urlContexts.map(\.url).sorted { $0.absoluteString < $1.absoluteString }
      for url in urls {
        _ = app?.open(url)
      }
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
      _ = app?.continue(userActivity)
    }

    func windowScene(
      _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
      completionHandler: @escaping (Bool) -> Void
    ) {
      guard let app else {
        completionHandler(false)
        return
      }
      app.perform(shortcutItem, completionHandler)
    }
  }
}
