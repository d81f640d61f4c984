import Foundation
import LifecycleBus
import LifecycleBusDelegates

/// The sample of the page "Answering requests".
@MainActor
func answeringRequests() {
  final class NoteLinks: AppURLOpening {
    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
      guard url.scheme == "notes" else { return false }
      print("opened \(url.absoluteString)")
      return true
    }
  }

  final class LinkCounter: AppURLOpening {
    private(set) var count = 0

    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
      count += 1
      return false
    }
  }

  let counter = LinkCounter()
  let mediator = AppLifecycleMediator(
    listeners: [NoteLinks(), counter], notificationCenter: NotificationCenter())
  for text in ["notes://1", "other://1"] {
    guard let url = URL(string: text) else { continue }
    print(mediator.askToOpen(url))
  }
  print("\(counter.count) links counted")
}
