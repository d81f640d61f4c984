import Foundation
import LifecycleBus
import LifecycleBusDelegates

final class Handoff: AppUserActivityContinuing {
  private(set) var page: URL?

  func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer {
    guard let url = activity.webpageURL else { return .notHandled }
    page = url
    return .handled
  }

  func onAppDidEnterBackground() { page = nil }
}
