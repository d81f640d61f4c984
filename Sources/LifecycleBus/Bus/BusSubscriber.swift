import Foundation

/// Receives the posts of the names that it subscribes to, on the main actor, one post at a time.
@MainActor
protocol BusSubscriber: AnyObject, Sendable {
  /// Notes a post, to deliver it when ``deliverNoted()`` is called. Calls no code of others.
  ///
  /// - Parameters:
  ///   - code: The subscriber's own number for the name, as it was given at `subscribe`.
  ///   - notification: The notification.
  ///   - isOffMain: Whether it was posted off the main actor.
  func note(_ code: Int, _ notification: Notification, isOffMain: Bool)
  /// Delivers the rest of the post that is being delivered, if there is one, and then what was noted.
  /// The bus also calls it before an urgent post from inside a callback, so that each listener receives
  /// the current event first.
  func deliverNoted()
  /// Notes a post and delivers it. The subscriber is the only one of the name.
  func receive(_ code: Int, _ notification: Notification, isOffMain: Bool)
  /// Ends the subscriber, because its owner is gone. Called for each bus that it is removed from.
  func close()
}

extension BusSubscriber {
  func receive(_ code: Int, _ notification: Notification, isOffMain: Bool) {
    note(code, notification, isOffMain: isOffMain)
    deliverNoted()
  }
}

/// One name in use on a bus: its observer, and its subscriptions in the order in which the
/// subscribers were made.
@MainActor
final class BusChannel {
  /// One subscriber's interest in the name.
  struct Subscription {
    /// `nil` once the subscriber is removed.
    fileprivate(set) var subscriber: (any BusSubscriber)?
    let code: Int
    /// Ascends in the order in which the subscribers of the bus were made.
    let place: Int
  }

  /// The bus that the name is in use on.
  let bus: NotificationBus
  private(set) var subscriptions: [Subscription] = []
  /// How many of them have no subscriber any more.
  private var endedCount = 0
  /// Whether each subscriber has one subscription, and their places ascend.
  private var isPlain = true
  /// Whether a post of this name is delivered at once, also from inside a callback.
  var isUrgent = false
  var observation: NotificationObservation?

  init(on bus: NotificationBus) { self.bus = bus }

  // Changed in a copy and assigned, because the runtime checks each access of a post to an array that
  // is changed in place (85 instructions). The copy is the only reference, so nothing is copied.

  func add(_ subscription: Subscription, isNew: Bool) {
    if !isNew { isPlain = false }
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

  /// Removes a subscriber in constant time, but for the search: the gaps are closed when they are the
  /// majority.
  func remove(_ subscriber: any BusSubscriber, at place: Int) {
    var changed = subscriptions
    subscriptions = []
    if isPlain {
      var (low, high) = (0, changed.count)
      while low < high {
        let middle = (low + high) / 2
        if changed[middle].place < place { low = middle + 1 } else { high = middle }
      }
      if low < changed.count, changed[low].place == place { end(&changed[low]) }
    } else {
      for index in changed.indices where changed[index].subscriber === subscriber {
        end(&changed[index])
      }
    }
    if endedCount * 2 >= changed.count {
      changed.removeAll { $0.subscriber == nil }
      endedCount = 0
    }
    subscriptions = changed
  }

  private func end(_ subscription: inout Subscription) {
    if subscription.subscriber == nil { return }
    subscription.subscriber = nil
    endedCount += 1
  }
}
