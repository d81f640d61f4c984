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
  /// The buses by the identity of the center. A bus keeps its center alive, so no identity is
  /// reused.
  private static var buses: [ObjectIdentifier: NotificationBus] = [:]

  let center: NotificationCenter
  private let inbox = PostInbox()
  private var channels: [Notification.Name: BusChannel] = [:]
  /// Posts that wait for the current one, from `nextQueued` on.
  private var queue: [BusPost] = []
  private var nextQueued = 0
  /// Whether a post waits, or linked buses must be checked: a plain flag for the hot path.
  private var mustLookFurther = false
  /// The delivery to several subscribers that is under way, from `nextSubscription` on.
  private var current: Delivery?
  private var nextSubscription = 0
  private var isDelivering = false
  private var isDeliveringUrgent = false
  /// Whether the bus is found by its center.
  private var isRegistered = false
  /// A post on its way to several subscribers: to those that it had when the delivery began.
  ///
  /// It serves an urgent post only, so the notification is not copied into it: storing a copy and
  /// clearing it costs 250 instructions, a fifth of what a second mediator costs.
  private struct Delivery {
    // Proof: the pointer is that of `withUnsafePointer` in `deliverToSeveral`. The delivery is stored
    // when its body begins and replaced before its body ends, so nothing reads it later.
    let notification: UnsafePointer<Notification>
    let isOffMain: Bool
    let subscriptions: [BusChannel.Subscription]
  }

  /// The buses that have a subscriber in common with this one.
  private var linked: [NotificationBus] = []

  private init(_ center: NotificationCenter) {
    self.center = center
    // Growing the table step by step would hash the names of a vocabulary twice.
    channels.reserveCapacity(AppLifecycleEvent.allCases.count)
  }

  /// The bus of a center.
  static func of(_ center: NotificationCenter) -> NotificationBus {
    buses[ObjectIdentifier(center)] ?? NotificationBus(center)
  }

  // MARK: Subscribers

  /// Subscribes to a name. Doing it again with the same code changes nothing.
  ///
  /// - Parameter isUrgent: Whether a post of the name is delivered at once, also from inside a
  ///   callback, after the current one has reached each listener.
  func subscribe(
    _ subscriber: any BusSubscriber, to name: Notification.Name, code: Int, isUrgent: Bool = false
  ) {
    if !isRegistered {
      isRegistered = true
      Self.buses[ObjectIdentifier(center)] = self
    }
    let subscription = BusChannel.Subscription(subscriber: subscriber, code: code)
    let (channel, isNew) = channel(in: &channels[name], for: subscription)
    if isUrgent { channel.isUrgent = true }
    if isNew {
      // The channel is all that the closure keeps, so that none is allocated for it.
      channel.observation = NotificationObservation(name, on: center) { notification in
        channel.bus.hear(notification, on: channel)
      }
    } else {
      channel.add(subscription)
    }
  }

  /// The channel in an entry of `channels`, made for a subscription if there is none: one look-up
  /// for both.
  private func channel(
    in entry: inout BusChannel?, for subscription: BusChannel.Subscription
  ) -> (BusChannel, isNew: Bool) {
    if let entry { return (entry, false) }
    let channel = BusChannel(on: self, for: subscription)
    entry = channel
    return (channel, true)
  }

  /// Links two buses that have a subscriber in common, so that both together deliver one post at a
  /// time.
  func link(with other: NotificationBus) {
    guard other !== self, !linked.contains(where: { $0 === other }) else { return }
    linked.append(other)
    other.linked.append(self)
    mustLookFurther = true
    other.mustLookFurther = true
  }

  /// Removes a subscriber after its owner was released, from any thread. No later post reaches it;
  /// a post under way is delivered to the end.
  nonisolated func remove(_ subscriber: any BusSubscriber) {
    let isRemoved = MainActorContext.runIfCurrent(
      { bus, subscriber, _ in bus.removeNow(subscriber) }, self, subscriber, ())
    guard !isRemoved, inbox.append(.departure(subscriber)) else { return }
    MainActorContext.later { self.takeFromInbox() }
  }

  private func removeNow(_ subscriber: any BusSubscriber) {
    var unused = 0
    for channel in channels.values {
      if channel.remove(subscriber) {
        channel.observation = nil
        unused += 1
      }
    }
    // Mostly the last subscriber goes and all names with it; then none of them is looked up.
    if unused == channels.count {
      channels = [:]
      endIfUnused()
    } else if unused > 0 {
      channels = channels.filter { !$0.value.isEmpty }
    }
    subscriber.close()
  }

  /// Ends the bus without subscriptions; during a delivery, after it. A mediator that is made on the
  /// center meanwhile finds this bus, and its posts wait for the current one.
  private func endIfUnused() {
    guard isRegistered, channels.isEmpty else { return }
    if isDelivering {
      mustLookFurther = true
      return
    }
    isRegistered = false
    Self.buses[ObjectIdentifier(center)] = nil
    for other in linked { other.linked.removeAll { $0 === self } }
    linked = []
  }

  // MARK: Posts

  /// Receives a notification on the poster's thread.
  private nonisolated func hear(_ notification: Notification, on channel: BusChannel) {
    let isReceived = MainActorContext.runIfCurrent(
      { $0.receive($1, on: $2) }, self, notification, channel)
    if isReceived { return }
    let post = BusPost(channel: channel, notification: notification, isOffMain: true)
    if inbox.append(.post(post)) { MainActorContext.later { self.takeFromInbox() } }
  }

  /// The hot path, where nothing waits: reads flags only, because opening an array costs more.
  private func receive(_ notification: Notification, on channel: BusChannel) {
    if inbox.hasItems { takeFromInbox() }
    if isDelivering || mustLookFurther {
      return wait(BusPost(channel: channel, notification: notification))
    }
    isDelivering = true
    if let only = channel.only {
      only.subscriber.receive(only.code, notification, isOffMain: false)
    } else {
      deliverToSeveral(notification, channel.subscriptions, isOffMain: false)
    }
    isDelivering = false
    if mustLookFurther { deliverQueued() }
  }

  /// Queues a post, to be delivered after those before it. An urgent post is delivered at once.
  @inline(never)
  private func wait(_ post: BusPost) {
    if isBusy, post.channel.isUrgent, !isDeliveringUrgent { return deliverAtOnce(post) }
    queue.append(post)
    mustLookFurther = true
    deliverQueued()
  }

  private var isBusy: Bool { isDelivering || linked.contains { $0.isDelivering } }

  /// Queues the posts that were made off the main actor, and removes the subscribers that are gone.
  @inline(never)
  private func takeFromInbox() {
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
    while nextQueued < queue.count { deliverQueue(upTo: queue.count) }
    queue = []
    nextQueued = 0
    isDelivering = false
    mustLookFurther = !linked.isEmpty
    let linked = linked
    endIfUnused()
    for other in linked where other.hasWork {
      other.deliverQueued()
    }
  }

  /// Whether posts wait, or the bus has to end.
  private var hasWork: Bool { !queue.isEmpty || isRegistered && channels.isEmpty }

  private func deliverQueue(upTo end: Int) {
    while nextQueued < end {
      let post = queue[nextQueued]
      nextQueued += 1
      deliver(post)
    }
  }

  /// Delivers an urgent post from inside a callback, because the system may end the process as soon
  /// as the post returns. The rest of the current post and the posts before it are delivered first,
  /// so that each listener receives all in order.
  private func deliverAtOnce(_ post: BusPost) {
    isDeliveringUrgent = true
    queue.append(post)
    mustLookFurther = true
    let end = queue.count
    for bus in [self] + linked { bus.deliverRestOfCurrent() }
    deliverQueue(upTo: end)
    isDeliveringUrgent = false
  }

  private func deliver(_ post: BusPost) {
    if let only = post.channel.only {
      return only.subscriber.receive(only.code, post.notification, isOffMain: post.isOffMain)
    }
    deliverToSeveral(post.notification, post.channel.subscriptions, isOffMain: post.isOffMain)
  }

  /// Called on the main actor only. Not isolated, so that the closure of `withUnsafePointer` is not:
  /// its check of the actor is a fifth of what a second mediator costs.
  private nonisolated func deliverToSeveral(
    _ notification: Notification, _ subscriptions: [BusChannel.Subscription],
    isOffMain: Bool
  ) {
    withUnsafePointer(to: notification) { notification in
      MainActorContext.runAssumed(
        { bus, delivery in bus.deliver(delivery) }, self,
        Delivery(notification: notification, isOffMain: isOffMain, subscriptions: subscriptions))
    }
  }

  private func deliver(_ delivery: Delivery) {
    let outer = (current, nextSubscription)
    current = delivery
    nextSubscription = 0
    deliverToRest(delivery)
    (current, nextSubscription) = outer
  }

  private func deliverRestOfCurrent() {
    if let current {
      if nextSubscription > 0 {
        current.subscriptions[nextSubscription - 1].subscriber.finishReceiving()
      }
      deliverToRest(current)
    }
    // A delivery to the only subscriber of a name is not noted in `current`.
    for channel in channels.values { channel.only?.subscriber.finishReceiving() }
  }

  @inline(__always)
  private func deliverToRest(_ delivery: Delivery) {
    while nextSubscription < delivery.subscriptions.count {
      let subscription = delivery.subscriptions[nextSubscription]
      nextSubscription += 1
      subscription.subscriber.receive(
        subscription.code, delivery.notification.pointee, isOffMain: delivery.isOffMain)
    }
  }
}
