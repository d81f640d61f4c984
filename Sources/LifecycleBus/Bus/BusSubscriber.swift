/// Receives what is posted under the names it subscribes to, on the main actor, one post at a time.
@MainActor
protocol BusSubscriber: AnyObject, Sendable {
  /// Receives a post.
  ///
  /// - Parameters:
  ///   - code: The subscriber's own number for the name, as it was given at `subscribe`.
  ///   - post: The notification.
  func receive(_ code: Int, _ post: BusPost)
  /// Delivers the rest of the post that is being received, if there is one: an urgent post has
  /// come from inside a callback, and each listener hears the current event first.
  func finishReceiving()
  /// Ends the subscriber, because its owner is gone. Called for each bus that it is removed from.
  func close()
}

/// One name in use on a bus: its observer, and its subscribers in the order of their making.
@MainActor
final class BusChannel {
  /// One subscriber's interest in the name.
  struct Subscription {
    let subscriber: any BusSubscriber
    let code: Int
  }

  var subscriptions: [Subscription] = []
  /// Whether a post of this name is delivered at once, also from inside a callback.
  var isUrgent = false
  var observation: NotificationObservation?
}

/// A notification on its way from the poster to the subscribers of its name.
struct BusPost: @unchecked Sendable {
  // Proof for @unchecked: NotificationCenter itself hands the object and the dictionary to
  // observers on the poster's thread. The dictionary is a value that does not change after the
  // post; the bus passes both on and reads neither.
  let channel: BusChannel
  let object: Any?
  let userInfo: [AnyHashable: Any]?
  /// Whether it was posted away from the main actor.
  var isOffMain = false
}
