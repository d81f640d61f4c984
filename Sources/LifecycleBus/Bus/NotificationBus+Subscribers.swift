import Foundation

extension NotificationBus {
  /// The buses by the identity of the center. A bus keeps its center alive, so no identity is
  /// reused.
  private static var buses: [ObjectIdentifier: NotificationBus] = [:]

  /// The bus of a center.
  static func of(_ center: NotificationCenter) -> NotificationBus {
    buses[ObjectIdentifier(center)] ?? NotificationBus(center)
  }

  var isRegistered: Bool { Self.buses[ObjectIdentifier(center)] === self }

  /// Subscribes to a name. Doing it again with the same code changes nothing.
  ///
  /// - Parameters:
  ///   - place: The place of the subscriber on this bus.
  ///   - isUrgent: Whether a post of the name is delivered at once, also from inside a callback,
  ///     after the current one has reached each listener.
  func subscribe(
    _ subscriber: any BusSubscriber, at place: Int, to name: Notification.Name, code: Int,
    isUrgent: Bool = false
  ) {
    if channels.isEmpty { Self.buses[ObjectIdentifier(center)] = self }
    let channel = channel(in: &channels[name])
    if isUrgent { channel.isUrgent = true }
    channel.add(BusChannel.Subscription(subscriber: subscriber, code: code, place: place))
    if channel.observation == nil { channel.observation = observe(name, for: channel) }
  }

  /// The place of a subscriber in the order in which the subscribers of the bus were made.
  func place(of subscriber: any BusSubscriber) -> Int {
    let key = ObjectIdentifier(subscriber)
    if let place = places[key] { return place }
    lastPlace += 1
    places[key] = lastPlace
    return lastPlace
  }

  /// The channel in an entry of `channels`: one look-up, also if it is new.
  private func channel(in entry: inout BusChannel?) -> BusChannel {
    if let entry { return entry }
    let channel = BusChannel(on: self)
    entry = channel
    return channel
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

  func removeNow(_ subscriber: any BusSubscriber) {
    var unused = 0
    let place = places.removeValue(forKey: ObjectIdentifier(subscriber)) ?? 0
    if isBusy {
      leaving.append((place, subscriber))
      mustLookFurther = true
    }
    for channel in channels.values {
      channel.remove(at: place)
      if channel.subscriptions.isEmpty {
        channel.observation = nil
        unused += 1
      }
    }
    // Mostly the last subscriber goes and all names with it; then none of them is looked up.
    if unused == channels.count {
      channels = [:]
      endIfUnused()
    } else if unused > 0 {
      channels = channels.filter { !$0.value.subscriptions.isEmpty }
    }
    subscriber.close()
  }

  /// Ends the bus without subscriptions; during a delivery, after it. A mediator that is made on the
  /// center meanwhile finds this bus, and its posts wait for the current one.
  func endIfUnused() {
    guard channels.isEmpty, isRegistered else { return }
    if isDelivering {
      mustLookFurther = true
      return
    }
    Self.buses[ObjectIdentifier(center)] = nil
    for other in linked { other.linked.removeAll { $0 === self } }
    linked = []
    // What waits here for a linked bus reaches nobody. It keeps this bus, and releasing it may run a
    // `deinit` that posts.
    let lost = queue
    queue = []
    nextQueued = 0
    withExtendedLifetime(lost) {}
  }
}

/// One observer on a notification center, removed when this value ends.
///
/// Off Apple platforms Foundation keeps an observer after its token is released, so this type
/// removes it on every platform. Not copyable, so that there is one end, and no object for each
/// name.
struct NotificationObservation: ~Copyable {
  private let center: NotificationCenter
  private let token: any NSObjectProtocol
  /// The center releases a handler under its lock, and a `deinit` that this starts may use the
  /// center. Kept here, the handler is released after the lock.
  private let perform: @Sendable (Notification) -> Void

  /// Observes one name, for every object, on the poster's thread.
  ///
  /// The name is never nil, because a typed message on the same center would then crash on Linux.
  /// The queue is never `.main`, because that blocks a poster on another thread.
  init(
    _ name: Notification.Name,
    on center: NotificationCenter,
    perform: @escaping @Sendable (Notification) -> Void
  ) {
    self.center = center
    self.perform = perform
    token = center.addObserver(forName: name, object: nil, queue: nil, using: perform)
  }

  deinit { center.removeObserver(token) }
}
