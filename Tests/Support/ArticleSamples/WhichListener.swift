import Foundation
import LifecycleBus
import Listeners

/// The samples of the page "Which listener".
@MainActor
func whichListener() {
  let media = ListenerGroup("media") {
    ClosureListener("thumbnails", .didReceiveMemoryWarning) { _ in print("thumbnails emptied") }
    ListenerGroup("sound") {
      ClosureListener("player", .willResignActive) { _ in print("player paused") }
    }
  }
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(listeners: [media], notificationCenter: center)
  center.post(.willResignActive)
  center.post(.didReceiveMemoryWarning)
  print(media)
  print(mediator.listenerCount)
}
