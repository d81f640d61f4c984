#if canImport(UIKit) || canImport(WatchKit)
  // The sample of the page "Watch apps and extensions" that needs an Apple platform.

  import LifecycleBus

  @MainActor
  final class ShareExtensionLifecycle {
    let mediator = AppLifecycleMediator(policy: .lifecycle, initialState: .active)
  }
#endif
