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
  public var isOpen: Bool {
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
