import Foundation

/// Receives what is posted under the names it subscribes to, on the main actor, one post at a time.
@MainActor
protocol BusSubscriber: AnyObject, Sendable {
  /// Receives a post.
  ///
  /// - Parameters:
  ///   - code: The subscriber's own number for the name, as it was given at `subscribe`.
  ///   - notification: What was posted.
  ///   - isOffMain: Whether it was posted away from the main actor.
  func receive(_ code: Int, _ notification: Notification, isOffMain: Bool)
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

  var subscriptions: [Subscription] = [] {
    didSet { only = subscriptions.count == 1 ? subscriptions.first : nil }
  }
  /// The subscription, where there is just one: the common case, which needs no record of the rest.
  private(set) var only: Subscription?
  /// Whether a post of this name is delivered at once, also from inside a callback.
  var isUrgent = false
  var observation: NotificationObservation?
}

/// A notification that waits on its way to the subscribers of its name.
struct BusPost: @unchecked Sendable {
  // Proof for @unchecked: NotificationCenter itself hands the notification to observers on the
  // poster's thread. It is a value that does not change after the post; the bus passes it on and
  // does not look inside.
  let channel: BusChannel
  let notification: Notification
  /// Whether it was posted away from the main actor.
  var isOffMain = false
}
