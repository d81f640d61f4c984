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
  ///   print(await mediator.askToFetchInBackground())
  /// }
  /// ```
  ///
  /// - Parameter request: Asks the listeners, and passes their answer on.
  public func startRequest(_ request: @escaping @MainActor () async -> Void) {
    MainActorContext.startAtOnce(request)
  }

  /// Asks every adopter of a request protocol, one after another, in the mediator's order.
  ///
  /// For the requests that have no method of their own, and for a delegate that combines answers in
  /// its own way:
  ///
  /// ```swift
  /// let isAllowed = mediator.ask((any AppExtensionPointDeciding).self) {
  ///   $0.onAppShouldAllow(extensionPoint: "com.apple.keyboard-service")
  /// }.allSatisfy { $0 }
  /// ```
  ///
  /// A listener that is detached before its turn is not asked; the answer of one that detaches
  /// itself while it answers counts.
  ///
  /// - Parameters:
  ///   - role: The protocol.
  ///   - scene: The scene that the request is meant for; `nil` for all.
  ///   - question: Calls the listener's method, and returns its answer.
  /// - Returns: The answers, in the order of the listeners; empty if there is no adopter.
  @discardableResult
  public func ask<Role, Answer>(
    _ role: Role.Type, in scene: AppSceneID? = nil, _ question: (Role) -> Answer
  ) -> [Answer] {
    answers(of: role, in: scene, question).map(\.value)
  }

  /// Asks the adopters of a request protocol in the mediator's order, until one has an answer. The
  /// others are not asked.
  ///
  /// ```swift
  /// let handler = mediator.firstAnswer(of: (any AppIntentHandling).self) {
  ///   $0.onAppHandler(for: intent)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - role: The protocol.
  ///   - scene: The scene that the request is meant for; `nil` for all.
  ///   - question: Calls the listener's method, and returns its answer; `nil` for none.
  /// - Returns: The first answer that is not `nil`; `nil` if no listener has one.
  public func firstAnswer<Role, Answer>(
    of role: Role.Type, in scene: AppSceneID? = nil, _ question: (Role) -> Answer?
  ) -> Answer? {
    answers(of: role, in: scene, until: { $0 != nil }, question).last?.value
  }

  /// Asks every adopter of a request protocol, all at once, and waits until each has answered, was
  /// detached, or has missed the deadline. Returns at once if there is no adopter.
  ///
  /// A listener that misses the deadline is named in
  /// ``/LifecycleBus/AppLifecycleAnomaly/requestExpired(_:listeners:)``, and its task is cancelled.
  /// An answer that comes even later is reported and changes nothing.
  ///
  /// ```swift
  /// mediator.startRequest {
  ///   await mediator.askAndWait((any AppBackgroundURLSessionHandling).self) {
  ///     await $0.onAppHandleBackgroundURLSessionEvents(identifier: identifier)
  ///   }
  ///   print("all are done")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - role: The protocol.
  ///   - scene: The scene that the request is meant for; `nil` for all.
  ///   - deadline: How long to wait at most; `nil` for as long as it takes.
  ///   - clock: Measures the deadline; a test brings its own.
  ///   - question: Calls the listener's method, and returns its answer.
  /// - Returns: The answers, in the order of the listeners; `nil` of one that missed the deadline.
  @discardableResult
  public func askAndWait<Role, Answer: Sendable>(
    _ role: Role.Type, in scene: AppSceneID? = nil, deadline: Duration? = requestDeadline,
    clock: any Clock<Duration> = ContinuousClock(),
    _ question: @escaping @MainActor (Role) async -> Answer
  ) async -> [Answer?] {
    let adopters = store.turns.filter { $0.listener is Role && $0.answers(in: scene) }
    return await request(role, of: adopters, question).answers(deadline: deadline, clock: clock)
  }

  /// The answers of the adopters, each with its listener's turn.
  func answers<Role, Answer>(
    of role: Role.Type, in scene: AppSceneID? = nil,
    until isFinal: (Answer) -> Bool = { _ in false }, _ question: (Role) -> Answer
  ) -> [(turn: ListenerTurn, value: Answer)] {
    var answers: [(turn: ListenerTurn, value: Answer)] = []
    for turn in store.turns {
      guard let listener = turn.listener as? Role, turn.answers(in: scene) else { continue }
      let answer = question(listener)
      answers.append((turn, answer))
      if isFinal(answer) { break }
    }
    return answers
  }

  /// A request to some adopters of a protocol, which asks them once its answers are awaited.
  ///
  /// It does not keep the mediator, because a listener that never answers would keep all listeners
  /// alive.
  func request<Role, Answer: Sendable>(
    _ role: Role.Type, of adopters: [ListenerTurn],
    until isFinal: @escaping (Answer) -> Bool = { _ in false },
    _ question: @escaping @MainActor (Role) async -> Answer
  ) -> PendingRequest<Answer> {
    // A detach is reported by the store of the listener or by that of a group around it.
    var stores = adopters.isEmpty ? [:] : [ObjectIdentifier(store): store]
    for container in adopters.lazy.flatMap(\.containers) {
      stores[ObjectIdentifier(container.store)] = container.store
    }
    return PendingRequest(
      "\(role)".replacing("any ", with: ""), adopters, in: Array(stores.values),
      isFinal: isFinal,
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
