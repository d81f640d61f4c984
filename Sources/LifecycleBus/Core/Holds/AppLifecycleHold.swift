/// Keeps the process running until a piece of work is done.
///
/// You get one from ``AppLifecycleMediator/hold(_:onExpiration:)``. Release it when the work is
/// done, on any thread. Dropping the last reference releases it too.
public final class AppLifecycleHold: Sendable {
  private let number: UInt64?
  private let coordinator: HoldCoordinator

  init(_ number: UInt64?, of coordinator: HoldCoordinator) {
    self.number = number
    self.coordinator = coordinator
  }

  deinit { release() }

  package var isOpen: Bool {
    guard let number else { return false }
    return coordinator.isOpen(number)
  }

  /// The open holds were just expiring, and this one never counted.
  package var wasTakenTooLate: Bool { number == nil }

  /// Ends the hold. Call it when the work is done; a second call does nothing.
  public func release() {
    guard let number else { return }
    coordinator.release(number)
  }
}

/// Requests background time from the system while a mediator has open holds.
///
/// Write your own only if the one that the mediator uses by default doesn't suit you, and set it as
/// ``AppLifecycleMediator/backgroundTime``. The mediator calls ``begin(_:onExpiration:)`` when the
/// first hold is taken, and ``end()`` after the last release or when the system's time runs out.
@MainActor
public protocol AppLifecycleBackgroundTime: AnyObject {
  /// Asks the system for background time.
  ///
  /// - Parameters:
  ///   - reason: The reason of the oldest open hold.
  ///   - onExpiration: Call it when the time runs out, or at once if the system grants none. It
  ///     expires the holds and calls ``end()`` before it returns.
  func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void)
  /// Gives the time back to the system.
  func end()
}
