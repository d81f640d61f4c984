import Foundation

/// The bus of one notification center: takes what is posted there and delivers it to the
/// subscribers, one post at a time.
///
/// There is one bus for each center that has subscribers, so that all mediators on a center hear
/// one order. It owns one observer for each name in use, the inbox of posts made off the main
/// actor, the queue of posts made from inside callbacks, and the subscribers in the order of their
/// making. It is found by its center and ends with its last subscription.
@MainActor
final class NotificationBus {
  /// By the identity of the center, which the bus keeps alive.
  private static var buses: [ObjectIdentifier: NotificationBus] = [:]

  let center: NotificationCenter
  private let inbox = PostInbox()
  private var channels: [Notification.Name: BusChannel] = [:]
  /// Posts that wait for the current one, up from `nextQueued`.
  private var queue: [BusPost] = []
  private var nextQueued = 0
  /// The post that is being delivered, where it goes to several subscribers.
  private var current: Delivery?
  private var isDelivering = false
  private var isDeliveringUrgent = false
  /// Buses with a subscriber in common take turns.
  private var linked: [NotificationBus] = []

  private init(_ center: NotificationCenter) { self.center = center }

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
    let channel = channels[name] ?? open(name)
    guard
      !channel.subscriptions.contains(where: { $0.subscriber === subscriber && $0.code == code })
    else { return }
    channel.subscriptions.append(.init(subscriber: subscriber, code: code))
    if isUrgent { channel.isUrgent = true }
  }

  private func open(_ name: Notification.Name) -> BusChannel {
    Self.buses[ObjectIdentifier(center)] = self
    let channel = BusChannel()
    channels[name] = channel
    channel.observation = NotificationObservation(name, on: center) { [self] notification in
      hear(notification, on: channel)
    }
    return channel
  }

  /// Lets two buses take turns, because they have a subscriber in common: one post at a time over
  /// both.
  func link(with other: NotificationBus) {
    guard other !== self, !linked.contains(where: { $0 === other }) else { return }
    linked.append(other)
    other.linked.append(self)
  }

  /// Removes a subscriber whose owner is gone, from any thread. No post that is made afterwards
  /// reaches it; a post under way is delivered to the end.
  nonisolated func remove(_ subscriber: any BusSubscriber) {
    let isRemoved = MainActorContext.runIfCurrent({ $0.removeNow($1) }, self, subscriber)
    guard !isRemoved, inbox.append(.departure(subscriber)) else { return }
    MainActorContext.later { self.takeFromInbox() }
  }

  private func removeNow(_ subscriber: any BusSubscriber) {
    for (name, channel) in channels {
      channel.subscriptions.removeAll { $0.subscriber === subscriber }
      if channel.subscriptions.isEmpty {
        channel.observation = nil
        channels[name] = nil
      }
    }
    if channels.isEmpty { end() }
    subscriber.close()
  }

  private func end() {
    if Self.buses[ObjectIdentifier(center)] === self { Self.buses[ObjectIdentifier(center)] = nil }
    for other in linked { other.linked.removeAll { $0 === self } }
    linked = []
  }

  // MARK: Posts

  /// Takes in a notification on the poster's thread.
  private nonisolated func hear(_ notification: Notification, on channel: BusChannel) {
    let post = BusPost(
      channel: channel, object: notification.object, userInfo: notification.userInfo)
    if MainActorContext.runIfCurrent({ $0.receive($1) }, self, post) { return }
    var late = post
    late.isOffMain = true
    if inbox.append(.post(late)) { MainActorContext.later { self.takeFromInbox() } }
  }

  private func receive(_ post: BusPost) {
    takeFromInbox()
    if isBusy {
      if post.channel.isUrgent, !isDeliveringUrgent { return deliverAtOnce(post) }
      queue.append(post)
    } else if hasQueued {
      queue.append(post)
      deliverQueued()
    } else {
      isDelivering = true
      deliver(post)
      isDelivering = false
      deliverQueued()
    }
  }

  private var isBusy: Bool { isDelivering || linked.contains { $0.isDelivering } }
  private var hasQueued: Bool { nextQueued < queue.count }

  /// Takes what was posted away from the main actor, and removes the subscribers that are gone.
  private func takeFromInbox() {
    let items = inbox.takeAll()
    guard !items.isEmpty else { return }
    for item in items {
      switch item {
      case .post(let post): queue.append(post)
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

  /// Delivers what waits, in order, unless a delivery further up the stack will do it.
  private func deliverQueued() {
    guard hasQueued || !linked.isEmpty, !isBusy else { return }
    isDelivering = true
    while hasQueued { deliverQueue(upTo: queue.count) }
    queue = []
    nextQueued = 0
    isDelivering = false
    for other in linked where other.hasQueued { other.deliverQueued() }
  }

  private func deliverQueue(upTo end: Int) {
    while nextQueued < end {
      let post = queue[nextQueued]
      nextQueued += 1
      deliver(post)
    }
  }

  /// Delivers an urgent post from inside a callback: first the rest of the current post and what
  /// was posted before, so that each listener hears everything in order, then the post itself. The
  /// system may end the process as soon as the post returns.
  private func deliverAtOnce(_ post: BusPost) {
    isDeliveringUrgent = true
    queue.append(post)
    let end = queue.count
    for bus in [self] + linked { bus.deliverRestOfCurrent() }
    deliverQueue(upTo: end)
    isDeliveringUrgent = false
  }

  private func deliver(_ post: BusPost) {
    let subscriptions = post.channel.subscriptions
    if subscriptions.count == 1 {
      // The common case needs no record of the rest, because there is none.
      subscriptions[0].subscriber.receive(subscriptions[0].code, post)
      return
    }
    let outer = current
    current = Delivery(post: post, subscriptions: subscriptions)
    deliverToRest()
    current = outer
  }

  private func deliverRestOfCurrent() {
    guard let delivery = current else { return }
    if delivery.next > 0 { delivery.subscriptions[delivery.next - 1].subscriber.finishReceiving() }
    deliverToRest()
  }

  private func deliverToRest() {
    while let delivery = current, delivery.next < delivery.subscriptions.count {
      let subscription = delivery.subscriptions[delivery.next]
      current?.next += 1
      subscription.subscriber.receive(subscription.code, delivery.post)
    }
  }

  /// A post on its way through several subscribers.
  private struct Delivery {
    let post: BusPost
    let subscriptions: [BusChannel.Subscription]
    var next = 0
  }
}
