/// The listeners of a mediator or a group, in the order of delivery. Independent of notifications
/// and threads.
///
/// Listeners may be attached and detached while an event is delivered. One that is attached
/// meanwhile hears the next event. One that is detached is skipped at once, and released after the
/// event. The owner calls ``close()`` before it releases the store.
@MainActor
package final class ListenerStore {
  // Proof for nonisolated(unsafe): used on the main actor only, and in `deinit`, when nothing else
  // has a reference to the store.
  private nonisolated(unsafe) var chunks = ListenerChunkList()
  // Plain copies of what a delivery reads, because opening the collections costs more.
  private(set) var first: ListenerChunk.Pointer?
  private(set) var last: ListenerChunk.Pointer?
  var hasJoining = false
  private(set) var hasRemoved = false
  /// The attachments of objects, so that the same object is attached once.
  private var attachments: [ObjectIdentifier: AppLifecycleAttachment] = [:]
  private var attachedCount = 0
  private var weakCount = 0
  /// The number of the event that was delivered last, or is being delivered.
  var lastEvent: UInt64 = 0
  /// How many events are being delivered: more than one inside an urgent event.
  var deliveries = 0
  var cursor = DeliveryCursor()
  /// The listeners that were attached during an event with a replay up to it: they hear it last.
  var joining: [(attachment: AppLifecycleAttachment, event: UInt64)] = []
  /// Detached, and not released yet.
  private var removed: [(slot: ListenerSlot.Pointer, chunk: ListenerChunk.Pointer)] = []
  private(set) var isReleasing = false
  private var observers: [any ListenerStoreObserver] = []
  private var hasObservers = false

  package init() {}

  deinit { chunks.free() }

  // MARK: Membership

  /// Makes room for so many objects, so that their table does not grow step by step.
  func reserve(_ count: Int) { attachments.reserveCapacity(count) }

  /// How many listeners are attached. Constant time if none is held weakly; otherwise linear.
  package var count: Int {
    guard weakCount > 0 else { return attachedCount }
    var living = 0
    forEachAttachment { living += $0.isAttached ? 1 : 0 }
    return living
  }

  /// Calls a closure for each attachment, in the order of delivery on the way up.
  package func forEachAttachment(_ body: (AppLifecycleAttachment) -> Void) {
    var chunk = first
    while let current = chunk {
      for index in 0..<current.pointee.count {
        if let attachment = current.pointee.slots[index].attachment { body(attachment) }
      }
      chunk = current.pointee.next
    }
  }

  /// The attachment of an object that is attached here and lives.
  package func attachment(of object: ObjectIdentifier) -> AppLifecycleAttachment? {
    guard let attachment = attachments[object] else { return nil }
    if attachment.isAttached { return attachment }
    // The weakly held object was freed, and a new one has its address.
    attachment.detach()
    return nil
  }

  /// The object that a listener is; `nil` for a value.
  package static func identity<Listener: AppLifecycleListener>(
    of listener: Listener
  ) -> ObjectIdentifier? {
    guard Listener.self is AnyClass else { return nil }
    // Proof: an instance of a class is one reference, and an ObjectIdentifier is its address. A
    // cast to AnyObject gives the same and costs 250 ns.
    return unsafeBitCast(listener, to: ObjectIdentifier.self)
  }

  /// Stores a listener behind those of its priority, or finds the attachment that it has: one
  /// look-up for both.
  ///
  /// - Parameters:
  ///   - identity: The object that the listener is; `nil` for a value.
  ///   - joins: Whether a listener that is attached during an event still hears that event, last.
  package func insert(
    _ listener: any AppLifecycleListener, identity: ObjectIdentifier?, priority: Int,
    joins: Bool = false
  ) -> (attachment: AppLifecycleAttachment, isNew: Bool) {
    guard let identity else {
      let attachment = AppLifecycleAttachment(store: self, identity: nil)
      store(listener, attachment, priority: priority, joins: joins)
      return (attachment, true)
    }
    let (attachment, former) = Self.claim(&attachments[identity], of: identity, in: self)
    if attachment === former { return (attachment, false) }
    // The weakly held object was freed, and a new one has its address.
    former?.detach()
    store(listener, attachment, priority: priority, joins: joins)
    return (attachment, true)
  }

  /// The attachment in an entry if it lives, and otherwise a new one, with the former one.
  private static func claim(
    _ entry: inout AppLifecycleAttachment?, of identity: ObjectIdentifier, in store: ListenerStore
  ) -> (AppLifecycleAttachment, former: AppLifecycleAttachment?) {
    let former = entry
    if let former, former.isAttached { return (former, former) }
    let attachment = AppLifecycleAttachment(store: store, identity: identity)
    entry = attachment
    return (attachment, former)
  }

  /// Stores an object that is not kept, behind those of its priority.
  package func insert(
    weakly object: any AppLifecycleListener & AnyObject, priority: Int, joins: Bool = false
  ) -> AppLifecycleAttachment {
    let attachment = AppLifecycleAttachment(store: self, weakly: object)
    weakCount += 1
    attachments[ObjectIdentifier(object)] = attachment
    store(attachment.weakly ?? object, attachment, priority: priority, joins: joins)
    return attachment
  }

  private func store(
    _ listener: any AppLifecycleListener, _ attachment: AppLifecycleAttachment, priority: Int,
    joins: Bool
  ) {
    let chunk = chunkWithRoom(for: priority)
    let slot = chunk.pointee.append(
      ListenerSlot(
        firstEvent: deliveries > 0 ? lastEvent + 1 : 0, listener: listener, attachment: attachment))
    attachment.move(to: slot, in: chunk)
    attachedCount += 1
    if joins, deliveries > 0 {
      joining.append((attachment, cursor.event))
      hasJoining = true
    }
  }

  /// Mostly the last chunk, because most listeners have one priority.
  @inline(__always)
  private func chunkWithRoom(for priority: Int) -> ListenerChunk.Pointer {
    if let last, last.pointee.priority == priority, !last.pointee.isFull { return last }
    let chunk = chunks.chunkWithRoom(for: priority)
    (first, last) = (chunks.first, chunks.last)
    return chunk
  }

  /// Keeps the object from now on, if it has been held weakly.
  package func keep(_ attachment: AppLifecycleAttachment) {
    guard let weakly = attachment.weakly, !weakly.isKept else { return }
    weakly.keep()
    weakCount -= 1
  }

  /// Detaches a listener, from inside a callback too.
  ///
  /// Mostly nothing else is under way, and the listener is released at once. That takes half as
  /// long as over the array of the removed ones.
  func remove(_ attachment: AppLifecycleAttachment) {
    if attachment.slot == nil { return }
    if let identity = attachment.identity { forget(attachment, of: identity) }
    removeForgotten(attachment)
  }

  /// Detaches an object, if it is attached: one look-up for both.
  package func remove(_ object: ObjectIdentifier) {
    // A weakly held object that was freed, and whose address this object has, goes too.
    if let attachment = attachments.removeValue(forKey: object) { removeForgotten(attachment) }
  }

  private func removeForgotten(_ attachment: AppLifecycleAttachment) {
    guard let slot = attachment.slot, let chunk = attachment.chunk else { return }
    end(attachment, slot)
    if deliveries > 0 || isReleasing || hasRemoved {
      note(slot, chunk)
      return releaseRemoved()
    }
    isReleasing = true
    release(slot, chunk)
    isReleasing = false
    // The `deinit` of the listener may have detached others.
    if hasRemoved { releaseRemoved(compacting: chunk) } else { compact(chunk) }
  }

  /// Detaches all listeners, because the owner is about to be released.
  package func close() {
    // All at once, so that none is looked up.
    attachments = [:]
    forEachAttachment { attachment in
      guard let slot = attachment.slot, let chunk = attachment.chunk else { return }
      end(attachment, slot)
      note(slot, chunk)
    }
    releaseRemoved()
  }

  /// Closes a store from any thread: at once on the main actor, otherwise there, later. Its
  /// listeners are always released on the main actor.
  package nonisolated static func closeOnMainActor(_ store: ListenerStore) {
    MainActorContext.runOrLater(store) { $0.close() }
  }

  private func end(_ attachment: AppLifecycleAttachment, _ slot: ListenerSlot.Pointer) {
    attachedCount -= 1
    if let weakly = attachment.weakly, !weakly.isKept { weakCount -= 1 }
    slot.pointee.firstEvent = ListenerSlot.never
    slot.pointee.attachment = nil
    attachment.end()
    if hasObservers { for observer in observers { observer.listenerDidDetach(attachment) } }
  }

  private func note(_ slot: ListenerSlot.Pointer, _ chunk: ListenerChunk.Pointer) {
    removed.append((slot, chunk))
    hasRemoved = true
  }

  private func forget(_ attachment: AppLifecycleAttachment, of identity: ObjectIdentifier) {
    let forgotten = attachments.removeValue(forKey: identity)
    // A new object that has the address of a freed one keeps its own attachment.
    if let forgotten, forgotten !== attachment { attachments[identity] = forgotten }
  }

  /// Releases the detached listeners, when no listener is being called. That may run a `deinit`
  /// that detaches further listeners; the same loop releases those, so that a long chain needs no
  /// stack.
  ///
  /// - Parameter chunk: A chunk that another listener has left.
  func releaseRemoved(compacting chunk: ListenerChunk.Pointer? = nil) {
    guard deliveries == 0, !isReleasing, hasRemoved else { return }
    isReleasing = true
    var changed: Set<ListenerChunk.Pointer> = []
    var latest = chunk
    if let chunk { changed.insert(chunk) }
    var index = 0
    while index < removed.count {
      let (slot, chunk) = removed[index]
      index += 1
      // Mostly the chunk of the one before.
      if chunk != latest { changed.insert(chunk) }
      latest = chunk
      release(slot, chunk)
    }
    removed = []
    hasRemoved = false
    isReleasing = false
    for chunk in changed { compact(chunk) }
  }

  /// Releases a listener, after its slot is in order again.
  private func release(_ slot: ListenerSlot.Pointer, _ chunk: ListenerChunk.Pointer) {
    _ = chunk.pointee.take(slot)
  }

  /// Closes the gaps of a chunk if they are the majority, and frees it if it is empty. The last
  /// chunk of several stays for the next listener, so that one that comes and goes allocates none.
  private func compact(_ chunk: ListenerChunk.Pointer) {
    ListenerChunk.compactIfWorthwhile(chunk)
    guard chunk.pointee.count == 0, first != last else { return }
    if chunk == last, chunk.pointee.previous?.pointee.priority == chunk.pointee.priority { return }
    chunks.remove(chunk)
    (first, last) = (chunks.first, chunks.last)
  }

  // MARK: Observers

  /// Calls an observer for each listener that is detached, until the observer is removed.
  package func add(_ observer: any ListenerStoreObserver) {
    observers.append(observer)
    hasObservers = true
  }

  package func remove(_ observer: any ListenerStoreObserver) {
    observers.removeAll { $0 === observer }
    hasObservers = !observers.isEmpty
  }
}

/// Receives each attachment that a store detaches.
@MainActor
package protocol ListenerStoreObserver: AnyObject {
  func listenerDidDetach(_ attachment: AppLifecycleAttachment)
}
