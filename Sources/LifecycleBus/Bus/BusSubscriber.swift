/// Receives the posts of the names that it subscribes to, on the main actor, one post at a time.
@MainActor
protocol BusSubscriber: AnyObject, Sendable {
  /// Receives a post.
  ///
  /// - Parameter code: The subscriber's own number for the name, as it was given at `subscribe`.
  func receive(_ code: Int, _ post: BusPost)
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

  func add(_ subscription: Subscription) { subscriptions.append(subscription) }

  func has(_ subscription: Subscription) -> Bool {
    subscriptions.contains {
      $0.subscriber === subscription.subscriber && $0.code == subscription.code
    }
  }

  func remove(_ subscriber: any BusSubscriber) {
    while let index = subscriptions.firstIndex(where: { $0.subscriber === subscriber }) {
      subscriptions.remove(at: index)
    }
  }
}
