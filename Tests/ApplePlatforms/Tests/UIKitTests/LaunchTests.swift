import DelegatesOnUIKit
import LifecycleBusOnUIKit
@testable import SamplesOnUIKit
import StandInSwiftUI
import StandInUIKit
import Testing

/// The apps of the page "UIKit and scenes", launched as the newest system does it: with scenes.
@MainActor
@Suite("The apps of the documentation on UIKit", .serialized)
struct LaunchTests {
  let application = UIApplication()
  let adopter = Adopter()

  init() { adopter.says = false }

  static let page: String = {
    let root = (0..<5).reduce(URL(filePath: #filePath)) { folder, _ in
      folder.deletingLastPathComponent()
    }
    let page = root.appending(path: "Docs/LifecycleBus/UIKitAndScenes.md")
    return (try? String(contentsOf: page, encoding: .utf8)) ?? ""
  }()

  /// The scene configurations of the manifest that the page shows.
  func configurations() throws -> [[String: Any]] {
    let block = try #require(
      Self.page.components(separatedBy: "\n```xml\n").dropFirst().first?
        .components(separatedBy: "\n```").first)
    let plist = try PropertyListSerialization.propertyList(
      from: Data("<plist version=\"1.0\"><dict>\(block)</dict></plist>".utf8), format: nil)
    let manifest = (plist as? [String: Any])?["UIApplicationSceneManifest"] as? [String: Any]
    let scenes = manifest?["UISceneConfigurations"] as? [String: Any]
    return try #require(
      scenes?[UISceneSession.Role.windowApplication.rawValue] as? [[String: Any]])
  }

  /// Makes the scene delegate that the manifest names, as UIKit does.
  func sceneDelegate() throws -> SceneDelegate {
    let name = try #require(try configurations().first?["UISceneDelegateClassName"] as? String)
    let found: AnyClass? = NSClassFromString(
      name.replacingOccurrences(of: "$(PRODUCT_MODULE_NAME)", with: "SamplesOnUIKit"))
    try #require(found == SceneDelegate.self, "\(name) names another class than SceneDelegate")
    return SceneDelegate()
  }

  /// What a launch with a deep link and a quick action connects the scene with.
  func options() throws -> UIScene.ConnectionOptions {
    let options = UIScene.ConnectionOptions()
    options.urlContexts = [
      UIOpenURLContext(
        url: try #require(URL(string: "notes://1")), options: UIScene.OpenURLOptions())
    ]
    options.shortcutItem = UIApplicationShortcutItem(type: "new-note", localizedTitle: "New")
    return options
  }

  @Test("the manifest's scene delegate shows a window and passes a deep link and a quick action on")
  func launch() async throws {
    let app = AppDelegate()
    app.mediator.attach(adopter)
    _ = app.application(application, willFinishLaunchingWithOptions: nil)
    _ = app.application(application, didFinishLaunchingWithOptions: nil)
    let delegate = try sceneDelegate()
    let session = UISceneSession(
      persistentIdentifier: "1",
      configuration: UISceneConfiguration(name: "Default", sessionRole: .windowApplication))
    delegate.scene(UIWindowScene(), willConnectTo: session, options: try options())
    #expect(delegate.window?.isKeyAndVisible == true)
    #expect(delegate.window?.rootViewController is NotesViewController)
    while adopter.asked.count < 4 { await Task.yield() }
    #expect(
      adopter.asked == [
        "will launch []", "did launch", "open notes://1 from - in place false",
        "perform new-note New",
      ])
  }

  @Test("a deep link and a quick action of a running scene are answered by the app's listeners")
  func running() async throws {
    let app = AppDelegate()
    app.mediator.attach(adopter)
    let delegate = try sceneDelegate()
    delegate.scene(UIWindowScene(), openURLContexts: try options().urlContexts)
    let completion = Completion<Bool>()
    delegate.windowScene(
      UIWindowScene(),
      performActionFor: UIApplicationShortcutItem(type: "new-note", localizedTitle: "New"),
      completionHandler: completion.handler())
    await completion.wait()
    #expect(completion.values == [true])
    #expect(
      adopter.asked == ["open notes://1 from - in place false", "perform new-note New"])
  }

  @Test("a view's task hears the events until the view disappears", .timeLimit(.minutes(1)))
  func viewTask() async throws {
    let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())
    let view = try #require(notesView(hearing: mediator) as? StandInTaskView)
    #expect(mediator.listenerCount == 0)
    let task = view.appear()
    while mediator.listenerCount == 0 { await Task.yield() }
    task.cancel()
    await task.value
    while mediator.listenerCount > 0 { await Task.yield() }
  }

  @Test("SwiftUI's onOpenURL reaches the listeners of the app delegate that SwiftUI made")
  func swiftUI() throws {
    StandInDelegates.register { AppDelegate() }
    let app = LinksApp()
    let delegate = try #require(StandInDelegates.latest as? AppDelegate)
    delegate.mediator.attach(adopter)
    let group = try #require(app.body as? any StandInURLOpening)
    group.open(try #require(URL(string: "notes://1")))
    #expect(adopter.asked == ["open notes://1 from - in place false"])
  }
}
