import Foundation

/// One observer on a notification center. It is removed when this value ends, because off Apple
/// platforms Foundation keeps it. Not copyable, so that there is one end.
struct NotificationObservation: ~Copyable {
  private let center: NotificationCenter
  private let token: any NSObjectProtocol
  /// Kept here, so that the handler is released after the center's lock, because a `deinit` that
  /// this starts may use the center.
  private let perform: @Sendable (Notification) -> Void

  /// Observes one name, for every object, on the poster's thread.
  ///
  /// The name is never nil, because a typed message on the same center would then crash on Linux.
  /// The queue is never `.main`, because that blocks a poster on another thread.
  init(
    _ name: Notification.Name, on center: NotificationCenter,
    perform: @escaping @Sendable (Notification) -> Void
  ) {
    self.center = center
    self.perform = perform
    token = center.addObserver(forName: name, object: nil, queue: nil, using: perform)
  }

  deinit { center.removeObserver(token) }
}
