// The code of Docs/LifecycleBus/Crosstalk.md, which a test compares with this file.
import Foundation
import LifecycleBus
import LifecycleBusDelegates

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
struct UnreadDidChange: NotificationCenter.MainActorMessage {
  typealias Subject = Inbox
  let count: Int
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
final class Inbox: AppLifecycleListener {
  private let center: NotificationCenter
  private var unread = 0

  init(center: NotificationCenter) { self.center = center }

  func onAppDidBecomeActive() {
    unread += 1
    center.post(UnreadDidChange(count: unread), subject: self)
  }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
final class Badge: AppLifecycleListener {
  private let show: @MainActor (String) -> Void
  private let observation: NotificationCenter.ObservationToken

  init(center: NotificationCenter, show: @escaping @MainActor (String) -> Void) {
    self.show = show
    observation = center.addObserver(for: UnreadDidChange.self) { show("\($0.count) unread") }
  }

  func onAppWillResignActive() { show("") }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@MainActor
func makeMediator(
  center: NotificationCenter, show: @escaping @MainActor (String) -> Void
) -> AppLifecycleMediator {
  AppLifecycleMediator(policy: .lifecycle, notificationCenter: center) {
    Inbox(center: center)
    Badge(center: center, show: show)
  }
}
