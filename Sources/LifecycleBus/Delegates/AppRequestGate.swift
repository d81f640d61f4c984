public import LifecycleBus

/// Keeps work of requests until the app is ready, and then performs it in order.
///
/// A URL or a push may come while the app still starts. The listener decides at once whether it
/// takes the request, and leaves the work to the gate:
///
/// ```swift
/// final class DeepLinks: AppURLOpening, AppBackgroundFetching {
///   func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
///     guard url.scheme == "notes" else { return false }
///     return gate.perform("open \(url)") { router.show(url) }
///   }
///
///   func onAppPerformFetch() async -> AppFetchResult {
///     guard await gate.wait(for: "fetch") else { return .failed }
///     return await mailbox.fetch("news") ? .newData : .failed
///   }
/// }
/// ```
///
/// Call ``open()`` when the app is ready. Several listeners may share a gate. Attach the gate to
/// the mediator, so that it reports at the end which requests were never handed over.
public final class AppRequestGate: AppLifecycleListener {
  /// Why a request was never handed over.
  public enum Loss: String, Sendable {
    /// The limit of waiting requests was reached.
    case overLimit
    /// The task of an asynchronous request was cancelled, for example at its deadline.
    case cancelled
    /// The app was about to terminate, or has terminated.
    case terminated
  }

  private enum Phase { case closed, open, terminated }

  private struct Waiting {
    /// `nil` for one that cannot be cancelled.
    let number: Int?
    let name: String
    /// Hands the request over, or turns it away. Returns whether the next one waits until this one
    /// suspends.
    let end: @MainActor (_ isHandedOver: Bool) -> Bool
  }

  /// Called on the main actor for each request that is never handed over.
  public var onLoss: (@MainActor (_ name: String, _ loss: Loss) -> Void)?

  private let limit: Int
  private var phase = Phase.closed
  private var queue: [Waiting] = []
  private var lastNumber = 0
  private var isHandingOver = false

  /// Makes a closed gate, in which `limit` requests can wait.
  public init(limit: Int = 64) { self.limit = limit }

  /// The names of the requests that wait, in order.
  package var waiting: [String] { queue.map(\.name) }

  /// Lets all requests pass, those that wait first.
  ///
  /// This does the work of ``perform(_:_:)`` up to the first request that waits asynchronously. The
  /// rest follows in order.
  public func open() {
    guard phase == .closed else { return }
    phase = .open
    handOver()
  }

  /// Does the work at once if the gate is open, or else when it opens. Returns false if the request
  /// was turned away.
  @discardableResult
  public func perform(_ name: String, _ work: @escaping @MainActor () -> Void) -> Bool {
    if passes {
      work()
      return true
    }
    return enqueue(name) { isHandedOver in
      if isHandedOver { work() }
      return false
    }
  }

  /// Waits until the gate is open and the requests before this one are handed over. Returns false
  /// if the request was turned away or its task is cancelled.
  public func wait(for name: String) async -> Bool {
    if passes { return true }
    lastNumber += 1
    let number = lastNumber
    let isHandedOver = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAccepted = enqueue(name, number) { isHandedOver in
          continuation.resume(returning: isHandedOver)
          return isHandedOver
        }
        if !isAccepted { continuation.resume(returning: false) }
      }
    } onCancel: {
      Task { @MainActor in self.turnAway(.cancelled) { $0.number == number } }
    }
    // The next request's turn comes when this one suspends for the first time.
    if isHandedOver { Task { handOver() } }
    return isHandedOver
  }

  /// Turns away what still waits, and everything that comes later.
  public func onAppWillTerminate() {
    phase = .terminated
    turnAway(.terminated) { _ in true }
  }

  private var passes: Bool { phase == .open && !isHandingOver }

  /// Returns false if the request was turned away.
  private func enqueue(
    _ name: String, _ number: Int? = nil,
    _ end: @escaping @MainActor (_ isHandedOver: Bool) -> Bool
  ) -> Bool {
    guard phase != .terminated, queue.count < limit else {
      onLoss?(name, phase == .terminated ? .terminated : .overLimit)
      return false
    }
    queue.append(Waiting(number: number, name: name, end: end))
    return true
  }

  private func handOver() {
    isHandingOver = true
    while phase == .open, !queue.isEmpty {
      if queue.removeFirst().end(true) { return }
    }
    isHandingOver = false
  }

  private func turnAway(_ loss: Loss, where isLost: (Waiting) -> Bool) {
    let lost = queue.filter(isLost)
    queue.removeAll(where: isLost)
    for request in lost {
      onLoss?(request.name, loss)
      _ = request.end(false)
    }
  }
}
