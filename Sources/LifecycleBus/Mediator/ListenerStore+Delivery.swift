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
    lastEvent += 1
    var walk = ListenerWalk(event: lastEvent, isMirrored: context.order == .mirrored)
    let outerOthers = isUnsettled ? replaceOthers(for: &walk) : []
    slots.walk(walk) { deliverRest(context, to: probe, prefix: prefix) }
    if isUnsettled { others = outerOthers }
  }

  /// Those that wait have no slot to be visited in, and receive the event in their place.
  @inline(never)
  private func replaceOthers(for walk: inout ListenerWalk) -> [AppLifecycleAttachment] {
    let outer = others
    others = []
    if !waiting.isEmpty {
      others = walk.isMirrored ? allAttachments.reversed() : allAttachments
      walk.visited = slots.count
    }
    return outer
  }

  /// Finishes the event under way, from inside a call of one of the listeners: first in the group
  /// that is being called, then here.
  func finish(
    _ context: AppLifecycleContext, to probe: (any AppLifecycleProbe)?, prefix: String = ""
  ) {
    if slots.walks == 0 { return }
    if let called, let group = container(of: called) {
      group.store.finish(context, to: probe, prefix: prefix + called.name + "/")
    }
    deliverRest(context, to: probe, prefix: prefix)
  }

  /// The attachment of the listener that is being called.
  private var called: AppLifecycleAttachment? {
    let walk = slots.walk
    if walk.visitedOthers > 0 { return others[walk.visitedOthers - 1] }
    guard walk.visited > 0 else { return nil }
    return slots.attachment(
      at: walk.isMirrored ? slots.count - walk.visited : walk.visited - 1)
  }

  /// The group that is being called. It may have been detached meanwhile; until the event is over, the
  /// store has it.
  private func container(of called: AppLifecycleAttachment) -> (any AppListenerContainer)? {
    let listener = listener(of: called)
    return ((listener as? WeakListener)?.object ?? listener) as? any AppListenerContainer
  }

  /// Calls the listeners that the event under way has not reached yet.
  @inline(__always)
  private func deliverRest(
    _ context: AppLifecycleContext, to probe: (any AppLifecycleProbe)?, prefix: String
  ) {
    if let probe { return deliverRest(context, to: probe, prefix: prefix) }
    slots.visitRest { slot in
      if !isUnsettled || !slot.attachment.isEnded { slot.call(context) }
    }
    if isUnsettled { callOthers(context) }
  }

  @inline(never)
  private func callOthers(_ context: AppLifecycleContext) {
    while let attachment = nextOther() {
      attachment.listener?.receive(context.event, context: context)
    }
  }

  /// The next listener to call that is not called in its slot; `nil` when the event has reached each
  /// listener.
  func nextOther() -> AppLifecycleAttachment? {
    while isUnsettled {
      while slots.walk.visitedOthers < others.count {
        let other = others[slots.walk.visitedOthers]
        slots.walk.visitedOthers += 1
        if !other.isEnded { return other }
      }
      // Those that were attached during the event with a replay up to it receive it last.
      let event = slots.walk.event
      guard let joining = waiting.firstIndex(where: { $0.joins == event }) else { return nil }
      waiting[joining].joins = nil
      others.append(waiting[joining].attachment)
    }
    return nil
  }
}
