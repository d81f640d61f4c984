import Foundation

/// The bus of one notification center: delivers what is posted there to the subscribers, one post
/// at a time.
///
/// There is one bus for each center that has subscribers, so that all mediators on a center receive
/// events in one order. It owns one observer for each name in use, the inbox of posts made off the
/// main actor, the queue of posts made from inside callbacks, and the subscribers in the order in
/// which they were made. It is found by its center and ends with its last subscription.
@MainActor
final class NotificationBus {
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
  private(set) var isDelivering = false
  /// Posts that wait for the current one, from `nextQueued` on.
  private var queue: [BusPost] = []
  private var nextQueued = 0
  private var isDeliveringUrgent = false

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

  /// Queues a post, to be delivered after those before it. An urgent post is delivered at once.
  @inline(never)
  private func wait(_ post: BusPost) {
    queue.append(post)
    mustLookFurther = true
    if isBusy, post.channel.isUrgent, !isDeliveringUrgent { return deliverAtOnce() }
    deliverQueued()
  }

  private var isBusy: Bool { isDelivering || linked.contains { $0.isDelivering } }

  /// Queues the posts that were made off the main actor, and removes the subscribers that are gone.
  @inline(never)
  func takeFromInbox() {
    for item in inbox.takeAll() {
      switch item {
      case .post(let post):
        queue.append(post)
        mustLookFurther = true
      case .departure(let subscriber): removeNow(subscriber)
      }
    }
    deliverQueued()
  }

  /// Runs a body during which posts wait, as they do during a delivery.
  func holdingPosts(_ body: () -> Void) {
    let wasDelivering = isDelivering
    isDelivering = true
    body()
    isDelivering = wasDelivering
    deliverQueued()
  }

  /// Delivers the queued posts in order, unless a delivery further up the stack will do it.
  @inline(never)
  private func deliverQueued() {
    guard mustLookFurther, !isBusy else { return }
    isDelivering = true
    repeat {
      while nextQueued < queue.count { deliverQueue(upTo: queue.count) }
      var delivered = queue
      queue = []
      nextQueued = 0
      // Releasing what was posted may run a `deinit` that posts again.
      delivered = []
      _ = delivered
    } while !queue.isEmpty
    isDelivering = false
    mustLookFurther = !linked.isEmpty
    let linked = linked
    endIfUnused()
    for other in linked where other.hasWork {
      other.deliverQueued()
    }
  }

  /// Whether posts wait, or the bus has to end.
  private var hasWork: Bool { !queue.isEmpty || channels.isEmpty && isRegistered }

  private func deliverQueue(upTo end: Int) {
    while nextQueued < end {
      let post = queue[nextQueued]
      nextQueued += 1
      deliver(post.notification, on: post.channel, isOffMain: post.isOffMain)
    }
  }

  /// Delivers the urgent post at the end of the queue from inside a callback, because the system may
  /// end the process as soon as the post returns. The rest of the current post and the posts before
  /// it are delivered first, on linked buses too, so that each listener receives all in order.
  private func deliverAtOnce() {
    let buses = [self] + linked
    let outer = buses.map(\.isDeliveringUrgent)
    for bus in buses { bus.isDeliveringUrgent = true }
    let end = queue.count
    for bus in buses { bus.finishCurrent() }
    for bus in linked { bus.deliverQueue(upTo: bus.queue.count) }
    deliverQueue(upTo: end)
    for (bus, isDeliveringUrgent) in zip(buses, outer) {
      bus.isDeliveringUrgent = isDeliveringUrgent
    }
  }

  /// Delivers a post. All subscribers know it before the first one delivers it, so that an urgent post
  /// from inside a callback finds there what is left of this one.
  private func deliver(_ notification: Notification, on channel: BusChannel, isOffMain: Bool) {
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

  private func finishCurrent() {
    let subscriptions = channels.values.flatMap(\.subscriptions).sorted { $0.place < $1.place }
    for subscription in subscriptions { subscription.subscriber?.deliverNoted() }
  }
}
