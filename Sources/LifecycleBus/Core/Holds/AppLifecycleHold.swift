/// Keeps the process running until work is done: see
/// ``AppLifecycleMediator/hold(_:onExpiration:)``.
///
/// You can release it from any thread, and more than once. Dropping the last reference releases it,
/// too.
public final class AppLifecycleHold: Sendable {
  private let number: UInt64?
  private let coordinator: HoldCoordinator

  init(_ number: UInt64?, of coordinator: HoldCoordinator) {
    self.number = number
    self.coordinator = coordinator
  }

  deinit { release() }

  /// False once it's released or has expired.
  package var isOpen: Bool {
    guard let number else { return false }
    return coordinator.isOpen(number)
  }

  /// True if it was taken while the open holds expired, so that it never counted.
  package var wasTakenTooLate: Bool { number == nil }

  /// Says that the work is done.
  public func release() {
    guard let number else { return }
    coordinator.release(number)
  }
}

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
