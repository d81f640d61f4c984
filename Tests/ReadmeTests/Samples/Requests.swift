import Foundation
import LifecycleBus
import LifecycleBusDelegates

final class DeepLinks: AppURLOpening {
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
    url.scheme == "notes"
  }
}

final class QuickActions: AppQuickActionPerforming {
  func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool {
    action.type == "new-note"
  }
}
