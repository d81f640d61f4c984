import BenchmarkListeners
import Foundation
import LifecycleBus
import OpenCombine
import OpenCombineFoundation

/// A publisher of the notification and a sink for each listener, as code with Combine has them.
@MainActor
final class CombinePublishers {
  private let center = NotificationCenter()
  private var sinks: [AnyCancellable] = []

  init(for listeners: [any AppLifecycleListener]) {
    sinks = listeners.map { listener in
      center.ocombine.publisher(for: Stage.name).sink { _ in
        MainActor.assumeIsolated { listener.onAppDidBecomeActive() }
      }
    }
  }

  func post(_ times: Int) {
    for _ in 0..<times { center.post(name: Stage.name, object: nil) }
  }
}
