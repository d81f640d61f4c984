public import LifecycleBus

/// The base of all request protocols. For a delegate method that has none, write a protocol of your
/// own:
///
/// ```swift
/// @MainActor
/// protocol KeyboardDeciding: AppRequestListener {
///   func shouldAllowOtherKeyboards() -> Bool
/// }
/// let isAllowed = mediator.ask((any KeyboardDeciding).self) {
///   $0.shouldAllowOtherKeyboards()
/// }.allSatisfy { $0 }
/// ```
///
/// Adopters are asked by priority, and then in the order of attachment.
@MainActor
public protocol AppRequestListener: AppLifecycleListener {}

extension AppLifecycleMediator {
  /// How long an asynchronous request waits by default: 25 seconds. UIKit gives about 30.
  public nonisolated static let requestDeadline: Duration = .seconds(25)

  /// Asks every adopter of a protocol, one after another, and returns the answers.
  ///
  /// ```swift
  /// let isTaken = mediator.ask((any AppURLOpening).self) {
  ///   $0.onAppOpenURL(url, options: AppURLOptions())
  /// }.contains(true)
  /// ```
  ///
  /// With a `scene`, listeners of other scenes aren't asked.
  @discardableResult
  public func ask<Role, Answer>(
    _ role: Role.Type, in scene: AppSceneID? = nil, _ question: (Role) -> Answer
  ) -> [Answer] {
    ListenerPlace.all(of: list).compactMap { $0.listener(as: role, in: scene).map(question) }
  }

  /// Asks the adopters of a protocol until one has an answer, and returns that. A class works too:
  ///
  /// ```swift
  /// let cache = mediator.firstAnswer(of: ImageCache.self) { $0 }
  /// ```
  public func firstAnswer<Role, Answer>(
    of role: Role.Type, in scene: AppSceneID? = nil, _ question: (Role) -> Answer?
  ) -> Answer? {
    for place in ListenerPlace.all(of: list) {
      let answer = place.listener(as: role, in: scene).flatMap(question)
      if let answer { return answer }
    }
    return nil
  }

  /// Asks every adopter of a protocol at once, and waits for the answers.
  ///
  /// A listener that misses the deadline is named in an anomaly, and its task is cancelled. A later
  /// answer is ignored.
  ///
  /// ```swift
  /// Task {
  ///   await mediator.askAndWait((any AppBackgroundURLSessionHandling).self) {
  ///     await $0.onAppHandleBackgroundURLSessionEvents(identifier: identifier)
  ///   }
  ///   print("all are done")
  /// }
  /// ```
  ///
  /// Without a `scene` all are asked; without a `deadline` there's no limit. A test may pass a clock.
  ///
  /// - Returns: The answers, in the order of the listeners; `nil` for one that missed the deadline.
  @discardableResult
  public func askAndWait<Role, Answer: Sendable>(
    _ role: Role.Type, in scene: AppSceneID? = nil, deadline: Duration? = requestDeadline,
    clock: any Clock<Duration> = ContinuousClock(),
    _ question: @escaping @MainActor (Role) async -> Answer
  ) async -> [Answer?] {
    let places = ListenerPlace.all(of: list).filter { $0.listener(as: role, in: scene) != nil }
    let request = PendingRequest(
      role, of: places, report: { [weak self] in self?.report($0) }, question)
    return await request.answers(deadline: deadline, clock: clock)
  }
}
