import Foundation

#if !canImport(Darwin)
  import Synchronization
#endif

/// What reaches a bus away from the main actor, until the main actor takes it: posts, and
/// subscribers that are gone.
///
/// A caller is never blocked for longer than it takes to append. A post made on the main actor
/// takes what is waiting first, so that posts are relayed in the order in which they were made,
/// also across threads.
final class PostInbox: @unchecked Sendable {
  // Proof for @unchecked: the array is read and written under `lock` only.
  private let lock = NSLock()
  private var items: [Item] = []

  enum Item: Sendable {
    case post(BusPost)
    case departure(any BusSubscriber)
  }

  // Each post on the main actor asks whether there are items. An atomic flag answers for 5
  // instructions where the lock takes 90; on Apple platforms it needs a later system than the
  // package does.
  #if canImport(Darwin)
    var hasItems: Bool { lock.withLock { !items.isEmpty } }

    private func noteItems(_ hasItems: Bool) {}
  #else
    private let flag = Atomic(false)

    /// Whether items wait. True for each item whose `append` happened before.
    var hasItems: Bool { flag.load(ordering: .acquiring) }

    private func noteItems(_ hasItems: Bool) { flag.store(hasItems, ordering: .releasing) }
  #endif

  /// Appends an item. Returns whether it is the first, so that the main actor must be told.
  func append(_ item: Item) -> Bool {
    lock.withLock {
      items.append(item)
      noteItems(true)
      return items.count == 1
    }
  }

  /// Takes all items out, in order.
  func takeAll() -> [Item] {
    lock.withLock {
      defer {
        items = []
        noteItems(false)
      }
      return items
    }
  }
}
