#if canImport(AppKit) && !canImport(UIKit)
  import AppKit
  import LifecycleBus
  import LifecycleBusDelegates

  // The samples of the page "Mac apps" that need AppKit.

  final class Export: AppTerminationDeciding {
    private weak var mediator: AppLifecycleMediator?
    private var isRunning = true

    init(mediator: AppLifecycleMediator) { self.mediator = mediator }

    func onAppShouldTerminate() -> AppTerminationReply {
      guard isRunning, let mediator else { return .now }
      let hold = mediator.hold("export")
      Task {
        await finish()
        hold.release()
      }
      return .later
    }

    private func finish() async { isRunning = false }
  }

  final class StudioDelegate: LifecycleAppDelegate {
    override class func makeMediator() -> AppLifecycleMediator {
      let mediator = AppLifecycleMediator(policy: .lifecycle)
      mediator.attach(Export(mediator: mediator))
      return mediator
    }
  }
#endif
