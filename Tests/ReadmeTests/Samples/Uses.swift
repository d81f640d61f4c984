import Foundation
import LifecycleBus
import Listeners

// The samples of the README's sections, as they stand there. ReadmeTests compares the two.

final class DraftSaver: AppLifecycleListener {}
final class ImageCache: AppLifecycleListener {
  func empty() {}
}

@MainActor
func attachListeners(to mediator: AppLifecycleMediator, screen: ImageCache, cache: ImageCache) async
{
  let saver = DraftSaver()
  let attachment = mediator.attach(saver)  // the mediator keeps the listener
  mediator.attach(weakly: screen)  // you keep the listener
  mediator.on(.didReceiveMemoryWarning) { _ in cache.empty() }
  attachment.detach()
  for await event in mediator.events() { print(event) }
}

@MainActor
func postEvents(saver: DraftSaver) {
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(listeners: [saver], notificationCenter: center)
  center.post(.willResignActive)
  mediator.post(.didEnterBackground)
  AppLifecycleScenario.coldLaunchWithScenes.play(on: center)
}

@MainActor
func choosePolicy() {
  let plain = AppLifecycleMediator(policy: .relay)
  let strict = AppLifecycleMediator(policy: .lifecycle)
  strict.onAnomaly = { print($0) }
  _ = plain
}

@MainActor
func comeLate(to mediator: AppLifecycleMediator, analytics: DraftSaver, player: DraftSaver) {
  mediator.attach(analytics, replay: .launch)  // didFinishLaunching, if that has happened
  mediator.attach(player, replay: .state)  // the shortest way to the present state
}
