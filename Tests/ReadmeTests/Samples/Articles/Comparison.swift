import Foundation
import LifecycleBus

// What the page "Comparison" shows of views, Combine and typed messages.

@MainActor
final class Video {
  func pause() {}
}

struct PausedVideo: AppLifecycleListener {
  let video: Video

  func onAppDidEnterBackground() { video.pause() }
}

@MainActor
func refreshFeed(with mediator: AppLifecycleMediator, refresh: () -> Void) async {
  for await event in mediator.events() where event == .didBecomeActive {
    refresh()
  }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
struct UnreadDidChange: NotificationCenter.MainActorMessage {
  typealias Subject = NSObject
  let count: Int
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@MainActor
func showUnread(
  _ inbox: NSObject, center: NotificationCenter, badge: any AppLifecycleListener,
  mediator: AppLifecycleMediator
) -> NotificationCenter.ObservationToken {
  let token = center.addObserver(for: UnreadDidChange.self) { print("\($0.count) unread") }
  center.post(UnreadDidChange(count: 3), subject: inbox)
  mediator.attach(badge, priority: 1, replay: .state)
  return token
}
