// Written by `declarations` from DelegateMethods.md; edit that.
import Foundation
import LifecycleBus
import LifecycleBusDelegates
import WatchKit
import CloudKit

final class OptInLifecycleAppDelegate: LifecycleAppDelegate, WKApplicationDelegateOptInMethods {
  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    for task in backgroundTasks {
      mediator.startRequest { [mediator, requestDeadline] in
        let changed = await mediator.askToHandleBackgroundTask(task, deadline: requestDeadline)
        if !(task is WKSnapshotRefreshBackgroundTask) { task.setTaskCompletedWithSnapshot(changed) }
      }
    }
  }
  func userDidAcceptCloudKitShare(with metadata: CKShare.Metadata) {
    mediator.tellOfAcceptedCloudKitShare(metadata)
  }
}
