#if canImport(AppKit) && !canImport(UIKit)
  // A sample of the page "Mac apps".

  import AppKit
  import LifecycleBus
  import LifecycleBusDelegates

  final class Export: AppTerminationDeciding {
    private weak var mediator: AppLifecycleMediator?
    private var isRunning = true

    func onAttach(to mediator: AppLifecycleMediator) { self.mediator = mediator }

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
      AppLifecycleMediator(policy: .lifecycle) { Export() }
    }
  }
#endif
