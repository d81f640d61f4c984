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
/// The process waits up to a time limit. Then the mediator reports the open holds in
/// ``AppLifecycleAnomaly/holdsExpired(_:)``. You can release a hold from any thread. A second or
/// late release does nothing. Dropping the last reference releases the hold. See <doc:Holds>.
public final class AppLifecycleHold: Sendable {
  /// The reason, which is reported if time runs out.
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

  /// True while the hold delays the process; false once it is released or has expired.
  public var isOpen: Bool { number.map(coordinator.isOpen) ?? false }

  /// True if the hold was taken while the open holds expired, and is ignored.
  package var wasTakenTooLate: Bool { number == nil }

  /// Releases the hold.
  public func release() {
    if let number { coordinator.release(number) }
  }
}
