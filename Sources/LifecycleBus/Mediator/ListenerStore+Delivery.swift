/// The position of the delivery of one event: the slots of one chunk that have not been called yet.
///
/// It is kept in the store, not in a loop's variables, so that an urgent event from inside a
/// callback can finish the delivery under way before its own begins.
struct DeliveryCursor {
  var event: UInt64 = 0
  var chunk: ListenerChunk.Pointer?
  var slot: ListenerSlot.Pointer?
  var remaining = 0
  var isMirrored = false
}

extension ListenerStore {
  /// Delivers an event to each listener, in the order that the context asks for.
  ///
  /// This is the hot path: no existential is copied, nothing is allocated, nothing is retained for
  /// a listener that is kept.
  @inline(__always)
  package func deliver(_ context: AppLifecycleContext) {
    let outer = cursor
    begin(isMirrored: context.order == .mirrored)
    deliverRest(context)
    end(returningTo: outer)
  }

  /// Delivers an event, and reports each call to a probe.
  ///
  /// - Parameter prefix: The beginning of the names of the listeners: the name of the group that
  ///   they are in.
  func deliver(
    _ context: AppLifecycleContext, to probe: any AppLifecycleProbe, prefix: String = ""
  ) {
    let outer = cursor
    begin(isMirrored: context.order == .mirrored)
    deliverRest(context, to: probe, prefix: prefix)
    end(returningTo: outer)
  }

  /// Calls the listeners that the event under way has not reached yet.
  @inline(__always)
  func deliverRest(_ context: AppLifecycleContext) {
    let event = context.event
    while let slot = nextSlot() { slot.pointee.call(event, context) }
  }

  /// Calls the listeners that the event under way has not reached yet, and reports each call.
  func deliverRest(_ context: AppLifecycleContext, to probe: any AppLifecycleProbe, prefix: String)
  {
    var start = ContinuousClock.now
    while let slot = nextSlot() {
      guard let attachment = slot.pointee.attachment else { continue }
      guard attachment.isAttached else {
        attachment.detach()
        continue
      }
      let name = attachment.name
      if let container = attachment.container {
        container.store.deliver(context, to: probe, prefix: prefix + name + "/")
        start = .now
        continue
      }
      slot.pointee.call(context.event, context)
      let end = ContinuousClock.now
      probe.relayDidCall(
        AppLifecycleProbeCall(
          event: context.event, listener: prefix.isEmpty ? name : prefix + name,
          duration: end - start, isReplay: context.origin == .replayed))
      start = end
    }
  }

  /// Finishes the event under way, from inside a call of one of the listeners: first in the group
  /// that is being called, then here.
  func finish(
    _ context: AppLifecycleContext, to probe: (any AppLifecycleProbe)?, prefix: String = ""
  ) {
    if deliveries == 0 { return }
    if let (container, name) = calledContainer {
      container.store.finish(context, to: probe, prefix: prefix + name + "/")
    }
    if let probe {
      deliverRest(context, to: probe, prefix: prefix)
    } else {
      deliverRest(context)
    }
  }

  /// The group that is being called; `nil` if another listener is.
  private var calledContainer: (any AppListenerContainer, name: String)? {
    guard let next = cursor.slot else { return nil }
    let slot = cursor.isMirrored ? next + 1 : next - 1
    let weakly = slot.pointee.listener as? WeakListener
    let listener: (any AppLifecycleListener)? = weakly?.object ?? slot.pointee.listener
    guard let container = listener as? any AppListenerContainer else { return nil }
    return (container, (listener as? any AppNamedListener)?.listenerName ?? "")
  }

  @inline(__always)
  private func begin(isMirrored: Bool) {
    lastEvent += 1
    deliveries += 1
    cursor.event = lastEvent
    cursor.isMirrored = isMirrored
    enter(isMirrored ? last : first)
  }

  @inline(__always)
  private func end(returningTo outer: DeliveryCursor) {
    cursor = outer
    deliveries -= 1
    if deliveries == 0, hasRemoved { releaseRemoved() }
  }

  /// The next slot to call; `nil` when the event has reached each listener.
  @inline(__always)
  private func nextSlot() -> ListenerSlot.Pointer? {
    while true {
      while cursor.remaining > 0, let slot = cursor.slot {
        cursor.remaining -= 1
        cursor.slot = cursor.isMirrored ? slot - 1 : slot + 1
        if slot.pointee.firstEvent <= cursor.event { return slot }
      }
      guard let chunk = cursor.chunk else { return hasJoining ? nextJoining() : nil }
      enter(cursor.isMirrored ? chunk.pointee.previous : chunk.pointee.next)
    }
  }

  private func enter(_ chunk: ListenerChunk.Pointer?) {
    cursor.chunk = chunk
    cursor.remaining = chunk?.pointee.count ?? 0
    guard let chunk else { return }
    let slots = chunk.pointee.slots
    cursor.slot = cursor.isMirrored ? slots + (cursor.remaining - 1) : slots
  }

  /// The next listener that was attached during the event and is still to hear it.
  @inline(never)
  private func nextJoining() -> ListenerSlot.Pointer? {
    while let index = joining.firstIndex(where: { $0.event == cursor.event }) {
      guard let slot = joining.remove(at: index).attachment.slot else { continue }
      // As after each slot, so that `finish` finds the one that is being called.
      cursor.slot = cursor.isMirrored ? slot - 1 : slot + 1
      return slot
    }
    hasJoining = !joining.isEmpty
    return nil
  }
}

/// A listener made of listeners. Its store is open to the mediator, for probes and requests.
@MainActor
package protocol AppListenerContainer: AppLifecycleListener {
  /// The listeners inside.
  var store: ListenerStore { get }
}
