import Foundation

/// Events that were posted away from the main actor, until the main actor fetches them.
///
/// The poster is never blocked for longer than it takes to append. A post made on the main actor
/// fetches what is waiting first, so that posts are relayed in the order in which they were made,
/// also across threads.
final class PostInbox<Posted: Sendable>: @unchecked Sendable {
  // Proof for @unchecked: all mutable fields are read and written under `lock` only.
  private let lock = NSLock()
  private var waiting: [Posted] = []
  private var isEmpty = true
  private var isClosed = false

  /// What the main actor finds when it looks in.
  enum Contents {
    case nothing, closed
    case events([Posted])
  }

  /// Puts an event in; says whether it is the first, so that somebody must be sent to fetch.
  func append(_ posted: Posted) -> Bool {
    lock.withLock {
      guard !isClosed else { return false }
      let isFirst = isEmpty
      waiting.append(posted)
      isEmpty = false
      return isFirst
    }
  }

  /// Takes everything out. Once the box is closed nothing comes out any more.
  func fetch() -> Contents {
    lock.lock()
    defer { lock.unlock() }
    if isClosed { return .closed }
    if isEmpty { return .nothing }
    defer {
      waiting.removeAll()
      isEmpty = true
    }
    return .events(waiting)
  }

  var isOpen: Bool { lock.withLock { !isClosed } }

  /// Drops what waits and takes no more. What is dropped goes outside the lock, because it may post
  /// when it goes.
  func close() {
    let dropped = lock.withLock {
      defer { waiting = [] }
      isClosed = true
      return waiting
    }
    withExtendedLifetime(dropped) {}
  }
}

/// An event on its way to the relay.
struct PostedEvent: @unchecked Sendable {
  // Proof for @unchecked: the dictionary is a value that nobody changes after the post. What it
  // refers to is handed to observers on whatever thread by NotificationCenter itself; the relay
  // passes it on and never looks inside.
  let event: AppLifecycleEvent
  let userInfo: [AnyHashable: Any]?
  var isFromElsewhere = false
}
