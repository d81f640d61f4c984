import Foundation

#if !canImport(Darwin)
  import Synchronization
#endif

/// A notification that waits on its way to the subscribers of its name.
///
/// Proof for @unchecked: the notification does not change, and its `object` and `userInfo`, which a
/// poster hands over with the post, are read by subscribers only, on the main actor.
struct BusPost: @unchecked Sendable {
  let channel: BusChannel
  let notification: Notification
  /// Whether it was posted off the main actor.
  var isOffMain = false
  /// Whether it was posted from inside a callback of another event.
  var isReentrant = false
}

/// What a bus receives off the main actor, until the main actor takes it: posts, and subscribers
/// that are gone.
///
/// A caller is blocked only while an item is appended. Before a post on the main actor is
/// delivered, the bus takes the items that wait, so that posts are relayed in the order in which
/// they were made, also across threads.
final class PostInbox: Sendable {
  private let items = Locked<[Item]>([])

  enum Item: Sendable {
    case post(BusPost)
    case departure(any BusSubscriber)
  }

  // Each post on the main actor checks whether items wait. The check takes 5 instructions with an
  // atomic flag and 90 with the lock. On Apple platforms the atomic flag needs a later system than
  // the package does.
  #if canImport(Darwin)
    var hasItems: Bool { items.withLock { !$0.isEmpty } }

    private func noteItems(_ hasItems: Bool) {}
  #else
    private let flag = Atomic(false)

    /// Whether items wait. True if an `append` happened before and its item was not taken.
    var hasItems: Bool { flag.load(ordering: .acquiring) }

    private func noteItems(_ hasItems: Bool) { flag.store(hasItems, ordering: .releasing) }
  #endif

  /// Appends an item. Returns whether it is the first; then the caller schedules the main actor.
  func append(_ item: Item) -> Bool {
    items.withLock { items in
      items.append(item)
      noteItems(true)
      return items.count == 1
    }
  }

  /// Takes all items out, in order.
  func takeAll() -> [Item] {
    items.withLock { items in
      defer {
        items = []
        noteItems(false)
      }
      return items
    }
  }
}
