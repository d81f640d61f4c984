import LifecycleBus
import Listeners

@MainActor
func attachMedia(
  to mediator: AppLifecycleMediator, thumbnails: RecordingListener, player: RecordingListener,
  recorder: RecordingListener
) -> ListenerGroup {
  let media = ListenerGroup("media") {
    thumbnails
    ListenerGroup("sound") {
      player
      recorder
    }
  }
  mediator.attach(media)
  return media
}
