/// Brings one event to the listeners of one list, one after the other.
///
/// It stays on the stack while a listener is called. If the listener posts an end, whoever runs the
/// queue for that continues with the next listener.
@MainActor
final class Delivery {
  enum Content {
    case attached(AppLifecycleMediator)
    case event(AppLifecycleContext)
    case scene(AppSceneContext)
  }

  static private(set) var current: Delivery?

  let probes: [any AppLifecycleProbe]
  /// `nil` if somebody passes an event on by hand.
  let relay: EventRelay?
  let path: GroupPath?

  private let content: Content
  private let isMirrored: Bool

  private var attachments: [AppLifecycleAttachment]
  private var next = 0

  init(
    _ content: Content, to attachments: [AppLifecycleAttachment], inside path: GroupPath? = nil,
    isMirrored: Bool = false, relay: EventRelay? = nil, probes: [any AppLifecycleProbe] = []
  ) {
    self.content = content
    self.attachments = isMirrored ? attachments.reversed() : attachments
    self.path = path
    self.isMirrored = isMirrored
    self.relay = relay
    self.probes = probes
  }

  var step: EventQueue.Step { EventQueue.Step { self.advance() } }

  func join(_ attachment: AppLifecycleAttachment) { attachments.append(attachment) }

  func advance() {
    let queue = EventQueue.shared
    let height = queue.height
    queue.push(step)

    let outer = Self.current
    Self.current = self
    // Out of the loop, which would copy the content for each listener.
    let call: (any AppLifecycleListener) -> Void =
      switch content {
      case .event(let context): { $0.receive(context.event, context: context) }
      case .scene(let scene): { ($0 as? any AppSceneListener)?.receive(scene) }
      case .attached(let mediator): { $0.onAttach(to: mediator) }
      }
    let isDone = callEach(call)
    Self.current = outer
    guard isDone else { return }

    queue.pop(downTo: height)
    if path == nil {
      relay?.end(self)
    }
  }

  private func callEach(_ call: (any AppLifecycleListener) -> Void) -> Bool {
    while true {
      // A copy, taken again where a listener has joined.
      let attachments = attachments
      if next >= attachments.count || isOver { return true }

      while next < attachments.count, !isOver {
        let attachment = attachments[next]
        next += 1

        if needsStep(attachment) {
          pushStep(for: attachment)
          return false
        }

        if let kept = attachment.kept {
          call(kept.listener)
        } else if let listener = attachment.listener {
          call(listener)
        } else {
          // It was attached weakly and freed, or has been detached.
          attachment.detach()
        }
      }
    }
  }

  /// True if a group around these listeners was detached meanwhile.
  private var isOver: Bool { path?.isOver ?? false }

  // MARK: One listener

  var called: AppLifecycleAttachment? { next > 0 ? attachments[next - 1] : nil }

  /// A group's children are a delivery of their own. A probe is told before a call and may do
  /// anything, so the call is a step too. An `async` call tells the probe itself.
  private func needsStep(_ attachment: AppLifecycleAttachment) -> Bool {
    if attachment.isGroup { return attachment.isAttached }
    if probes.isEmpty || attachment.isAsync { return false }
    guard case .event = content else { return false }
    return attachment.isAttached
  }

  private func pushStep(for attachment: AppLifecycleAttachment) {
    if let group = attachment.group {
      EventQueue.shared.push(delivery(to: group, at: attachment).step)
    } else if case .event(let context) = content {
      let name = (path?.name ?? "") + attachment.name
      EventQueue.shared.push(EventQueue.Step { self.call(attachment, named: name, context) })
      for probe in probes {
        probe.willCall(name, for: context)
      }
    }
  }

  private func delivery(to group: ListenerGroup, at attachment: AppLifecycleAttachment) -> Delivery
  {
    let inner = GroupPath(attachment, inside: path)
    if case .attached(let mediator) = content {
      group.noteMediator(mediator, by: inner)
    }
    return Delivery(
      content, to: group.list.attachments, inside: inner, isMirrored: isMirrored, relay: relay,
      probes: probes)
  }

  private func call(
    _ attachment: AppLifecycleAttachment, named name: String, _ context: AppLifecycleContext
  ) {
    // The probe may have detached it.
    guard !isOver, let listener = attachment.listener else { return }

    let outer = Self.current
    Self.current = self
    let start = SuspendingClock.now
    listener.receive(context.event, context: context)
    let duration = start.duration(to: .now)
    Self.current = outer

    let report = AppLifecycleProbeCall(
      event: context.event, listener: name, start: start, duration: duration,
      isReplay: context.origin == .replayed, isAsync: false, delivery: context.delivery)
    for probe in probes {
      probe.didCall(report)
    }
  }

  func reportEnd() {
    guard case .event(let context) = content else { return }

    for probe in probes {
      probe.didDeliver(context)
    }
  }
}

/// The groups around a listener, from the mediator inward.
@MainActor
final class GroupPath {
  private let attachment: AppLifecycleAttachment
  private let outer: GroupPath?

  init(_ attachment: AppLifecycleAttachment, inside outer: GroupPath?) {
    self.attachment = attachment
    self.outer = outer
  }

  var isOver: Bool {
    if !attachment.isAttached { return true }
    return outer?.isOver ?? false
  }

  var name: String { (outer?.name ?? "") + attachment.name + "/" }
}
