/// A claim on a little more time: work that was started on the way down and is not done yet.
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
/// Whoever suspends or ends the process waits until every hold is released, up to a budget, and
/// then names those that are still open in ``AppLifecycleAnomaly/holdsExpired(_:)``. Release a hold
/// from any thread; releasing it twice is releasing it once, and letting go of the last reference
/// releases it. Late releases do no harm.
public final class AppLifecycleHold: Sendable {
  /// What the time is for; named when the budget runs out.
  public let reason: String
  private let number: UInt64?
  private let desk: HoldDesk

  init(reason: String, desk: HoldDesk, onExpiration: (@MainActor @Sendable () -> Void)?) {
    self.reason = reason
    self.desk = desk
    number = desk.take(reason, onExpiration: onExpiration)
  }

  deinit { release() }

  /// Whether the process still waits for this hold.
  public var isOpen: Bool { number.map(desk.isOpen) ?? false }

  /// Whether the hold was taken after the wait was over, so that nobody will wait for it.
  public var wasTakenTooLate: Bool { number == nil }

  /// Says that the work is done.
  public func release() {
    if let number { desk.release(number) }
  }
}
