import LifecycleBus

/// Counts the events, and sends the counts under a hold.
final class CountingListener: AppNamedListener {
  /// What the app's own reports call this listener.
  let listenerName = "UsageCounter"
  private let send: @MainActor ([String: Int]) async throws -> Void
  private weak var mediator: AppLifecycleMediator?
  private var counts: [String: Int] = [:]
  private var isVisiting = false

  init(send: @escaping @MainActor ([String: Int]) async throws -> Void) { self.send = send }

  func add(_ name: String) { counts[name, default: 0] += 1 }

  func onAttach(to mediator: AppLifecycleMediator) { self.mediator = mediator }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    switch event {
    // A synthesized launch happened at some earlier time, and perhaps nobody has seen it.
    case .didFinishLaunching where context.origin != .synthesized: add("launch")
    // Control Center and calls interrupt a visit, and do not end it.
    case .didBecomeActive where !isVisiting:
      isVisiting = true
      add("visit")
    case .didEnterBackground, .willTerminate:
      isVisiting = false
      flush()
    default: break
    }
  }

  private func flush() {
    if counts.isEmpty { return }
    let batch = counts
    counts = [:]
    let hold = mediator?.hold(listenerName)
    Task {
      do {
        try await send(batch)
      } catch {
        counts.merge(batch, uniquingKeysWith: +)
      }
      hold?.release()
    }
  }
}
