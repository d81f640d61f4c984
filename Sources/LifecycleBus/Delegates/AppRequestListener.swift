public import LifecycleBus

/// A listener that answers requests: the base of all request protocols.
///
/// Adopt one of the protocols that refine it. For a delegate method that has none, write one of your
/// own with one method, and ask it in your delegate:
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
/// Adopters are asked on the main actor, by priority and then in the order of attachment. A listener
/// that is detached before its turn is not asked.
@MainActor
public protocol AppRequestListener: AppLifecycleListener {}

extension AppLifecycleMediator {
  /// How long an asynchronous request waits by default: 25 seconds.
  ///
  /// UIKit gives an app about 30 seconds
  /// (`application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`).
  public nonisolated static let requestDeadline: Duration = .seconds(25)

  /// Asks every adopter of a request protocol, one after another, and returns their answers.
  ///
  /// ```swift
  /// let isTaken = mediator.ask((any AppURLOpening).self) {
  ///   $0.onAppOpenURL(url, options: AppURLOptions())
  /// }.contains(true)
  /// ```
  ///
  /// With a `scene`, listeners of other scenes are not asked.
  @discardableResult
  public func ask<Role, Answer>(
    _ role: Role.Type, in scene: AppSceneID? = nil, _ question: (Role) -> Answer
  ) -> [Answer] {
    adopters(of: role, in: scene).compactMap { turn in (turn.listener as? Role).map(question) }
  }

  /// Asks the adopters of a request protocol until one has an answer, and returns that.
  ///
  /// The first listener of a class is found in the same way:
  ///
  /// ```swift
  /// let cache = mediator.firstAnswer(of: ImageCache.self) { $0 }
  /// ```
  ///
  /// With a `scene`, listeners of other scenes are not asked.
  public func firstAnswer<Role, Answer>(
    of role: Role.Type, in scene: AppSceneID? = nil, _ question: (Role) -> Answer?
  ) -> Answer? {
    for turn in adopters(of: role, in: scene) {
      if let listener = turn.listener as? Role, let answer = question(listener) { return answer }
    }
    return nil
  }

  /// Asks every adopter of a request protocol at once, and waits for their answers.
  ///
  /// A listener that misses the deadline is named in an anomaly, and its task is cancelled. A later
  /// answer changes nothing.
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
    await PendingRequest(
      role, of: adopters(of: role, in: scene), report: { [weak self] in self?.report($0) },
      question
    ).answers(deadline: deadline, clock: clock)
  }

  func adopters<Role>(of role: Role.Type, in scene: AppSceneID? = nil) -> [ListenerTurn] {
    var turns: [ListenerTurn] = []
    ListenerTurn.collect(list, in: [], into: &turns)
    return turns.filter { $0.listener is Role && $0.answers(in: scene) }
  }
}

/// A listener's turn in one request. It keeps attachments, so that a listener that is detached or
/// freed before its turn is not called.
@MainActor
struct ListenerTurn {
  let attachment: AppLifecycleAttachment
  /// The attachments of the groups that contain the listener, the outermost first.
  private let groups: [AppLifecycleAttachment]

  /// `nil` once the listener, or a group around it, is detached or freed.
  var listener: (any AppLifecycleListener)? {
    groups.allSatisfy(\.isAttached) ? attachment.listener : nil
  }

  /// True also for what is meant for no scene in particular.
  func answers(in scene: AppSceneID?) -> Bool {
    guard let scene, let own = listener?.answersForScene else { return true }
    return own == scene
  }

  /// Groups and their listeners, in the order of registration.
  static func collect(
    _ list: ListenerList, in groups: [AppLifecycleAttachment], into turns: inout [ListenerTurn]
  ) {
    for attachment in list.attachments where attachment.isAttached {
      turns.append(ListenerTurn(attachment: attachment, groups: groups))
      guard let group = attachment.group else { continue }
      collect(group.list, in: groups + [attachment], into: &turns)
    }
  }
}
