/// Keeps the process alive a little longer, for work that was started as the app left the
/// foreground and is not done yet.
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
/// The code that suspends or ends the process waits until each hold is released, up to a budget,
/// and then names those that are still open in ``AppLifecycleAnomaly/holdsExpired(_:)``. A hold can
/// be released from any thread. A second or a late release does nothing. Dropping the last
/// reference releases the hold.
public final class AppLifecycleHold: Sendable {
  /// The reason for the hold, reported when the budget runs out.
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

  /// Whether the process still waits for this hold.
  public var isOpen: Bool { number.map(coordinator.isOpen) ?? false }

  /// Whether the hold was taken while the open holds expired, so that it does not count.
  package var wasTakenTooLate: Bool { number == nil }

  /// Ends the hold, because the work is done.
  public func release() {
    if let number { coordinator.release(number) }
  }
}
