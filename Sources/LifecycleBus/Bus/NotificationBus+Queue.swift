import Foundation

/// The posts that wait: for the current one, or for the main actor.
extension NotificationBus {
  /// Queues a post, to be delivered after those before it. An urgent post is delivered at once.
  @inline(never)
  func wait(_ post: BusPost) {
    var post = post
    post.isReentrant = isBusy
    queue.append(post)
    mustLookFurther = true
    if isBusy, post.channel.isUrgent, !isDeliveringUrgent { return deliverAtOnce() }
    deliverQueued()
  }

  var isBusy: Bool { isDelivering || linked.contains { $0.isDelivering } }

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
    let (wasDelivering, wasHoldingPosts) = (isDelivering, isHoldingPosts)
    isDelivering = true
    isHoldingPosts = wasHoldingPosts || !wasDelivering
    body()
    isDelivering = wasDelivering
    isHoldingPosts = wasHoldingPosts
    deliverQueued()
  }

  /// Delivers the queued posts in order, unless a delivery further up the stack will do it.
  @inline(never)
  func deliverQueued() {
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
    leaving = []
    isDelivering = false
    mustLookFurther = !linked.isEmpty
    let linked = linked
    endIfUnused()
    for other in linked where other.hasWork {
      other.deliverQueued()
    }
  }

  /// Whether posts wait, subscribers are to be let go, or the bus has to end.
  private var hasWork: Bool {
    !queue.isEmpty || !leaving.isEmpty || channels.isEmpty && isRegistered
  }

  private func deliverQueue(upTo end: Int) {
    // A callback may end the bus, which empties the queue.
    while nextQueued < min(end, queue.count) {
      let post = queue[nextQueued]
      nextQueued += 1
      let outer = Self.isDeliveringReentrant
      Self.isDeliveringReentrant = post.isReentrant
      defer { Self.isDeliveringReentrant = outer }
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
    // First where the current post was made, because its subscribers receive it in their order there.
    let first = buses.filter { $0.isDelivering && !$0.isHoldingPosts }
    for bus in first + buses { bus.finishCurrent() }
    // Also those that are linked no more, because a callback has ended this bus.
    for bus in buses.dropFirst() { bus.deliverQueue(upTo: bus.queue.count) }
    deliverQueue(upTo: end)
    for (bus, isDeliveringUrgent) in zip(buses, outer) {
      bus.isDeliveringUrgent = isDeliveringUrgent
    }
  }

  /// Lets each subscriber deliver what it has noted, in their order.
  private func finishCurrent() {
    var place = 0
    while let next = subscriber(after: place) {
      next.subscriber.deliverNoted()
      place = next.place
    }
  }

  private func subscriber(after place: Int) -> (place: Int, subscriber: any BusSubscriber)? {
    let present = channels.values.compactMap { channel in
      channel.first(after: place).flatMap { next in next.subscriber.map { (next.place, $0) } }
    }
    return (present + leaving.filter { $0.place > place }).min { $0.place < $1.place }
  }
}
