/// Asks the system for time in the background: the system's own assertion, behind a mediator's
/// holds.
///
/// Set one as ``AppLifecycleMediator/backgroundTime``, and it is begun with the first hold and
/// ended once: with the last release or when the system's time runs out, whichever is first. On
/// iOS, hand over the application object or use the expiring activity, which also works in an app
/// extension; a process that is ended by signals needs none.
///
/// All of it runs on the main actor. The calls of `begin` and `end` alternate.
@MainActor
public protocol AppLifecycleBackgroundTime: AnyObject {
  /// Asks the system for time.
  ///
  /// - Parameters:
  ///   - reason: The reason of the oldest open hold, for the system's own diagnostics.
  ///   - onExpiration: Call it when the system's time runs out, and from inside `begin` if it has
  ///     none to give. The open holds have expired and ``end()`` has been called when it returns. A
  ///     late or second call does nothing.
  func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void)
  /// Gives the time back.
  func end()
}
