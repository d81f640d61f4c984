/// Brings one event to the listeners of one list, one after the other.
///
/// It stays on the stack while a listener is called. So if the listener posts an end, whoever runs
/// the queue meanwhile continues with the next listener.
@MainActor
final class Delivery {
  enum Content {
    case attached(AppLifecycleMediator)
    case event(AppLifecycleContext)
    case scene(AppSceneContext)
  }

  private let content: Content
  private let isMirrored: Bool
  private let probes: [any AppLifecycleProbe]
  /// Has the holds for `async` listeners, and is told when the delivery has ended.
  private let relay: EventRelay?
  /// The groups around these listeners.
  private let path: GroupPath?

  private var attachments: [AppLifecycleAttachment]
  /// The place of the listener that's called next.
  private var next = 0

  /// `attachments` come in the order of the list, also for a mirrored delivery.
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

  /// Adds a listener that's called last.
  func join(_ attachment: AppLifecycleAttachment) { attachments.append(attachment) }

  func advance() {
    let queue = EventQueue.shared
    let height = queue.height
    queue.push(step)

    // Out of the loop, which would copy the content for each listener.
    let isDone =
      switch content {
      case .event(let context): callEach { tell($0, context, of: $1) }
      case .scene(let scene): callEach { listener, _ in tell(listener, scene) }
      case .attached(let mediator): callEach { listener, _ in listener.onAttach(to: mediator) }
      }
    guard isDone else { return }

    queue.pop(downTo: height)
    if path == nil {
      relay?.end(self)
    }
  }

  /// Returns false where it has pushed a step for a listener, which comes before the rest.
  private func callEach(
    _ call: (any AppLifecycleListener, AppLifecycleAttachment) -> Void
  ) -> Bool {
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
          call(kept.listener, attachment)
        } else if let listener = attachment.listener {
          call(listener, attachment)
        } else {
          // It was attached weakly and freed, or has been detached.
          attachment.detach()
        }
      }
    }
  }

  /// True if a group around these listeners was detached meanwhile.
  private var isOver: Bool {
    guard let path else { return false }
    return path.isOver
  }

  // MARK: One listener

  private func tell(
    _ listener: any AppLifecycleListener, _ context: AppLifecycleContext,
    of attachment: AppLifecycleAttachment
  ) {
    if let calls = attachment.asyncCalls {
      calls.begin(context, for: listener, named: attachment.name, holds: relay?.holds)
    } else {
      listener.receive(context.event, context: context)
    }
  }

  private func tell(_ listener: any AppLifecycleListener, _ scene: AppSceneContext) {
    (listener as? any AppSceneListener)?.receive(scene)
  }

  /// A group's children are a delivery of their own. Under a probe a call is a step, because the
  /// probe is told of it first and may do anything.
  private func needsStep(_ attachment: AppLifecycleAttachment) -> Bool {
    if attachment.isGroup { return attachment.isAttached }
    if probes.isEmpty { return false }
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

    let start = SuspendingClock.now
    tell(listener, context, of: attachment)
    let duration = start.duration(to: .now)

    let report = AppLifecycleProbeCall(
      event: context.event, listener: name, start: start, duration: duration,
      isReplay: context.origin == .replayed)
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

/// The attachments of the groups around a listener, from a mediator inward.
@MainActor
final class GroupPath {
  private let attachment: AppLifecycleAttachment
  private let outer: GroupPath?

  init(_ attachment: AppLifecycleAttachment, inside outer: GroupPath?) {
    self.attachment = attachment
    self.outer = outer
  }

  /// True once one of the groups was detached.
  var isOver: Bool {
    if !attachment.isAttached { return true }
    guard let outer else { return false }
    return outer.isOver
  }

  /// The names of the groups, as in `media/`.
  var name: String { (outer?.name ?? "") + attachment.name + "/" }
}
