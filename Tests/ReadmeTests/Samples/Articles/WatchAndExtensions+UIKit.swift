#if canImport(UIKit) || canImport(WatchKit)
  import Foundation
  import LifecycleBus

  // The sample of the page "Watch apps and extensions" that needs an Apple platform.

  @MainActor
  final class ShareExtensionLifecycle {
    let mediator = AppLifecycleMediator(policy: .lifecycle, initialState: .active)

    init() { mediator.backgroundTime = ExpiringActivityBackgroundTime() }
  }
#endif
