import LifecycleBus
import LifecycleBusDelegates
import LifecycleBusRemoteNotifications
import Testing
import UIKit

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
    final class Restoring: UIUserActivityRestoring {
      func restoreUserActivityState(_ userActivity: NSUserActivity) {}
    }
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
    delegate.application(
      application, didFailToContinueUserActivityWithType: "read", error: Failure())
    delegate.application(application, didDiscardSceneSessions: [session])
    push.application(application, didRegisterForRemoteNotificationsWithDeviceToken: Data([1]))
    push.application(application, didFailToRegisterForRemoteNotificationsWithError: Failure())

    #expect(
      adopter.asked == [
        "updated read", "failed read", "discarded 1", "token of 1", "no token",
      ])
  }

  @Test(
    "scenes and orientations have a listener's answer, or the fallback of the method",
    arguments: [true, false])
  func values(hasListener: Bool) {
    let delegate = hasListener ? delegate : LifecycleAppDelegate()

    let configuration = delegate.application(
      application, configurationForConnecting: session, options: .init())
    let mask = delegate.application(application, supportedInterfaceOrientationsFor: nil)

    #expect(configuration.name == (hasListener ? "Editor" : "Manifest"))
    #expect(mask == (hasListener ? .landscape : .all))
  }

  /// The methods whose presence changes what UIKit does.
  nonisolated static let optional = [
    "application:handleEventsForBackgroundURLSession:completionHandler:",
    "application:configurationForConnectingSceneSession:options:",
    "application:supportedInterfaceOrientationsForWindow:",
    "application:didFailToContinueUserActivityWithType:error:",
  ]

  func seen(by delegate: LifecycleAppDelegate) -> [Bool] {
    Self.optional.map { delegate.responds(to: NSSelectorFromString($0)) }
  }

  @Test("UIKit sees a method that changes its behaviour only if a listener adopts the protocol")
  func optional() {
    final class Sessions: AppBackgroundURLSessionHandling {
      func onAppHandleBackgroundURLSessionEvents(identifier: String) async {}
    }

    #expect(seen(by: LifecycleAppDelegate()) == [false, false, false, false])
    #expect(seen(by: delegate) == [true, true, true, true])
    #expect(seen(by: LifecycleAppDelegate().serving(Sessions())) == [true, false, false, false])
    let others = NSSelectorFromString("application:openURL:options:")
    #expect(LifecycleAppDelegate().responds(to: others))
  }

  @Test("UIKit sees a method that a subclass overrides")
  func overridden() {
    final class Own: LifecycleAppDelegate {
      override class func instanceMethod(for aSelector: Selector!) -> OpaquePointer! {
        aSelector.description == AppDelegateTests.optional[1] ? OpaquePointer(bitPattern: 1) : nil
      }
    }
    #expect(seen(by: Own()) == [false, true, false, false])
  }

  @Test("with scenes, each method that UIKit no longer calls is named once, at the launch")
  func silent() throws {
    final class Silent: LifecycleAppDelegate {
      override class func instanceMethod(for aSelector: Selector!) -> OpaquePointer! {
        let own = [
          "applicationDidEnterBackground:", "application:openURL:options:",
          "application:userDidAcceptCloudKitShareWithMetadata:",
        ]
        return own.contains(aSelector.description) ? OpaquePointer(bitPattern: 1) : nil
      }
    }

    for hasScenes in [true, false] {
      LifecycleAppDelegate.hasScenes = hasScenes
      let delegate = Silent()
      var sentences: [String] = []
      delegate.mediator.onAnomaly = { sentences.append("\($0)") }

      _ = delegate.application(application, willFinishLaunchingWithOptions: nil)
      _ = delegate.application(application, didFinishLaunchingWithOptions: nil)

      try #require(sentences.count == (hasScenes ? 3 : 0))
      #expect(!hasScenes || sentences[0].contains("application:openURL:options: of Silent"))
      #expect(!hasScenes || sentences[1].contains("windowScene(_:userDidAcceptCloudKit"))
      #expect(!hasScenes || sentences[2].contains("onAppDidEnterBackground()"))
    }
  }

  @Test("orientations without an answer are those of the Info.plist")
  func infoPlist() {
    let names = ["UIInterfaceOrientationPortrait", "UIInterfaceOrientationLandscapeLeft", "odd"]
    let key = "UISupportedInterfaceOrientations"

    #expect(UIInterfaceOrientationMask.ofInfoPlist([key: names]) == [.portrait, .landscapeLeft])
    #expect(UIInterfaceOrientationMask.ofInfoPlist([key: "odd"]) == .all)
    #expect(UIInterfaceOrientationMask.ofInfoPlist(nil) == .all)
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

  @Test("a handler is called at the delegate's deadline, and not again by a late answer")
  func deadline() async {
    adopter.isStuck = true
    let delegate = push
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
}
