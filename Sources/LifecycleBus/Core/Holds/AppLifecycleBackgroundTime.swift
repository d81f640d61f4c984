/// Asks the system for background time while a mediator has open holds.
///
/// Set an instance as ``AppLifecycleMediator/backgroundTime``. The mediator calls `begin` with the
/// first hold, and `end` after the last release or when the system's time runs out. The calls
/// alternate, on the main actor. A process that is ended by signals needs no background time.
@MainActor
public protocol AppLifecycleBackgroundTime: AnyObject {
  /// Asks the system for time.
  ///
  /// - Parameters:
  ///   - reason: The reason of the oldest open hold.
  ///   - onExpiration: Call it when the system's time runs out, or inside `begin` if the system
  ///     gives no time. It expires the open holds and calls ``end()`` before it returns. A late or
  ///     second call does nothing.
  func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void)
  /// Gives the time back.
  func end()
}
