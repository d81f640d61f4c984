#if canImport(UIKit) && !os(watchOS)
  import LifecycleBus
  import LifecycleBusDelegates
  import LifecycleBusRemoteNotifications
  import UIKit

  final class NotesDelegate: RemoteNotificationLifecycleAppDelegate {
    override class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(policy: .lifecycle) {
        NoteLinks()
        Handoff()
        NewsFetch()
      }
    }
  }
#endif
