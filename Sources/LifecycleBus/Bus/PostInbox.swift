import Foundation

/// What reaches a bus away from the main actor, until the main actor takes it: posts, and
/// subscribers that are gone.
///
/// A caller is never blocked for longer than it takes to append. A post made on the main actor
/// takes what is waiting first, so that posts are relayed in the order in which they were made,
/// also across threads.
final class PostInbox: @unchecked Sendable {
  // Proof for @unchecked: both fields are read and written under `lock` only.
  private let lock = NSLock()
  private var items: [Item] = []

  enum Item: Sendable {
    case post(BusPost)
    case departure(any BusSubscriber)
  }

  /// Appends an item. Returns whether it is the first, so that the main actor must be told.
  func append(_ item: Item) -> Bool {
    lock.withLock {
      items.append(item)
      return items.count == 1
    }
  }

  /// Takes all items out, in order.
  @inline(__always)
  func takeAll() -> [Item] {
    lock.lock()
    defer { lock.unlock() }
    if items.isEmpty { return [] }
    defer { items = [] }
    return items
  }
}
