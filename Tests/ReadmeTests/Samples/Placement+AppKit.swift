#if canImport(AppKit) && !canImport(UIKit)
  import AppKit
  import LifecycleBus

  final class AppDelegate: NSObject, NSApplicationDelegate {
    let mediator = AppLifecycleMediator(listeners: [ImageCache(), DraftSaver()])
  }
#endif
