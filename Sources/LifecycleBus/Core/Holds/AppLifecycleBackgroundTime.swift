/// Asks the system for background time while a mediator has open holds.
///
/// Set it as ``AppLifecycleMediator/backgroundTime``. `begin` comes with the first hold, `end`
/// after the last release or when the system's time runs out.
@MainActor
public protocol AppLifecycleBackgroundTime: AnyObject {
  /// Asks the system for time.
  ///
  /// The reason is that of the oldest open hold. Call `onExpiration` when the time runs out, or at
  /// once if the system gives none. It expires the holds and calls ``end()`` before it returns.
  func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void)
  /// Gives the time back.
  func end()
}
