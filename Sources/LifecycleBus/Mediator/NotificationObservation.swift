import Foundation

/// One observer on a center, which ends with this object.
///
/// Foundation off Apple platforms does not remove an observer whose token is dropped, so this does, on every platform.
final class NotificationObservation {
  private let center: NotificationCenter
  private let token: any NSObjectProtocol

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
    token = center.addObserver(forName: name, object: nil, queue: nil, using: perform)
  }

  deinit { center.removeObserver(token) }
}
