public import Foundation

extension NotificationCenter {
  /// Posts a life-cycle event, as a system would.
  ///
  /// Each listener on this center has been called when this returns. Inside a callback the event
  /// waits, except `willTerminate`. On another actor, `await` this method.
  ///
  /// ```swift
  /// NotificationCenter.default.post(.didEnterBackground)
  /// ```
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - userInfo: Handed to the listeners in their context.
  ///   - vocabulary: The names to post under. For those of a mediator, use
  ///     ``AppLifecycleMediator/post(_:userInfo:)``.
  /// - Returns: False if the vocabulary has no name for the event. Then nothing is posted.
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
