#if canImport(UIKit) && !os(watchOS)
  import LifecycleBus
  import UIKit

  final class NotesDelegate: LifecycleAppDelegate {
    override class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(policy: .lifecycle) {
        ImageCache()
        DeepLinks()
      }
    }
  }
#endif
