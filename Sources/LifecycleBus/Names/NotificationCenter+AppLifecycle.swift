public import Foundation

extension NotificationCenter {
  /// Posts a life-cycle event, as a system would.
  ///
  /// Each listener of each mediator on this center has been called when `post` returns, unless you
  /// post from inside a callback: then the event waits until the current one has reached each
  /// listener. Only `willTerminate` does not wait, because the process may end as soon as `post`
  /// returns. That holds inside another queue's `sync` too. From another thread or actor, `await`
  /// it; it returns after the delivery.
  ///
  /// ```swift
  /// NotificationCenter.default.post(.didEnterBackground)
  /// ```
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - userInfo: Handed to the listeners in their context, unread.
  ///   - vocabulary: Which names to post under. To post under those of a mediator, use
  ///     ``AppLifecycleMediator/post(_:userInfo:)``.
  /// - Returns: Whether the vocabulary has a name for the event. Where it has none, nothing is
  ///   posted.
  @MainActor @discardableResult
  public func post(
    _ event: AppLifecycleEvent,
    userInfo: [AnyHashable: Any]? = nil,
    vocabulary: AppLifecycleVocabulary = .current
  ) -> Bool {
    guard let name = vocabulary.name(for: event) else { return false }
    MainActorContext.claimed { post(name: name, object: nil, userInfo: userInfo) }
    return true
  }
}
