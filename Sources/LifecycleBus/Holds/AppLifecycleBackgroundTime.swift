/// Asks the system for time in the background while a mediator has open holds.
///
/// Set it as ``AppLifecycleMediator/backgroundTime``. It begins with the first hold, and ends with
/// the last release or when the system's time runs out. The calls of `begin` and `end` alternate,
/// on the main actor.
@MainActor
public protocol AppLifecycleBackgroundTime: AnyObject {
  /// Asks the system for time.
  ///
  /// - Parameters:
  ///   - reason: The reason of the oldest open hold.
  ///   - onExpiration: Call it when the system's time runs out, or inside `begin` if there is none.
  ///     It expires the open holds and calls ``end()`` before it returns. A late or second call
  ///     does nothing.
  func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void)
  /// Gives the time back.
  func end()
}
