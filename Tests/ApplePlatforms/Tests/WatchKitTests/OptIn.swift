// Written by `declarations` from DelegateMethods.md; edit that.
import Foundation
import LifecycleBusOnWatchKit
import DelegatesOnWatchKit
import StandInWatchKit
import StandInCloudKit

final class OptInLifecycleAppDelegate: LifecycleAppDelegate, WKApplicationDelegateOptInMethods {
  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    for task in backgroundTasks {
      mediator.startRequest { [mediator, requestDeadline] in
        let answers = await mediator.askAndWait(
          (any AppBackgroundTaskHandling).self, deadline: requestDeadline
        ) { await $0.onAppHandleBackgroundTask(task) }
        if task is WKSnapshotRefreshBackgroundTask { return }
        task.setTaskCompletedWithSnapshot(answers.contains(true))
      }
    }
  }
  func userDidAcceptCloudKitShare(with metadata: CKShare.Metadata) {
    mediator.ask((any AppCloudKitShareAccepting).self) {
      $0.onAppAcceptCloudKitShare(metadata, scene: nil)
    }
  }
}
