extension ListenerStore {
  /// Calls the listeners that the event under way has not reached yet, and reports each call.
  ///
  /// Never inlined, because the clock's instants cost each event that has no probe 30 instructions.
  @inline(never)
  func deliverRest(
    _ context: AppLifecycleContext, to probe: any AppLifecycleProbe, prefix: String
  ) {
    var calls = ProbedCalls(probe, context, prefix)
    slots.visitRest { slot in
      calls.call(slot.attachment) { slot.call(context) }
    }
    while let attachment = nextOther() {
      calls.call(attachment) { attachment.listener?.receive(context.event, context: context) }
    }
  }
}

/// The calls of one event that are reported to a probe.
@MainActor
struct ProbedCalls {
  private let probe: any AppLifecycleProbe
  private let context: AppLifecycleContext
  private let prefix: String
  private var start = ContinuousClock.now

  init(_ probe: any AppLifecycleProbe, _ context: AppLifecycleContext, _ prefix: String) {
    self.probe = probe
    self.context = context
    self.prefix = prefix
  }

  /// Calls a listener, and reports the call; a group's children are reported in its place.
  mutating func call(_ attachment: AppLifecycleAttachment, _ call: () -> Void) {
    guard !attachment.isEnded else { return }
    guard attachment.isAttached else { return attachment.detach() }
    // Read before the call, because the listener may be gone after it.
    let name = attachment.name
    if let group = attachment.container {
      group.store.deliver(context, to: probe, prefix: prefix + name + "/")
      group.store.settle()
      start = .now
      return
    }
    call()
    let end = ContinuousClock.now
    probe.relayDidCall(
      AppLifecycleProbeCall(
        event: context.event, listener: prefix.isEmpty ? name : prefix + name,
        duration: end - start, isReplay: context.origin == .replayed))
    start = end
  }
}
