import DelegatesOnUIKit
import LifecycleBusOnUIKit
import Testing
import StandInUIKit

@MainActor
@Suite("Initial state from UIKit")
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
    "the background counts only if a scene is in the background too (25)",
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

  @Test("the state is read once, and not after a notification (25)")
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

  @Test("the current vocabulary is UIKit's")
  func vocabulary() {
    #expect(
      AppLifecycleVocabulary.current.name(for: .didEnterBackground)?.rawValue
        == "UIApplicationDidEnterBackgroundNotification")
  }
}
