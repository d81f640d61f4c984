import Foundation

/// One observer on a center, which ends with this object.
///
/// Foundation off Apple platforms does not remove an observer whose token is dropped, so this does,
/// on every platform.
final class NotificationObservation {
  private let center: NotificationCenter
  private let token: any NSObjectProtocol
  /// The center lets go of a handler under its lock, and what goes with it may use the center. So
  /// the handler goes after that, with this object.
  private let perform: @Sendable (Notification) -> Void

  /// Observes one name, whatever the object, on the poster's thread.
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
