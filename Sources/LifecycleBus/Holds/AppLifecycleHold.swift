/// Delays the suspension or the end of the process until work is done.
///
/// ```swift
/// func onAppDidEnterBackground() {
///   let hold = mediator.hold("upload")
///   Task {
///     await upload.finish()
///     hold.release()
///   }
/// }
/// ```
///
/// The process waits up to a time limit, and reports the holds that are still open in
/// ``AppLifecycleAnomaly/holdsExpired(_:)``. You can release a hold from any thread. A second or
/// late release does nothing. Dropping the last reference releases the hold.
public final class AppLifecycleHold: Sendable {
  /// The reason for the hold, reported if the time runs out.
  public let reason: String
  private let number: UInt64?
  private let coordinator: HoldCoordinator

  init(
    reason: String, coordinator: HoldCoordinator,
    onExpiration: (@MainActor @Sendable () -> Void)?
  ) {
    self.reason = reason
    self.coordinator = coordinator
    number = coordinator.take(reason, onExpiration: onExpiration)
  }

  deinit { release() }

  /// True while the process waits for this hold.
  public var isOpen: Bool { number.map(coordinator.isOpen) ?? false }

  /// Whether the hold was taken while the open holds expired, so that it does not count.
  package var wasTakenTooLate: Bool { number == nil }

  /// Ends the hold, because the work is done.
  public func release() {
    if let number { coordinator.release(number) }
  }
}
