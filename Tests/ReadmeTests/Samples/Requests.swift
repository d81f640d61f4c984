import Foundation
import LifecycleBus

final class DeepLinks: AppURLOpening {
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
    url.scheme == "notes"
  }
}
