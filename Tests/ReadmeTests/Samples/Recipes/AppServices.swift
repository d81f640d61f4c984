import Foundation
import LifecycleBus
import LifecycleBusDelegates

final class NoteLinks: AppURLOpening {
  private(set) var shown: [URL] = []

  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
    guard url.scheme == "note" else { return false }
    shown.append(url)
    return true
  }
}

final class LinkStatistics: AppURLOpening {
  private(set) var opened = 0
  private(set) var visits = 0

  func onAppDidBecomeActive() { visits += 1 }

  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
    opened += 1
    return false
  }
}
