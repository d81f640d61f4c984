import LifecycleBusOnUIKit
import Testing
import StandInUIKit

@MainActor
@Suite("UIKit's state, read by a late mediator")
struct ReadingTests {
  let center = NotificationCenter()

  func application(
    _ state: UIApplication.State, scenes: [UIScene.ActivationState] = []
  ) -> UIApplication {
    let application = UIApplication()
    application.applicationState = state
    for state in scenes {
      let scene = UIScene()
      scene.activationState = state
      application.connectedScenes.insert(scene)
    }
    return application
  }

  @Test(
    "background is believed only if a scene says so too (25)",
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
    let mediator = AppLifecycleMediator(notificationCenter: center)
    #expect(mediator.assumeState(of: application(state, scenes: scenes)))
    #expect(mediator.state == expected)
  }

  @Test("the application is read once, and never after a notification (25)")
  func once() {
    let mediator = AppLifecycleMediator(policy: .lifecycle, notificationCenter: center)
    #expect(mediator.assumeState(of: application(.inactive)))
    #expect(!mediator.assumeState(of: application(.active)))
    #expect(mediator.state == .inactive)
    let other = AppLifecycleMediator(policy: .lifecycle, notificationCenter: center)
    center.post(.didFinishLaunching)
    #expect(!other.assumeState(of: application(.active)))
    #expect(other.state == .inactive)
  }

  @Test("the names of this platform are UIKit's")
  func vocabulary() {
    #expect(
      AppLifecycleVocabulary.current.name(for: .didEnterBackground)?.rawValue
        == "UIApplicationDidEnterBackgroundNotification")
  }
}
