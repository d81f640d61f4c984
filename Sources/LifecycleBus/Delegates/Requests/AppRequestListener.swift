public import LifecycleBus

/// A listener that answers requests: the base of all request protocols.
///
/// Adopt the protocols of single requests, not this one; as many as you like, beside the life-cycle
/// methods. The adopters are asked on the main actor, in the mediator's order: higher priority
/// first, then in the order of attachment, never mirrored. A listener that is detached before its
/// turn is not asked. An answer that was given counts, also if the listener is detached afterwards.
/// One that returns a scene from ``/LifecycleBus/AppLifecycleListener/answersForScene`` is not asked
/// what is meant for another scene.
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
  /// The first attached listener of a type, in the order in which listeners are asked, those inside
  /// groups included.
  ///
  /// `makeMediator()` is called before the delegate exists, so its listeners are in no property of
  /// the delegate:
  ///
  /// ```swift
  /// let cache = mediator.listener(of: ImageCache.self)
  /// ```
  ///
  /// - Parameter type: The type of the listener.
  /// - Returns: The listener; `nil` if none of that type is attached.
  public func listener<Listener>(of type: Listener.Type) -> Listener? {
    store.turns.lazy.compactMap { $0.listener as? Listener }.first
  }

  /// How long an asynchronous request waits for its answers by default: 25 seconds.
  ///
  /// UIKit gives an app about 30 seconds before it ends the process (`UIApplicationDelegate`,
  /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`).
  public nonisolated static let requestDeadline: Duration = .seconds(25)

  /// Starts an asynchronous request in a delegate method that calls a completion handler. The first
  /// part of the request, up to its first suspension, runs before this returns, so that requests
  /// reach the listeners in the order in which the system makes them. A `Task` would begin in a
  /// later turn of the main actor.
  ///
  /// ```swift
  /// mediator.startRequest {
  ///   completionHandler(await mediator.askToPerform(AppQuickAction(type: item.type)))
  /// }
  /// ```
  ///
  /// - Parameter request: Asks the listeners, and passes their answer on.
  public func startRequest(_ request: @escaping @MainActor () async -> Void) {
    MainActorContext.startAtOnce(request)
  }

  /// Asks the adopters of a protocol one after another, and returns the answer of each, with the
  /// turn and the name of the listener.
  ///
  /// A listener that is detached before its turn is not asked; the answer of one that detaches
  /// itself while it answers counts.
  ///
  /// - Parameters:
  ///   - scene: The scene that the request is meant for.
  ///   - isFinal: Returns whether an answer ends the asking.
  @discardableResult
  func ask<Role, Answer>(
    _ role: Role.Type, in scene: AppSceneID? = nil,
    until isFinal: (Answer) -> Bool = { _ in false },
    _ question: (Role) -> Answer
  ) -> [(turn: ListenerTurn, listener: String, value: Answer)] {
    var answers: [(turn: ListenerTurn, listener: String, value: Answer)] = []
    for turn in store.turns {
      guard let listener = turn.listener as? Role, turn.answers(in: scene) else { continue }
      // Read before the call, because the listener may be gone after it.
      let name = turn.attachment.name
      let answer = question(listener)
      answers.append((turn, name, answer))
      if isFinal(answer) { break }
    }
    return answers
  }

  /// Asks all adopters of a protocol at once, and waits until each has answered, was detached, or
  /// has missed the deadline.
  ///
  /// - Parameters:
  ///   - method: The method of the listeners, which names the request in anomalies.
  ///   - scene: The scene that the request is meant for.
  ///   - missing: Counts as the answer of a listener that has missed the deadline.
  func ask<Role, Answer: Sendable>(
    _ method: String, _ role: Role.Type, in scene: AppSceneID? = nil, deadline: Duration,
    clock: any Clock<Duration>, missing: Answer,
    _ question: @escaping @MainActor (Role) async -> Answer
  ) async -> [Answer] {
    let adopters = store.turns.filter { $0.listener is Role && $0.answers(in: scene) }
    return await request(method, of: adopters, missing: missing, question)
      .answers(deadline: deadline, clock: clock)
  }

  /// A request to some adopters of a protocol, which asks them once its answers are awaited.
  ///
  /// It does not keep the mediator, because a listener that never answers would keep all listeners
  /// alive.
  func request<Role, Answer: Sendable>(
    _ method: String, of adopters: [ListenerTurn], missing: Answer,
    until isFinal: @escaping (Answer) -> Bool = { _ in false },
    _ question: @escaping @MainActor (Role) async -> Answer
  ) -> PendingRequest<Answer> {
    // A detach is reported by the store of the listener or by that of a group around it.
    var stores = adopters.isEmpty ? [:] : [ObjectIdentifier(store): store]
    for container in adopters.lazy.flatMap(\.containers) {
      stores[ObjectIdentifier(container.store)] = container.store
    }
    return PendingRequest(
      method, adopters, in: Array(stores.values), missing: missing, isFinal: isFinal,
      ask: { listener in
        guard let listener = listener as? Role else { return nil }
        return await question(listener)
      }, report: { [weak self] in self?.report($0) })
  }
}

extension ListenerTurn {
  /// Whether the listener answers what is meant for a scene, or for none in particular.
  @MainActor
  fileprivate func answers(in scene: AppSceneID?) -> Bool {
    guard let scene, let own = listener?.answersForScene else { return true }
    return own == scene
  }
}
