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
