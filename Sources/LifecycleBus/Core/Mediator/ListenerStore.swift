/// The listeners of a mediator or a group, in order. The owner calls `close()` before it releases
/// the store.
@MainActor
package final class ListenerStore {
  /// In the order of attachment; `nil` where a listener was detached.
  private var slots: [ListenerEntry?] = []
  private var vacantCount = 0
  private var weakCount = 0
  /// The entries by priority; `nil` if the slots have changed. Assigned as a whole, as
  /// `Delivery.entries` is.
  private var ordered: [ListenerEntry]?
  /// So that the same object is attached once.
  private var attachments: [ObjectIdentifier: AppLifecycleAttachment] = [:]
  private var observers: [any ListenerStoreObserver] = []

  package init() {}

  /// Without weakly attached listeners that were freed.
  package var count: Int {
    if weakCount == 0 { return slots.count - vacantCount }
    return slots.count { $0?.attachment.isAttached == true }
  }

  package func contains(_ object: AnyObject) -> Bool {
    attachments[ObjectIdentifier(object)]?.isAttached == true
  }

  /// With weakly attached listeners that were freed.
  package func entries(isMirrored: Bool = false) -> [ListenerEntry] {
    let entries = ordered ?? order()
    return isMirrored ? entries.reversed() : entries
  }

  private func order() -> [ListenerEntry] {
    if vacantCount > 0 { closeGaps() }
    var entries = slots.compactMap { $0 }
    let isInOrder = zip(entries, entries.dropFirst()).allSatisfy { $0.precedes($1) }
    if !isInOrder { entries.sort { $0.precedes($1) } }
    ordered = entries
    return entries
  }

  func entry(of attachment: AppLifecycleAttachment) -> ListenerEntry? { slots[attachment.index] }

  private func closeGaps() {
    slots.removeAll { $0 == nil }
    vacantCount = 0
    for (index, entry) in slots.enumerated() { entry?.attachment.index = index }
  }

  // MARK: Attaching

  /// `weakly`: the listener again, if it is not kept. The entry is `nil` if the listener is
  /// attached already.
  package func insert(
    _ listener: any AppLifecycleListener, weakly: (any AppLifecycleListener & AnyObject)? = nil,
    priority: Int
  ) -> (attachment: AppLifecycleAttachment, new: ListenerEntry?) {
    let identity = Self.identity(of: listener)
    if let identity, let known = attachments[identity] {
      if known.isAttached {
        if weakly == nil { known.weakly?.keep() }
        return (known, nil)
      }
      // The weakly held object was freed, and a new one has its address.
      known.detach()
    }
    let attachment = AppLifecycleAttachment(
      store: self, identity: identity, priority: priority, index: slots.count)
    attachment.weakly = weakly.map { WeakListener($0, attachment: attachment) }
    let entry = ListenerEntry(attachment.weakly ?? listener, attachment)
    slots.append(entry)
    ordered = nil
    if weakly != nil { weakCount += 1 }
    if let identity { attachments[identity] = attachment }
    return (attachment, entry)
  }

  /// `nil` for a value.
  private static func identity<Listener: AppLifecycleListener>(
    of listener: Listener
  ) -> ObjectIdentifier? {
    guard Listener.self is AnyClass else { return nil }
    // Proof: an instance of a class is one reference, and an ObjectIdentifier is its address. A cast to
    // AnyObject gives the same and is a quarter of what attaching and detaching cost.
    return unsafe unsafeBitCast(listener, to: ObjectIdentifier.self)
  }

  // MARK: Detaching

  package func remove(_ object: AnyObject) { attachments[ObjectIdentifier(object)]?.detach() }

  /// The store is in order before other code runs: observers, and the listener's `deinit`.
  func remove(_ attachment: AppLifecycleAttachment) {
    guard let entry = slots[attachment.index] else { return }
    slots[attachment.index] = nil
    vacantCount += 1
    ordered = nil
    if let identity = attachment.identity { attachments[identity] = nil }
    if attachment.weakly != nil { weakCount -= 1 }
    attachment.end()
    while let last = slots.last, last == nil {
      slots.removeLast()
      vacantCount -= 1
    }
    if vacantCount > 16, vacantCount * 2 > slots.count { closeGaps() }
    for observer in observers { observer.listenerDidDetach(attachment) }
    EventQueue.shared.release([consume entry])
  }

  /// Listeners are always released on the main actor.
  package nonisolated static func closeOnMainActor(_ store: ListenerStore) {
    MainActorContext.runOrLater { store.close() }
  }

  package func close() {
    let entries = slots.compactMap { $0 }
    slots = []
    (vacantCount, weakCount) = (0, 0)
    ordered = nil
    attachments = [:]
    for entry in entries { entry.attachment.end() }
    for entry in entries {
      for observer in observers { observer.listenerDidDetach(entry.attachment) }
    }
    EventQueue.shared.release(consume entries)
  }

  // MARK: Observers

  package func addObserver(_ observer: any ListenerStoreObserver) { observers.append(observer) }

  package func removeObserver(_ observer: any ListenerStoreObserver) {
    observers.removeAll { $0 === observer }
  }
}

@MainActor
package final class ListenerEntry {
  // Constant, so that a call copies no existential.
  let listener: any AppLifecycleListener
  package let attachment: AppLifecycleAttachment

  fileprivate init(_ listener: any AppLifecycleListener, _ attachment: AppLifecycleAttachment) {
    self.listener = listener
    self.attachment = attachment
  }

  /// `nil` for a weakly attached listener that was freed.
  package var target: (any AppLifecycleListener)? {
    if let weakly = attachment.weakly { return weakly.object }
    return listener
  }

  package var group: (any AppListenerContainer)? {
    attachment.isGroup ? target as? any AppListenerContainer : nil
  }

  fileprivate func precedes(_ other: ListenerEntry) -> Bool {
    let (own, others) = (attachment, other.attachment)
    return own.priority > others.priority
      || own.priority == others.priority && own.index < others.index
  }
}

/// A listener that contains listeners.
@MainActor
package protocol AppListenerContainer: AppLifecycleListener {
  var store: ListenerStore { get }
}

@MainActor
package protocol ListenerStoreObserver: AnyObject {
  func listenerDidDetach(_ attachment: AppLifecycleAttachment)
}
