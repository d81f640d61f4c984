#if canImport(UIKit) && !os(watchOS)
  import LifecycleBus
  import UIKit

  final class AppDelegate: UIResponder, UIApplicationDelegate {
    let mediator = AppLifecycleMediator(listeners: [ImageCache(), DraftSaver()])
  }
#endif
