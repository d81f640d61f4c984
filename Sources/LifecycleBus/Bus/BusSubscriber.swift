import Foundation

/// Receives the notifications of the names that it subscribes to, on the main actor, one post at a
/// time.
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

/// One name in use on a bus: its observer, and its subscribers in the order in which they were
/// made.
@MainActor
final class BusChannel {
  /// One subscriber's interest in the name.
  struct Subscription {
    let subscriber: any BusSubscriber
    let code: Int
  }

  /// The bus that the name is in use on.
  let bus: NotificationBus
  /// The subscription, if there is exactly one: the common case, which needs no array.
  private(set) var only: Subscription?
  /// The subscriptions, if there are several.
  private var several: [Subscription] = []
  /// Whether a post of this name is delivered at once, also from inside a callback.
  var isUrgent = false
  var observation: NotificationObservation?

  var isEmpty: Bool { only == nil && several.isEmpty }

  init(on bus: NotificationBus, for subscription: Subscription) {
    self.bus = bus
    only = subscription
  }

  var subscriptions: [Subscription] {
    if let only { [only] } else { several }
  }

  /// Adds a subscription behind the others. Adding it again changes nothing.
  func add(_ added: Subscription) {
    let isKnown = subscriptions.contains {
      $0.subscriber === added.subscriber && $0.code == added.code
    }
    if isKnown { return }
    several = subscriptions + [added]
    only = nil
  }

  /// Removes the subscriptions of a subscriber. Returns whether none is left.
  func remove(_ subscriber: any BusSubscriber) -> Bool {
    if let only {
      guard only.subscriber === subscriber else { return false }
      self.only = nil
      return true
    }
    // Assigned, not changed in place: otherwise the runtime checks the access of each post.
    several = several.filter { $0.subscriber !== subscriber }
    if several.count == 1 {
      only = several[0]
      several = []
    }
    return isEmpty
  }
}

/// A notification that waits on its way to the subscribers of its name.
struct BusPost: @unchecked Sendable {
  // Proof for @unchecked: a channel is isolated to the main actor, and a flag is a value. The
  // notification is a value that no code of the bus changes; its `object` and `userInfo` are read
  // by subscribers only, on the main actor, and a poster hands them over with the post.
  let channel: BusChannel
  let notification: Notification
  /// Whether it was posted off the main actor.
  var isOffMain = false
}
