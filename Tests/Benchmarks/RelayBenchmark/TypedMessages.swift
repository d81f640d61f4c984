import Foundation
import LifecycleBus

/// Observers of one of Foundation's typed messages, one for each listener.
///
/// On Linux they hear typed posts only, so the post is typed too.
@available(macOS 26, *)
@MainActor
final class TypedMessages {
  private struct Activation: NotificationCenter.MainActorMessage {
    typealias Subject = NSObject
    static var name: Notification.Name { Notification.Name("Activation") }
    static func makeMessage(_ notification: Notification) -> Self? { Self() }
  }

  private let center = NotificationCenter()
  private var tokens: [NotificationCenter.ObservationToken] = []

  init(for listeners: [any AppLifecycleListener]) {
    tokens = listeners.map { listener in
      center.addObserver(for: Activation.self) { (_: Activation) in
        listener.onAppDidBecomeActive()
      }
    }
  }

  func post(_ times: Int) {
    for _ in 0..<times { center.post(Activation()) }
  }
}
