import DelegatesOnUIKit
import LifecycleBusOnUIKit
import StandInUIKit
import StandInUserNotifications
import Testing

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
    var takesTaps = true
    override var mediator: AppLifecycleMediator? { given ?? super.mediator }
    override var forwardsNotificationResponse: Bool { takesTaps }
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

  let session = UISceneSession(
    persistentIdentifier: "1",
    configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))

  /// Connection options with all that a scene can be made for.
  func everything() throws -> UIScene.ConnectionOptions {
    let options = UIScene.ConnectionOptions()
    options.urlContexts = [try context("app://b"), try context("app://a")]
    options.handoffUserActivityType = "read"
    options.userActivities = [
      NSUserActivity(activityType: "write"), NSUserActivity(activityType: "read"),
    ]
    options.shortcutItem = UIApplicationShortcutItem(type: "compose", localizedTitle: "New")
    let content = UNNotificationContent()
    content.userInfo = ["note": "1"]
    let request = UNNotificationRequest(identifier: "reminder", content: content)
    let response = UNTextInputNotificationResponse(
      UNNotification(request), actionIdentifier: "reply")
    response.userText = "later"
    options.notificationResponse = response
    return options
  }

  @Test("what a scene was made for has reached the listeners when the method returns")
  func connection() throws {
    let delegate: any UIWindowSceneDelegateMethods = delegate()
    delegate.scene(scene, willConnectTo: session, options: try everything())
    #expect(
      adopter.asked == [
        "open app://a from mail in place false", "open app://b from mail in place false",
        "will continue read", "continue read true", "continue write true", "perform compose New",
        "respond reply reminder [\"note\"] later true",
      ])
    #expect(adopter.scenes.count == 6)
    #expect(adopter.scenes.allSatisfy { $0 == AppSceneID(scene) })
  }

  @Test("a response that the notification center's delegate receives is not forwarded")
  func taps() throws {
    let delegate = delegate()
    delegate.takesTaps = false
    delegate.scene(scene, willConnectTo: session, options: try everything())
    let asked = adopter.asked.map { String($0.prefix { $0 != " " }) }
    #expect(asked == ["open", "open", "will", "continue", "continue", "perform"])
  }

  @Test("a quick action of a cold launch comes before the events that follow the connection")
  func coldLaunch() throws {
    final class Order: AppQuickActionPerforming {
      var entries: [String] = []
      func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool {
        entries.append(action.type)
        return true
      }
      func onAppDidBecomeActive() { entries.append("active") }
    }
    let order = Order()
    let delegate: any UIWindowSceneDelegateMethods = delegate()
    app.mediator.attach(order)
    delegate.scene(scene, willConnectTo: session, options: try everything())
    app.mediator.post(.didBecomeActive)
    #expect(order.entries == ["compose", "active"])
  }

  @Test("a listener of one scene answers for its own window")
  func ownWindow() throws {
    final class Router: AppURLOpening {
      let answersForScene: AppSceneID?
      var opened: [URL] = []
      init(_ scene: UIScene) { answersForScene = AppSceneID(scene) }
      func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
        opened.append(url)
        return true
      }
    }
    let other = UIWindowScene()
    let routers = [scene, other].map(Router.init)
    for router in routers { app.mediator.attach(router) }
    let delegate: any UIWindowSceneDelegateMethods = delegate()
    delegate.scene(other, openURLContexts: [try context("app://a")])
    #expect(routers.map(\.opened.count) == [0, 1])
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
