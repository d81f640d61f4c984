public import Foundation

extension NotificationCenter {
  /// Posts a life-cycle event, as a system would.
  ///
  /// When the call returns, each listener on this center has been called. Inside a callback of a
  /// listener an event waits for its turn, unless the event is `willTerminate`: see
  /// [Order and threads](doc:OrderAndThreads).
  ///
  /// ```swift
  /// NotificationCenter.default.post(.didEnterBackground)
  /// ```
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - userInfo: Passed to the listeners in their context.
  ///   - vocabulary: The names to post under. For those of a mediator, use
  ///     ``AppLifecycleMediator/post(_:userInfo:)``.
  /// - Returns: True if the event was posted; false if the vocabulary has no name for it.
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
