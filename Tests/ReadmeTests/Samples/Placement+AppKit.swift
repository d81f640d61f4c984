#if canImport(AppKit) && !canImport(UIKit)
  import AppKit
  import LifecycleBus
  import LifecycleBusDelegates

  @MainActor
  final class AppDelegate: NSObject, NSApplicationDelegate {
    let mediator = AppLifecycleMediator(
      listeners: [ImageCache(), DraftSaver()], policy: .lifecycle)
  }
#endif
