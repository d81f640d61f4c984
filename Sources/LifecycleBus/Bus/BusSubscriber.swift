import Foundation

/// Receives the posts of the names that it subscribes to, on the main actor, one post at a time.
@MainActor
protocol BusSubscriber: AnyObject, Sendable {
  /// Receives a post.
  ///
  /// - Parameters:
  ///   - code: The subscriber's own number for the name, as it was given at `subscribe`.
  ///   - notification: The notification.
  ///   - isOffMain: Whether it was posted off the main actor.
  func receive(_ code: Int, _ notification: Notification, isOffMain: Bool)
  /// Delivers the rest of the post that is being received, if there is one. The bus calls it before
  /// an urgent post from inside a callback, so that each listener receives the current event first.
  func finishReceiving()
  /// Ends the subscriber, because its owner is gone. Called for each bus that it is removed from.
  func close()
}

/// One name in use on a bus: its observer, and its subscriptions in the order in which the
/// subscribers were made.
@MainActor
final class BusChannel {
  /// One subscriber's interest in the name.
  struct Subscription {
    let subscriber: any BusSubscriber
    let code: Int
  }

  /// The bus that the name is in use on.
  let bus: NotificationBus
  private(set) var subscriptions: [Subscription] = []
  /// Whether a post of this name is delivered at once, also from inside a callback.
  var isUrgent = false
  var observation: NotificationObservation?

  init(on bus: NotificationBus) { self.bus = bus }

  // Changed in a copy and assigned, because the runtime checks each access of a post to an array that
  // is changed in place (85 instructions). The copy is the only reference, so nothing is copied.

  func add(_ subscription: Subscription) {
    var changed = subscriptions
    subscriptions = []
    changed.append(subscription)
    subscriptions = changed
  }

  func has(_ subscription: Subscription) -> Bool {
    subscriptions.contains {
      $0.subscriber === subscription.subscriber && $0.code == subscription.code
    }
  }

  func remove(_ subscriber: any BusSubscriber) {
    var changed = subscriptions
    subscriptions = []
    while let index = changed.firstIndex(where: { $0.subscriber === subscriber }) {
      changed.remove(at: index)
    }
    subscriptions = changed
  }
}
