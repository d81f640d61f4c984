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
  /// Their places ascend.
  private(set) var subscriptions: [Subscription] = []
  /// How many of them have no subscriber any more.
  private var endedCount = 0
  /// Whether a post of this name is delivered at once, also from inside a callback.
  var isUrgent = false
  var observation: NotificationObservation?

  init(on bus: NotificationBus) { self.bus = bus }

  // Changed in a copy and assigned, because the runtime checks each access of a post to an array that
  // is changed in place (85 instructions). The copy is the only reference, so nothing is copied.

  /// Adds a subscription behind those of the subscriber, unless it is there.
  func add(_ subscription: Subscription) {
    let own = indices(of: subscription.place)
    if !own.isEmpty, subscriptions[own].contains(where: { $0.code == subscription.code }) { return }
    var changed = subscriptions
    subscriptions = []
    changed.insert(subscription, at: own.upperBound)
    subscriptions = changed
  }

  /// Removes a subscriber in constant time, but for the search: the gaps are closed when they are the
  /// majority.
  func remove(at place: Int) {
    let own = indices(of: place)
    var changed = subscriptions
    subscriptions = []
    for index in own where changed[index].subscriber != nil {
      changed[index].subscriber = nil
      endedCount += 1
    }
    if endedCount * 2 >= changed.count {
      changed.removeAll { $0.subscriber == nil }
      endedCount = 0
    }
    subscriptions = changed
  }

  /// The first subscription behind a place that has a subscriber.
  func first(after place: Int) -> Subscription? {
    subscriptions[indices(of: place).upperBound...].first { $0.subscriber != nil }
  }

  private func indices(of place: Int) -> Range<Int> {
    let start = subscriptions.partitioningIndex { $0.place >= place }
    return start..<subscriptions.partitioningIndex { $0.place > place }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index from which on a condition is true, by binary search.
  func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
