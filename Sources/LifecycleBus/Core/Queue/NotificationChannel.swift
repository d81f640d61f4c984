import Foundation

@MainActor
protocol Subscriber: AnyObject, Sendable {
  /// Grows with each subscriber. Mediators are called in this order.
  var number: Int { get }

  func receive(_ event: RelayedEvent, _ post: Post)

  /// The mediator is gone, and earlier posts have been delivered.
  func close()
}

/// Observes one name on one center for all mediators. On Linux Foundation would call them in random
/// order.
@MainActor
final class NotificationChannel {
  struct Subscription {
    let subscriber: any Subscriber
    let event: RelayedEvent
  }

  private struct Key: Hashable {
    let name: Notification.Name
    let center: ObjectIdentifier
  }

  private static var channels: [Key: NotificationChannel] = [:]

  private let key: Key
  /// Strong, or another center could get its address.
  private let center: NotificationCenter
  private var token: (any NSObjectProtocol)?
  private(set) var subscriptions: [Subscription] = []

  private init(_ key: Key, on center: NotificationCenter) {
    self.key = key
    self.center = center
  }

  static func channel(
    _ name: Notification.Name, on center: NotificationCenter
  ) -> NotificationChannel {
    let key = Key(name: name, center: ObjectIdentifier(center))
    if let channel = channels[key] { return channel }

    let channel = NotificationChannel(key, on: center)
    channels[key] = channel

    // The name is never nil, because a typed message on the same center would then crash on Linux.
    // The queue is never `.main`, because that blocks a poster on another thread.
    channel.token = center.addObserver(forName: name, object: nil, queue: nil) {
      EventQueue.shared.post($0, on: channel)
    }
    return channel
  }

  func add(_ subscriber: any Subscriber, _ event: RelayedEvent) -> Bool {
    // From the end, because the subscriber was usually made last.
    var place = subscriptions.count
    while place > 0, subscriptions[place - 1].subscriber.number >= subscriber.number {
      place -= 1
      let known = subscriptions[place]
      if known.subscriber === subscriber, known.event == event { return false }
    }

    // Behind its own other events.
    while place < subscriptions.count, subscriptions[place].subscriber === subscriber {
      place += 1
    }
    subscriptions.insert(Subscription(subscriber: subscriber, event: event), at: place)
    return true
  }

  func remove(_ subscriber: any Subscriber) {
    var place = subscriptions.count - 1
    while place >= 0 {
      if subscriptions[place].subscriber === subscriber {
        subscriptions.remove(at: place)
      }
      place -= 1
    }

    guard subscriptions.isEmpty, let token else { return }
    center.removeObserver(token)
    self.token = nil
    Self.channels[key] = nil
  }
}
