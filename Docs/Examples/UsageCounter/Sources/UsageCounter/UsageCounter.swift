public import LifecycleBus

/// Counts the launches of an app, the visits of its user and what the app adds, and sends the counts
/// when the app goes to the background.
///
/// It replaces no method of the app, and needs no app delegate. Releasing it ends it.
@MainActor
public final class UsageCounter {
  private let mediator: AppLifecycleMediator
  private let counts: CountingListener

  /// Makes a counter, at the launch or later.
  ///
  /// - Parameters:
  ///   - host: The mediator of the app. Without one the counter makes a mediator of its own.
  ///   - state: The current state of the app, for a counter without a host. If it isn't given, a
  ///     counter that is made after the launch doesn't count that launch.
  ///   - send: Sends the counts. If it throws, they are sent with the next ones.
  public convenience init(
    host: AppLifecycleMediator? = nil, state: AppLifecycleState = .notRunning,
    send: @escaping @MainActor ([String: Int]) async throws -> Void
  ) {
    self.init(
      mediator: host ?? AppLifecycleMediator(policy: .balanced, initialState: state), send: send)
  }

  init(
    mediator: AppLifecycleMediator, send: @escaping @MainActor ([String: Int]) async throws -> Void
  ) {
    self.mediator = mediator
    counts = CountingListener(send: send)
    // Weakly, so that the app's mediator drops the listener when the app releases the counter.
    mediator.attach(weakly: counts, priority: -100, replay: .state)
  }

  /// Counts something of the app's own.
  public func count(_ name: String) { counts.add(name) }
}

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
    case .didFinishLaunching where context.origin != .synthesized:
      add("launch")

    // Control Center and calls interrupt a visit, and don't end it.
    case .didBecomeActive where !isVisiting:
      isVisiting = true
      add("visit")

    case .didEnterBackground, .willTerminate:
      isVisiting = false
      flush()

    default:
      break
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
