// Written by `declarations` from DelegateMethods.md; edit that.
import Foundation
import LifecycleBusOnWatchKit
import DelegatesOnWatchKit
import StandInWatchKit
import StandInCloudKit

@MainActor
protocol BackgroundTaskHandling: AppRequestListener {
  func handle(_ task: WKRefreshBackgroundTask) async
}

@MainActor
protocol ShareAccepting: AppRequestListener {
  func accept(_ share: CKShare.Metadata)
}

final class OptInLifecycleAppDelegate: LifecycleAppDelegate {
  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    for task in backgroundTasks {
      Task { [mediator] in
        await mediator.askAndWait((any BackgroundTaskHandling).self) { await $0.handle(task) }
        if task is WKSnapshotRefreshBackgroundTask { return }
        task.setTaskCompletedWithSnapshot(false)
      }
    }
  }
  func userDidAcceptCloudKitShare(with metadata: CKShare.Metadata) {
    mediator.ask((any ShareAccepting).self) { $0.accept(metadata) }
  }
}
