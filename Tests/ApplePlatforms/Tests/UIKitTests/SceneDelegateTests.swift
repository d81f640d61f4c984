import DelegatesOnUIKit
import LifecycleBusOnUIKit
import Testing
import StandInUIKit

@MainActor
@Suite("Scene delegate on UIKit", .serialized)
struct SceneDelegateTests {
  let adopter = Adopter()
  let app: LifecycleAppDelegate
  let scene = UIWindowScene()

  init() {
    app = LifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: [adopter], notificationCenter: NotificationCenter()))
  }

  /// Uses `given`, and else the mediator that an instance made by UIKit finds.
  final class Delegate: LifecycleSceneDelegate {
    var given: AppLifecycleMediator?
    override var mediator: AppLifecycleMediator? { given ?? super.mediator }
  }

  func delegate() -> Delegate {
    let delegate = Delegate()
    delegate.given = app.mediator
    return delegate
  }

  func context(_ string: String) throws -> UIOpenURLContext {
    let options = UIScene.OpenURLOptions()
    options.sourceApplication = "mail"
    return UIOpenURLContext(url: try #require(URL(string: string)), options: options)
  }

  @Test(
    "URLs, activities and quick actions of the launch reach the listeners when the scene connects")
  func connection() async throws {
    let delegate: any UIWindowSceneDelegateMethods = delegate()
    let options = UIScene.ConnectionOptions()
    options.urlContexts = [try context("app://b"), try context("app://a")]
    options.userActivities = [
      NSUserActivity(activityType: "write"), NSUserActivity(activityType: "read"),
    ]
    options.shortcutItem = UIApplicationShortcutItem(type: "compose", localizedTitle: "New")
    let session = UISceneSession(
      persistentIdentifier: "1",
      configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))
    delegate.scene(scene, willConnectTo: session, options: options)
    while adopter.asked.count < 5 { await Task.yield() }
    #expect(
      adopter.asked == [
        "open app://a from mail in place false", "open app://b from mail in place false",
        "continue read true", "continue write true", "perform compose New",
      ])
  }

  @Test("URLs and activities of a running scene reach the listeners")
  func running() throws {
    let delegate: any UIWindowSceneDelegateMethods = delegate()
    delegate.scene(scene, openURLContexts: [try context("app://a")])
    delegate.scene(scene, willContinueUserActivityWithType: "read")
    delegate.scene(scene, continue: NSUserActivity(activityType: "read"))
    delegate.scene(scene, didUpdate: NSUserActivity(activityType: "read"))
    #expect(
      adopter.asked == [
        "open app://a from mail in place false", "will continue read", "continue read true",
        "updated read",
      ])
  }

  @Test("the handler of a quick action is called once")
  func quickAction() async {
    let delegate: any UIWindowSceneDelegateMethods = delegate()
    let completion = Completion<Bool>()
    let item = UIApplicationShortcutItem(type: "compose", localizedTitle: "New")
    delegate.windowScene(
      scene, performActionFor: item, completionHandler: completion.handler())
    await completion.wait()
    #expect(completion.values == [true])
  }

  @Test("without a mediator the handler is called once with false")
  func noMediator() async {
    final class WithoutMediator: LifecycleSceneDelegate {
      override var mediator: AppLifecycleMediator? { nil }
    }
    let completion = Completion<Bool>()
    let item = UIApplicationShortcutItem(type: "compose", localizedTitle: "New")
    WithoutMediator().windowScene(
      scene, performActionFor: item, completionHandler: completion.handler())
    await completion.wait()
    #expect(completion.values == [false])
  }

  @Test("the mediator is that of the latest app delegate")
  func latest() {
    let last = LifecycleAppDelegate(mediator: app.mediator)
    #expect(LifecycleSceneDelegate().mediator === app.mediator)
    withExtendedLifetime(last) {}
  }
}
