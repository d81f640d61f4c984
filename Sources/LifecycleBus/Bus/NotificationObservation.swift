import Foundation

/// One observer on a notification center, which ends with this object.
///
/// Foundation off Apple platforms does not remove an observer whose token is dropped, so this does,
/// on every platform.
final class NotificationObservation {
  private let center: NotificationCenter
  private let token: any NSObjectProtocol
  /// The center releases a handler under its lock, and a `deinit` that this starts may use the
  /// center. Kept here, the handler is released after the lock.
  private let perform: @Sendable (Notification) -> Void

  /// Observes one name, for every object, on the poster's thread.
  ///
  /// Never a nil name (a typed message on the same center would crash it on Linux), and never with
  /// `queue: .main` (it blocks a poster in the background).
  init(
    _ name: Notification.Name,
    on center: NotificationCenter,
    perform: @escaping @Sendable (Notification) -> Void
  ) {
    self.center = center
    self.perform = perform
    token = center.addObserver(forName: name, object: nil, queue: nil, using: perform)
  }

  deinit { center.removeObserver(token) }
}
