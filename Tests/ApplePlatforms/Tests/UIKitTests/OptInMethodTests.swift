import DelegatesOnUIKit
import LifecycleBusOnUIKit
import StandInCloudKit
import StandInUIKit
import Testing

/// The lines of the page "Delegate methods that you add", in subclasses.
@MainActor
@Suite("Opt-in delegate methods on UIKit", .serialized)
struct OptInMethodTests {
  let application = UIApplication()
  let adopter = Adopter()

  func app(adopted: Bool = true) -> any UIApplicationDelegateOptInMethods {
    OptInLifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: adopted ? [adopter] : [], notificationCenter: NotificationCenter()))
  }

  @Test("a failed activity reaches the listeners of the app delegate")
  func failedActivity() {
    app().application(application, didFailToContinueUserActivityWithType: "read", error: Failure())
    #expect(adopter.asked == ["failed read"])
  }

  @Test("the orientations are the adopter's, or the fallback without an answer")
  func orientations() {
    let delegate = app()
    let mask = delegate.application(application, supportedInterfaceOrientationsFor: UIWindow())
    #expect(mask == [.landscapeLeft, .landscapeRight])
    adopter.orientations = nil
    #expect(delegate.application(application, supportedInterfaceOrientationsFor: nil) == .all)
  }

  @Test("the handler of a background session is called once", arguments: [true, false])
  func session(adopted: Bool) async {
    let completion = Completion<Bool>()
    let handler = completion.handler()
    let delegate = app(adopted: adopted)
    delegate.application(application, handleEventsForBackgroundURLSession: "photos") {
      handler(true)
    }
    await completion.wait()
    #expect(completion.values == [true])
    #expect(adopter.asked == (adopted ? ["session photos"] : []))
  }

  @Test(
    "the handler of a background fetch is called once",
    arguments: [(true, UIBackgroundFetchResult.newData), (false, .noData)])
  func fetch(adopted: Bool, expected: UIBackgroundFetchResult) async {
    let completion = Completion<UIBackgroundFetchResult>()
    let delegate = app(adopted: adopted)
    delegate.application(
      application, performFetchWithCompletionHandler: completion.handler())
    await completion.wait()
    #expect(completion.values == [expected])
  }

  @Test("the handler of an intent is the first adopter's")
  func intent() {
    let delegate = app()
    #expect(delegate.application(application, handlerFor: INIntent()) == nil)
    adopter.intentHandler = adopter
    #expect(delegate.application(application, handlerFor: INIntent()) as? Adopter === adopter)
  }

  @Test("the configuration of a scene is the adopter's, or else the manifest's")
  func configuration() {
    let delegate = app()
    let manifest = UISceneConfiguration(name: "Manifest", sessionRole: .windowApplication)
    let session = UISceneSession(persistentIdentifier: "1", configuration: manifest)
    let options = UIScene.ConnectionOptions()
    #expect(
      delegate.application(application, configurationForConnecting: session, options: options)
        === manifest)
    adopter.configuration = AppSceneConfiguration(name: "Editor")
    #expect(
      delegate.application(application, configurationForConnecting: session, options: options).name
        == "Editor")
  }

  @Test("a failed activity and the orientations reach the listeners of the scene delegate")
  func scene() {
    let app = LifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: [adopter], notificationCenter: NotificationCenter()))
    let scene = UIWindowScene()
    let delegate: any UIWindowSceneDelegateOptInMethods = OptInLifecycleSceneDelegate()
    delegate.scene(scene, didFailToContinueUserActivityWithType: "read", error: Failure())
    #expect(adopter.asked == ["failed read"])
    #expect(
      delegate.supportedInterfaceOrientations(for: scene) == [.landscapeLeft, .landscapeRight])
    withExtendedLifetime(app) {}
  }

  final class Keeper: AppSceneStateKeeping, AppCloudKitShareAccepting {
    var text = "draft"
    var shares: [AppSceneID?] = []
    func onAppSaveState(of scene: AppSceneID) -> AnyObject? {
      let activity = NSUserActivity(activityType: "draft")
      activity.userInfo = ["text": text]
      return activity
    }
    func onAppRestoreState(from activity: AppUserActivity) {
      text = activity.userInfo?["text"] as? String ?? ""
    }
    func onAppAcceptCloudKitShare(_ metadata: AnyObject, scene: AppSceneID?) {
      if metadata is CKShare.Metadata { shares.append(scene) }
    }
  }

  @Test("a scene's state is saved and restored, and a share reaches the listeners")
  func stateAndShares() throws {
    let keeper = Keeper()
    let app = OptInLifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: [keeper], notificationCenter: NotificationCenter()))
    let delegate: any UIWindowSceneDelegateOptInMethods = OptInLifecycleSceneDelegate()
    let scene = UIWindowScene()
    let saved = try #require(delegate.stateRestorationActivity(for: scene))
    keeper.text = "lost"
    delegate.scene(scene, restoreInteractionStateWith: saved)
    #expect(keeper.text == "draft")
    delegate.windowScene(scene, userDidAcceptCloudKitShareWith: CKShare.Metadata())
    (app as any UIApplicationDelegateOptInMethods).application(
      application, userDidAcceptCloudKitShareWith: CKShare.Metadata())
    #expect(keeper.shares == [AppSceneID(scene), nil])
  }

  @Test("without a listener no state of a scene is saved")
  func noState() {
    let app = OptInLifecycleAppDelegate(
      mediator: AppLifecycleMediator(notificationCenter: NotificationCenter()))
    let delegate: any UIWindowSceneDelegateOptInMethods = OptInLifecycleSceneDelegate()
    #expect(delegate.stateRestorationActivity(for: UIWindowScene()) == nil)
    withExtendedLifetime(app) {}
  }
}
