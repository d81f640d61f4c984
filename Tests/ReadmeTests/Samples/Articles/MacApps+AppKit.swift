#if canImport(AppKit) && !canImport(UIKit)
  import AppKit
  import LifecycleBus
  import LifecycleBusDelegates

  // The samples of the page "Mac apps" that need AppKit.

  final class Documents: AppTerminationDeciding {
    private let editor: NoteEditor

    init(editor: NoteEditor) { self.editor = editor }

    func onAppShouldTerminate() -> AppTerminationReply { editor.hasChanges ? .later : .now }

    func onAppDecideTermination() async -> Bool {
      switch await editor.askToSave() {  // a sheet
      case .save: await editor.save()
      case .discard: true
      case .cancel: false  // the app stays, and the next Quit asks again
      }
    }
  }

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
