public import LifecycleBus

/// A listener that answers requests: the base of all request protocols.
///
/// Adopt one of the protocols that refine it. Adopters are asked on the main actor, by priority and
/// then in the order of attachment. A listener that is detached before its turn is not asked.
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
  /// The first attached listener of a type, groups included; `nil` if there is none.
  ///
  /// ```swift
  /// let cache = mediator.listener(of: ImageCache.self)
  /// ```
  public func listener<Listener>(of type: Listener.Type) -> Listener? {
    list.turns.lazy.compactMap { $0.listener as? Listener }.first
  }

  /// How long an asynchronous request waits by default: 25 seconds.
  ///
  /// UIKit gives an app about 30 seconds
  /// (`application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`).
  public nonisolated static let requestDeadline: Duration = .seconds(25)

  /// Starts an asynchronous request, for a delegate method that calls a completion handler.
  ///
  /// The part up to the first suspension runs before this returns, so requests keep their order.
  ///
  /// ```swift
  /// mediator.startRequest {
  ///   print(await mediator.askToFetchInBackground())
  /// }
  /// ```
  public func startRequest(_ request: @escaping @MainActor () async -> Void) {
    MainActorContext.startAtOnce(request)
  }

  /// Asks every adopter of a request protocol, one after another, and returns their answers.
  ///
  /// ```swift
  /// let isAllowed = mediator.ask((any AppExtensionPointDeciding).self) {
  ///   $0.onAppShouldAllow(extensionPoint: "com.apple.keyboard-service")
  /// }.allSatisfy { $0 }
  /// ```
  ///
  /// With a `scene`, listeners of other scenes are not asked.
  @discardableResult
  public func ask<Role, Answer>(
    _ role: Role.Type, in scene: AppSceneID? = nil, _ question: (Role) -> Answer
  ) -> [Answer] {
    answers(of: role, in: scene, question).map(\.value)
  }

  /// Asks the adopters of a request protocol until one has an answer, and returns that.
  ///
  /// ```swift
  /// let handler = mediator.firstAnswer(of: (any AppIntentHandling).self) {
  ///   $0.onAppHandler(for: intent)
  /// }
  /// ```
  ///
  /// With a `scene`, listeners of other scenes are not asked.
  public func firstAnswer<Role, Answer>(
    of role: Role.Type, in scene: AppSceneID? = nil, _ question: (Role) -> Answer?
  ) -> Answer? {
    answers(of: role, in: scene, until: { $0 != nil }, question).last?.value
  }

  /// Asks every adopter of a request protocol at once, and waits for their answers.
  ///
  /// A listener that misses the deadline is named in
  /// `AppLifecycleAnomaly.requestExpired(_:listeners:)`, and its task is cancelled.
  /// A later answer changes nothing.
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
  ///   - scene: The scene of the request; `nil` for all.
  ///   - deadline: The longest time to wait; `nil` for no limit.
  ///   - clock: Measures the deadline; for tests.
  ///   - question: Returns a listener's answer.
  /// - Returns: The answers, in the order of the listeners; `nil` for one that missed the deadline.
  @discardableResult
  public func askAndWait<Role, Answer: Sendable>(
    _ role: Role.Type, in scene: AppSceneID? = nil, deadline: Duration? = requestDeadline,
    clock: any Clock<Duration> = ContinuousClock(),
    _ question: @escaping @MainActor (Role) async -> Answer
  ) async -> [Answer?] {
    let adopters = list.turns.filter { $0.listener is Role && $0.answers(in: scene) }
    return await request(role, of: adopters, question).answers(deadline: deadline, clock: clock)
  }

  /// The answers of the adopters, each with its listener's turn.
  func answers<Role, Answer>(
    of role: Role.Type, in scene: AppSceneID? = nil,
    until isFinal: (Answer) -> Bool = { _ in false }, _ question: (Role) -> Answer
  ) -> [(turn: ListenerTurn, value: Answer)] {
    var answers: [(turn: ListenerTurn, value: Answer)] = []
    for turn in list.turns {
      guard let listener = turn.listener as? Role, turn.answers(in: scene) else { continue }
      let answer = question(listener)
      answers.append((turn, answer))
      if isFinal(answer) { break }
    }
    return answers
  }

  /// Does not keep the mediator, because a listener that never answers would keep all listeners
  /// alive.
  func request<Role, Answer: Sendable>(
    _ role: Role.Type, of adopters: [ListenerTurn],
    until isFinal: @escaping (Answer) -> Bool = { _ in false },
    _ question: @escaping @MainActor (Role) async -> Answer
  ) -> PendingRequest<Answer> {
    PendingRequest(
      "\(role)".replacing("any ", with: ""), adopters,
      isFinal: isFinal,
      ask: { listener in
        guard let listener = listener as? Role else { return nil }
        return await question(listener)
      }, report: { [weak self] in self?.report($0) })
  }
}

extension ListenerTurn {
  /// True also for what is meant for no scene in particular.
  @MainActor
  fileprivate func answers(in scene: AppSceneID?) -> Bool {
    guard let scene, let own = listener?.answersForScene else { return true }
    return own == scene
  }
}
