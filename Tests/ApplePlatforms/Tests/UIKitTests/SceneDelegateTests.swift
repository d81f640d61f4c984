import LifecycleBus
import LifecycleBusDelegates
import Testing
import UIKit
import UserNotifications

@MainActor
@Suite("Scene delegate on UIKit", .serialized)
struct SceneDelegateTests {
  let adopter = Adopter()
  let mediator: AppLifecycleMediator
  let scene = UIWindowScene()

  init() {
    mediator = AppLifecycleMediator(
      listeners: [adopter], notificationCenter: NotificationCenter())
  }

  /// Uses the mediator of the test.
  final class Delegate: LifecycleSceneDelegate {
    var given: AppLifecycleMediator?
    var counts: [Int] = []
    override var mediator: AppLifecycleMediator? { given }
    override func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
      counts.append(contexts.count)
      super.scene(scene, openURLContexts: contexts)
    }
  }

  /// Receives the response itself.
  final class Taps: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
      _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
      withCompletionHandler completionHandler: @escaping () -> Void
    ) { completionHandler() }
  }

  func delegate() -> Delegate {
    let delegate = Delegate()
    delegate.given = mediator
    return delegate
  }

  func context(_ string: String) throws -> UIOpenURLContext {
    let options = UIScene.OpenURLOptions()
    options.sourceApplication = "mail"
    return UIOpenURLContext(url: try #require(URL(string: string)), options: options)
  }

  let session = UISceneSession(
    persistentIdentifier: "1",
    configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))

  /// Connection options with all that a scene can be made for.
  func everything() throws -> UIScene.ConnectionOptions {
    let options = UIScene.ConnectionOptions()
    options.urlContexts = [try context("app://b"), try context("app://a")]
    options.userActivities = [
      NSUserActivity(activityType: "write"), NSUserActivity(activityType: "read"),
    ]
    options.handoffUserActivityType = "draw"
    options.shortcutItem = UIApplicationShortcutItem(type: "compose", localizedTitle: "New")
    options.notificationResponse = UNNotificationResponse(actionIdentifier: "reply")
    return options
  }

  @Test(
    "what a scene was made for reaches the listeners, what they may await after the method returns",
    arguments: [true, false])
  func connection(takesTaps: Bool) async throws {
    let delegate = delegate()
    let taps = Taps()
    UNUserNotificationCenter.current().delegate = takesTaps ? nil : taps

    delegate.scene(scene, willConnectTo: session, options: try everything())

    var expected = [
      "open app://a from mail in place false in a scene",
      "open app://b from mail in place false in a scene",
      "will continue draw in a scene", "continue read in a scene", "continue write in a scene",
    ]
    #expect(adopter.asked == expected)

    expected.append("perform compose in a scene")
    if takesTaps {
      expected.append("respond reply in a scene")
    }
    delegate.scene(scene, didUpdate: NSUserActivity(activityType: "read"))
    delegate.scene(scene, didFailToContinueUserActivityWithType: "draw", error: Failure())
    expected.insert(contentsOf: ["updated read", "failed draw in a scene"], at: 5)
    await settle()
    #expect(adopter.asked == expected)

    delegate.scene(scene, willConnectTo: session, options: UIScene.ConnectionOptions())
    #expect(delegate.counts == [2], "once for all URLs, and never without any")
    withExtendedLifetime(taps) {}
  }

  @Test("the handler of a quick action is called also without a mediator")
  func quickAction() async {
    let delegate = Delegate()
    let completion = Completion<Bool>()
    let item = UIApplicationShortcutItem(type: "compose", localizedTitle: "New")

    delegate.windowScene(
      scene, performActionFor: item, completionHandler: completion.handler())
    await completion.wait()

    #expect(completion.values == [false])
  }

  @Test("orientations are asked of the listeners of the latest app delegate")
  func optional() {
    let delegate = LifecycleSceneDelegate()
    let method = NSSelectorFromString("supportedInterfaceOrientationsForWindowScene:")
    let empty = LifecycleAppDelegate()
    #expect(!delegate.responds(to: method))

    let app = LifecycleAppDelegate().serving(adopter)
    #expect(delegate.responds(to: method))

    #expect(delegate.supportedInterfaceOrientations(for: scene) == .landscape)
    adopter.orientations = nil
    #expect(delegate.supportedInterfaceOrientations(for: scene) == .all)
    withExtendedLifetime((app, empty)) {}
  }

  @Test("orientations of a window are asked of its scene's listeners alone (66)")
  func orientationsOfAScene() {
    final class Portrait: AppOrientationSupporting {
      let answersForScene: AppSceneID?
      init(_ scene: UIScene) { answersForScene = AppSceneID(scene) }
      func onAppSupportedOrientations(window: UIWindow?) -> UIInterfaceOrientationMask? {
        .portrait
      }
    }
    let other = UIWindowScene()
    let app = LifecycleAppDelegate().serving(Portrait(scene))
    let application = UIApplication()

    for (scene, mask) in [(scene, UIInterfaceOrientationMask.portrait), (other, .all)] {
      let window = UIWindow(windowScene: scene)
      #expect(app.application(application, supportedInterfaceOrientationsFor: window) == mask)
      #expect(LifecycleSceneDelegate().supportedInterfaceOrientations(for: scene) == mask)
    }
  }
}
