public import LifecycleBus

/// A listener that answers requests: the base of all request protocols.
///
/// Adopt the protocols of single requests, not this one; as many as you like, beside the life-cycle
/// methods. The adopters are asked on the main actor, in the mediator's order: higher priority
/// first, then in the order of attachment, never mirrored. A listener that is detached before its
/// turn is not asked. An answer that was given counts, also if the listener is detached afterwards.
///
/// ```swift
/// final class DeepLinks: AppURLOpening {
///   func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
///     router.show(url)
///     return true
///   }
/// }
/// ```
@MainActor
public protocol AppRequestListener: AppLifecycleListener {}

extension AppLifecycleMediator {
  /// How long an asynchronous request waits for its answers by default: 25 seconds.
  ///
  /// UIKit gives an app about 30 seconds before it ends the process (`UIApplicationDelegate`,
  /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`).
  public nonisolated static let requestDeadline: Duration = .seconds(25)

  /// Asks the adopters of a protocol one after another, and returns the answer of each, with the
  /// name of the listener.
  ///
  /// A listener that is detached before its turn is not asked; the answer of one that detaches
  /// itself while it answers counts.
  ///
  /// - Parameter isFinal: Returns whether an answer ends the asking.
  @discardableResult
  func ask<Role, Answer>(
    _ role: Role.Type, until isFinal: (Answer) -> Bool = { _ in false },
    _ question: (Role) -> Answer
  ) -> [(listener: String, value: Answer)] {
    var answers: [(listener: String, value: Answer)] = []
    for turn in store.turns {
      guard let listener = turn.listener as? Role else { continue }
      // Read before the call, because the listener may be gone after it.
      let name = turn.attachment.name
      let answer = question(listener)
      answers.append((name, answer))
      if isFinal(answer) { break }
    }
    return answers
  }

  /// Asks all adopters of a protocol at once, and waits until each has answered, was detached, or
  /// has missed the deadline.
  ///
  /// - Parameters:
  ///   - method: The method of the listeners, which names the request in anomalies.
  ///   - missing: Counts as the answer of a listener that has missed the deadline.
  func ask<Role, Answer: Sendable>(
    _ method: String, _ role: Role.Type, deadline: Duration, clock: any Clock<Duration>,
    missing: Answer, _ question: @escaping @MainActor (Role) async -> Answer
  ) async -> [Answer] {
    let adopters = store.turns.filter { $0.listener is Role }
    guard !adopters.isEmpty else { return [] }
    // The mediator is not kept, because a listener that never answers would keep all listeners
    // alive.
    let pending = PendingRequest(
      method, adopters, missing: missing,
      ask: { listener in
        guard let listener = listener as? Role else { return nil }
        return await question(listener)
      }, report: { [weak self] in self?.report($0) })
    // A detach is reported by the store of the listener or by that of a group around it.
    var stores = [ObjectIdentifier(store): store]
    for container in adopters.lazy.flatMap(\.containers).compactMap(\.container) {
      stores[ObjectIdentifier(container.store)] = container.store
    }
    for store in stores.values { store.add(pending) }
    defer { for store in stores.values { store.remove(pending) } }
    return await pending.answers(deadline: deadline, clock: clock)
  }
}
