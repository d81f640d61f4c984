/// Brings one piece of news to the listeners of one list, one after the other.
///
/// It stays on the stack while a listener is called. So if the listener posts an end, whoever runs
/// the queue meanwhile continues with the next listener.
@MainActor
final class Delivery {
  enum News {
    case attached(AppLifecycleMediator)
    case event(AppLifecycleContext)
    case scene(AppSceneContext)
  }

  private let news: News
  private let isMirrored: Bool
  private let probes: [any AppLifecycleProbe]
  /// Has the holds for `async` listeners, and is told when the delivery has ended.
  private let relay: EventRelay?
  private var attachments: [AppLifecycleAttachment]
  private var turn = 0
  /// The group whose children these are, and the delivery in which the group has its turn.
  private let group: (attachment: AppLifecycleAttachment, turn: Delivery)?

  /// Set while a group tells its children of a mediator.
  private let telling: ListenerGroup.Telling?

  /// `attachments` come in the order of the list, also for a mirrored delivery.
  init(
    _ news: News, to attachments: [AppLifecycleAttachment], isMirrored: Bool = false,
    relay: EventRelay? = nil, probes: [any AppLifecycleProbe] = [],
    in telling: ListenerGroup.Telling? = nil
  ) {
    (self.news, self.isMirrored, self.relay, self.probes) = (news, isMirrored, relay, probes)
    self.attachments = isMirrored ? attachments.reversed() : attachments
    self.telling = telling
    group = nil
  }

  private init(of outer: Delivery, to group: ListenerGroup, at attachment: AppLifecycleAttachment) {
    (news, isMirrored) = (outer.news, outer.isMirrored)
    (relay, probes) = (outer.relay, outer.probes)
    attachments = isMirrored ? group.list.attachments.reversed() : group.list.attachments
    if case .attached(let mediator) = news {
      telling = group.beginTelling(of: mediator)
    } else {
      telling = nil
    }
    self.group = (attachment, outer)
  }

  var step: EventQueue.Step { EventQueue.Step { self.advance() } }

  /// A listener that joins has its turn last.
  func join(_ attachment: AppLifecycleAttachment) { attachments.append(attachment) }

  func advance() {
    let queue = EventQueue.shared
    let height = queue.height
    queue.push(step)
    // Out of the loop, which would copy the news for each listener.
    let isDone =
      switch news {
      case .event(let context): callEach { tell($0, context, of: $1) }
      case .scene(let scene): callEach { listener, _ in tell(listener, scene) }
      case .attached(let mediator): callEach { listener, _ in listener.onAttach(to: mediator) }
      }
    guard isDone else { return }
    queue.pop(downTo: height)
    if group == nil { relay?.end(self) }
  }

  /// Returns false where a step for the next listener was pushed, which comes before the rest.
  private func callEach(
    _ call: (any AppLifecycleListener, AppLifecycleAttachment) -> Void
  ) -> Bool {
    while true {
      // A copy, taken again where a listener has joined.
      let attachments = attachments
      if turn >= attachments.count || isOver { return true }
      while turn < attachments.count, !isOver {
        let attachment = attachments[turn]
        turn += 1
        if attachment.isGroup || !probes.isEmpty, pushStep(for: attachment) { return false }
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
    if telling?.isOver == true { return true }
    guard let group else { return false }
    return !group.attachment.isAttached || group.turn.isOver
  }

  // MARK: One listener

  private func tell(
    _ listener: any AppLifecycleListener, _ context: AppLifecycleContext,
    of attachment: AppLifecycleAttachment
  ) {
    if let turns = attachment.turns {
      turns.take(context, for: listener, named: attachment.name, holds: relay?.holds)
    } else {
      listener.receive(context.event, context: context)
    }
  }

  private func tell(_ listener: any AppLifecycleListener, _ scene: AppSceneContext) {
    (listener as? any AppSceneListener)?.receive(scene)
  }

  /// A group's children are a delivery of their own. Under a probe a call is a step, because the
  /// probe hears of it first and may do anything.
  private func pushStep(for attachment: AppLifecycleAttachment) -> Bool {
    if let group = attachment.group {
      EventQueue.shared.push(Delivery(of: self, to: group, at: attachment).step)
      return true
    }
    guard case .event(let context) = news, attachment.isAttached else { return false }
    let name = path + attachment.name
    EventQueue.shared.push(EventQueue.Step { self.call(attachment, named: name, context) })
    for probe in probes { probe.willCall(name, for: context) }
    return true
  }

  private func call(
    _ attachment: AppLifecycleAttachment, named name: String, _ context: AppLifecycleContext
  ) {
    // The probe may have detached it.
    guard !isOver, let listener = attachment.listener else { return }
    let start = SuspendingClock.now
    tell(listener, context, of: attachment)
    let report = AppLifecycleProbeCall(
      event: context.event, listener: name, start: start, duration: start.duration(to: .now),
      isReplay: context.origin == .replayed)
    for probe in probes { probe.didCall(report) }
  }

  func reportEnd() {
    guard case .event(let context) = news else { return }
    for probe in probes { probe.didDeliver(context) }
  }

  /// The names of the groups around these listeners.
  private var path: String {
    group.map { $0.turn.path + $0.attachment.name + "/" } ?? ""
  }
}
