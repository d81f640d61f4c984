import Foundation

/// The bus of one notification center: delivers what is posted there to the subscribers, one post
/// at a time.
///
/// There is one bus for each center that has subscribers, so that all mediators on a center receive
/// events in one order. It owns one observer for each name in use, the inbox of posts made off the
/// main actor, the queue of posts made from inside callbacks, and the subscribers in the order in
/// which they were made. It is found by its center and ends with its last subscription.
@MainActor
package final class NotificationBus {
  /// Whether the post that is being delivered was made from inside a callback, for a recorder. Not in
  /// the context, because it would be set for each event.
  package static var isDeliveringReentrant = false

  let center: NotificationCenter
  let inbox = PostInbox()
  var channels: [Notification.Name: BusChannel] = [:]
  /// The places of the subscribers in the order in which they were made.
  var places: [ObjectIdentifier: Int] = [:]
  var lastPlace = 0
  /// The buses that have a subscriber in common with this one.
  var linked: [NotificationBus] = []
  /// Whether a post waits, or linked buses must be checked: a plain flag for the hot path.
  var mustLookFurther = false
  var isDelivering = false
  /// Posts that wait for the current one, from `nextQueued` on.
  var queue: [BusPost] = []
  var nextQueued = 0
  var isDeliveringUrgent = false
  /// Whether posts wait though none is being delivered.
  var isHoldingPosts = false
  /// The subscribers that were removed during the current post, and may not have delivered all of it.
  var leaving: [(place: Int, subscriber: any BusSubscriber)] = []

  init(_ center: NotificationCenter) {
    self.center = center
    // Growing the table step by step would hash the names of a vocabulary twice.
    channels.reserveCapacity(AppLifecycleEvent.allCases.count)
  }

  /// Observes a name. The channel is all that the closure keeps, so that none is allocated for it.
  func observe(_ name: Notification.Name, for channel: BusChannel) -> NotificationObservation {
    NotificationObservation(name, on: center) { channel.bus.receive($0, on: channel) }
  }

  /// Receives a notification on the poster's thread.
  private nonisolated func receive(_ notification: Notification, on channel: BusChannel) {
    let isReceived = MainActorContext.runIfCurrent(
      { $0.receiveHere($1, on: $2) }, self, notification, channel)
    if isReceived { return }
    let post = BusPost(channel: channel, notification: notification, isOffMain: true)
    if inbox.append(.post(post)) { MainActorContext.later { self.takeFromInbox() } }
  }

  /// The hot path, where nothing waits: reads flags only, because opening an array costs more.
  private func receiveHere(_ notification: Notification, on channel: BusChannel) {
    if inbox.hasItems { takeFromInbox() }
    if isDelivering || mustLookFurther {
      return wait(BusPost(channel: channel, notification: notification))
    }
    isDelivering = true
    deliver(notification, on: channel, isOffMain: false)
    isDelivering = false
    if mustLookFurther { deliverQueued() }
  }

  /// Delivers a post. All subscribers know it before the first one delivers it, so that an urgent post
  /// from inside a callback finds there what is left of this one.
  func deliver(_ notification: Notification, on channel: BusChannel, isOffMain: Bool) {
    let subscriptions = channel.subscriptions
    if subscriptions.count == 1 {
      subscriptions[0].subscriber?.receive(
        subscriptions[0].code, notification, isOffMain: isOffMain)
      return
    }
    for subscription in subscriptions {
      subscription.subscriber?.note(subscription.code, notification, isOffMain: isOffMain)
    }
    for subscription in subscriptions { subscription.subscriber?.deliverNoted() }
  }
}
