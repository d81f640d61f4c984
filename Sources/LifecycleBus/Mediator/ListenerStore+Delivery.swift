/// The position of the delivery of one event.
///
/// It is kept in the store, not in a loop's variables, so that an urgent event from inside a
/// callback can finish the delivery under way before its own begins.
struct ListenerWalk {
  /// The number of the event.
  var event: UInt64 = 0
  var isMirrored = false
  /// How many slots were visited.
  var visited = 0
  /// How many of the listeners that are called after the slots, or in their place, were visited.
  var visitedOthers = 0
}

extension ListenerStore {
  /// Delivers an event to each listener, in the order that the context asks for.
  ///
  /// This is the hot path: no existential is copied, nothing is allocated, nothing is retained for
  /// a listener that is kept.
  package func deliver(_ context: AppLifecycleContext) {
    deliver(context, to: nil)
    settle()
  }

  /// Brings the slots up to date, where something was attached or detached during the last walk.
  @inline(__always)
  func settle() {
    if isUnsettled { settleNow() }
  }

  /// Delivers an event without ``settle()`` after it.
  ///
  /// - Parameters:
  ///   - probe: Receives a report of each call.
  ///   - prefix: The beginning of the names of the listeners: the name of the group that they are in.
  @inline(__always)
  func deliver(
    _ context: AppLifecycleContext, to probe: (any AppLifecycleProbe)?, prefix: String = ""
  ) {
    let outer = walk
    lastEvent += 1
    walk = ListenerWalk(event: lastEvent, isMirrored: context.order == .mirrored)
    // Those that wait have no slot to be visited in, and receive this event in their place.
    let outerOthers = isUnsettled ? others : []
    if isUnsettled { others = [] }
    if isUnsettled, !waiting.isEmpty {
      others = walk.isMirrored ? allAttachments.reversed() : allAttachments
      walk.visited = slots.count
    }
    walks += 1
    deliverRest(context, to: probe, prefix: prefix)
    walks -= 1
    walk = outer
    if isUnsettled { others = outerOthers }
  }

  /// Finishes the event under way, from inside a call of one of the listeners: first in the group
  /// that is being called, then here.
  func finish(
    _ context: AppLifecycleContext, to probe: (any AppLifecycleProbe)?, prefix: String = ""
  ) {
    if walks == 0 { return }
    if let called, let group = called.container {
      group.store.finish(context, to: probe, prefix: prefix + called.name + "/")
    }
    deliverRest(context, to: probe, prefix: prefix)
  }

  /// The attachment of the listener that is being called.
  private var called: AppLifecycleAttachment? {
    if walk.visitedOthers > 0 { return others[walk.visitedOthers - 1] }
    guard walk.visited > 0 else { return nil }
    return slots.attachment(
      at: walk.isMirrored ? slots.count - walk.visited : walk.visited - 1)
  }

  /// Calls the listeners that the event under way has not reached yet.
  @inline(__always)
  private func deliverRest(
    _ context: AppLifecycleContext, to probe: (any AppLifecycleProbe)?, prefix: String
  ) {
    if let probe { return deliverRest(context, ProbedCalls(probe, context, prefix)) }
    slots.walk(nextSlot) { slot in
      if !isUnsettled || !slot.attachment.isEnded { slot.call(context) }
    }
    while let attachment = nextOther() {
      attachment.listener?.receive(context.event, context: context)
    }
  }

  /// The index of the next slot, of so many.
  @inline(__always)
  func nextSlot(of count: Int) -> Int? {
    guard walk.visited < count else { return nil }
    walk.visited += 1
    return walk.isMirrored ? count - walk.visited : walk.visited - 1
  }

  /// The next listener to call that is not called in its slot; `nil` when the event has reached each
  /// listener.
  @inline(__always)
  func nextOther() -> AppLifecycleAttachment? {
    isUnsettled ? nextWaiting() : nil
  }

  @inline(never)
  private func nextWaiting() -> AppLifecycleAttachment? {
    while true {
      while walk.visitedOthers < others.count {
        walk.visitedOthers += 1
        let other = others[walk.visitedOthers - 1]
        if !other.isEnded { return other }
      }
      // Those that were attached during the event with a replay up to it receive it last.
      guard let joining = waiting.firstIndex(where: { $0.joins == walk.event }) else { return nil }
      waiting[joining].joins = nil
      others.append(waiting[joining].attachment)
    }
  }
}
