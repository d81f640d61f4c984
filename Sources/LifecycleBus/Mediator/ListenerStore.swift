/// The listeners of a mediator or a group, in the order of delivery. Independent of notifications
/// and threads.
///
/// Listeners may be attached and detached while an event is delivered. One that is attached
/// meanwhile waits for a slot until the delivery ends, and receives the next event. One that is
/// detached is skipped at once, and released after the event. The owner calls ``close()`` before it
/// releases the store.
@MainActor
package final class ListenerStore {
  let slots = SlotBuffer()
  /// Attached, and without a slot yet, in the order of attachment.
  var waiting: [Newcomer] = []
  /// How many of the slots are of listeners that were detached.
  private var endedCount = 0
  /// Whether a listener waits, or a slot's has ended. A plain flag for the path of an event, because
  /// the runtime checks each access to an array that is changed in place (85 instructions).
  private(set) var isUnsettled = false
  /// The listeners that the innermost walk calls after the slots, or in their place.
  var others: [AppLifecycleAttachment] = []
  /// The number of the last event.
  var lastEvent: UInt64 = 0
  /// The attachments of objects, so that the same object is attached once.
  private var attachments: [ObjectIdentifier: AppLifecycleAttachment] = [:]
  private var lastNumber = 0
  private var observers: [any ListenerStoreObserver] = []
  private let releases = ReleaseQueue()

  package init() {}

  /// Makes room for so many objects, so that their table does not grow step by step. Called before
  /// the first one is attached.
  func reserve(_ count: Int) { attachments = Dictionary(minimumCapacity: count) }

  /// How many listeners are attached, those held weakly that were freed not counted.
  package var count: Int { allAttachments.count { $0.isAttached } }

  /// Whether an object is attached.
  package func contains(_ object: ObjectIdentifier) -> Bool {
    entry(of: object) { $0 }?.isAttached == true
  }

  // MARK: Attaching

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
    let (attachment, isNew) = claim(identity, priority)
    if isNew { store(Newcomer(listener: listener, attachment: attachment), joins: joins) }
    return (attachment, isNew)
  }

  /// Stores an object that is not kept, or finds the attachment that it has.
  package func insert(
    weakly object: any AppLifecycleListener & AnyObject, priority: Int, joins: Bool = false
  ) -> (attachment: AppLifecycleAttachment, isNew: Bool) {
    let (attachment, isNew) = claim(ObjectIdentifier(object), priority)
    if isNew {
      let weakly = attachment.holdWeakly(object)
      store(Newcomer(listener: weakly, attachment: attachment), joins: joins)
    }
    return (attachment, isNew)
  }

  /// The attachment that an object has, or a new one.
  private func claim(
    _ identity: ObjectIdentifier?, _ priority: Int
  ) -> (AppLifecycleAttachment, isNew: Bool) {
    lastNumber += 1
    guard let identity else {
      return (newAttachment(of: nil, priority), true)
    }
    let attachment = entry(of: identity) { entry in
      if let entry { return entry }
      let attachment = newAttachment(of: identity, priority)
      entry = attachment
      return attachment
    }
    if attachment.number == lastNumber { return (attachment, true) }
    if attachment.isAttached { return (attachment, false) }
    // The weakly held object was freed, and a new one has its address.
    remove(attachment)
    return claim(identity, priority)
  }

  /// Reads and changes the entry of an object: one look-up.
  ///
  /// - Parameter change: Runs no code of others, and loads no weak reference, because the release of
  ///   what it loaded may run a `deinit`.
  @inline(__always)
  private func entry<Result>(
    of object: ObjectIdentifier, _ change: (inout AppLifecycleAttachment?) -> Result
  ) -> Result {
    // Taken out meanwhile, because of the check that `isUnsettled` speaks of.
    var table: [ObjectIdentifier: AppLifecycleAttachment] = [:]
    swap(&table, &attachments)
    defer { swap(&table, &attachments) }
    return change(&table[object])
  }

  private func newAttachment(
    of identity: ObjectIdentifier?, _ priority: Int
  ) -> AppLifecycleAttachment {
    AppLifecycleAttachment(
      store: self, identity: identity, priority: priority, number: lastNumber)
  }

  private func store(_ newcomer: consuming Newcomer, joins: Bool) {
    let end = slots.count
    let isLast =
      end == 0 || slots.attachment(at: end - 1).precedes(newcomer.attachment)
    if slots.walks == 0, isLast, !isUnsettled || waiting.isEmpty {
      slots.append(ListenerSlot(newcomer))
    } else {
      if joins { newcomer.joins = slots.walk.event }
      waiting.append(newcomer)
      isUnsettled = true
    }
  }

  // MARK: Detaching

  /// Detaches a listener, from inside a callback too.
  func remove(_ attachment: AppLifecycleAttachment) {
    if attachment.isEnded { return }
    if let identity = attachment.identity {
      entry(of: identity) { if $0 === attachment { $0 = nil } }
    }
    end(attachment)
  }

  /// Detaches an object, if it is attached: one look-up for both.
  package func remove(_ object: ObjectIdentifier) {
    // A weakly held object that was freed, and whose address this object has, goes too.
    let attachment = entry(of: object) { entry in
      defer { entry = nil }
      return entry
    }
    if let attachment { end(attachment) }
  }

  /// The store is in order before code of others runs: that of observers, and the listener's
  /// `deinit`.
  private func end(_ attachment: AppLifecycleAttachment) {
    // So that none waits, and is looked for one by one.
    if slots.walks == 0, isUnsettled, !waiting.isEmpty { settle() }
    var listener: (any AppLifecycleListener)?
    if slots.walks == 0, let index = index(of: attachment) {
      if index < slots.count - 1 { noteEnded() }
      listener = slots.vacate(index)
    } else {
      noteEnded()
    }
    attachment.end()
    for observer in observers { observer.listenerDidDetach(attachment) }
    if endedCount > 16, endedCount * 2 > slots.count { settle() }
    releases.release(&listener)
  }

  private func noteEnded() {
    endedCount += 1
    isUnsettled = true
  }

  /// Detaches all listeners, because the owner is about to be released.
  package func close() {
    attachments = [:]
    // None is released before all are detached.
    slots.walk {
      for attachment in allAttachments where !attachment.isEnded { end(attachment) }
    }
    settle()
  }

  /// Closes a store from any thread: at once on the main actor, otherwise there, later. Its
  /// listeners are always released on the main actor.
  package nonisolated static func closeOnMainActor(_ store: ListenerStore) {
    MainActorContext.runOrLater { store.close() }
  }

  // MARK: After a walk

  /// After the last walk, gives those that waited a slot, and releases those that were detached.
  @inline(never)
  func settleNow() {
    guard slots.walks == 0 else { return }
    isUnsettled = false
    var ended: [any AppLifecycleListener] = []
    if endedCount > 0 {
      endedCount = 0
      ended = slots.compact()
    }
    if !waiting.isEmpty {
      let attached = waiting.map(\.attachment).filter { !$0.isEnded }
      let newcomers = Self.ordered(attached).compactMap {
        waitingIndex(of: $0).map { waiting[$0] }
      }
      ended += waiting.filter { $0.attachment.isEnded }.map(\.listener)
      waiting = []
      slots.merge(newcomers)
    }
    releases.release(&ended)
  }

  // MARK: Observers

  /// Calls an observer for each listener that is detached, until the observer is removed.
  package func add(_ observer: any ListenerStoreObserver) { observers = observers + [observer] }

  package func remove(_ observer: any ListenerStoreObserver) {
    observers = observers.filter { $0 !== observer }
  }
}
