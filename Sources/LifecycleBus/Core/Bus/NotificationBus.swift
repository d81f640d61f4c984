import Foundation

/// Observes one notification center for all its mediators, so that they receive events in one
/// order. The bus ends with its last subscription.
@MainActor
final class NotificationBus {
  /// A bus keeps its center alive, so no identity is reused.
  private static var buses: [ObjectIdentifier: NotificationBus] = [:]

  private let center: NotificationCenter
  private var channels: [Notification.Name: BusChannel] = [:]

  private init(_ center: NotificationCenter) { self.center = center }

  /// Observes the name from now on.
  static func channel(_ name: Notification.Name, on center: NotificationCenter) -> BusChannel {
    let bus = buses[ObjectIdentifier(center)] ?? NotificationBus(center)
    buses[ObjectIdentifier(center)] = bus
    if let channel = bus.channels[name] { return channel }
    let channel = BusChannel(name, on: bus)
    bus.channels[name] = channel
    channel.observation = NotificationObservation(name, on: center) {
      EventQueue.shared.post($0, on: channel)
    }
    return channel
  }

  fileprivate func end(_ channel: BusChannel) {
    channel.observation = nil
    channels[channel.name] = nil
    if channels.isEmpty { Self.buses[ObjectIdentifier(center)] = nil }
  }
}

/// One observed name. Its subscriptions are in the order in which the subscribers were made.
@MainActor
final class BusChannel {
  typealias Subscription = (subscriber: BusSubscriber, code: Int)

  let name: Notification.Name
  private let bus: NotificationBus
  private(set) var subscriptions: [Subscription] = []
  private var endedCount = 0
  /// True if a post is delivered before it returns, also in a callback.
  private(set) var isUrgent = false
  fileprivate var observation: NotificationObservation?

  fileprivate init(_ name: Notification.Name, on bus: NotificationBus) {
    self.name = name
    self.bus = bus
  }

  /// Returns false if the subscription exists already.
  func add(_ subscriber: BusSubscriber, code: Int, isUrgent: Bool) -> Bool {
    // Mostly the last place, because the subscriber was made last.
    var place = subscriptions.count
    while place > 0, subscriptions[place - 1].subscriber.number > subscriber.number { place -= 1 }
    var index = place
    while index > 0, subscriptions[index - 1].subscriber.number == subscriber.number {
      index -= 1
      let known = subscriptions[index]
      if known.subscriber === subscriber, known.code == code { return false }
    }
    subscriptions.insert((subscriber, code), at: place)
    if isUrgent { self.isUrgent = true }
    return true
  }

  /// Ended subscriptions are removed when they are half of all.
  func noteEnd() {
    endedCount += 1
    guard endedCount * 2 >= subscriptions.count else { return }
    subscriptions.removeAll { !$0.subscriber.isOpen }
    endedCount = 0
    if subscriptions.isEmpty { bus.end(self) }
  }
}

/// Receives the posts of its names, on the main actor, one at a time.
@MainActor
class BusSubscriber {
  /// In the order of creation.
  let number: Int
  /// True while the owner lives, or earlier posts wait.
  private(set) var isOpen = true
  private var channels: [BusChannel] = []
  private static var lastNumber = 0

  /// `other`: a subscriber whose place this one shares.
  init(inPlaceOf other: BusSubscriber? = nil) {
    if other == nil { Self.lastNumber += 1 }
    number = other?.number ?? Self.lastNumber
  }

  /// A second call with the same code changes nothing.
  final func subscribe(
    to name: Notification.Name, on center: NotificationCenter, code: Int, isUrgent: Bool = false
  ) {
    let channel = NotificationBus.channel(name, on: center)
    if channel.add(self, code: code, isUrgent: isUrgent) { channels.append(channel) }
  }

  /// Steps that this pushes run before the next subscriber receives the post.
  func receive(_ code: Int, _ post: Post) {}

  /// Called once, when the owner is gone.
  func close() { unsubscribe() }

  /// A second call changes nothing.
  final func unsubscribe() {
    isOpen = false
    let former = channels
    channels = []
    for channel in former { channel.noteEnd() }
  }
}
