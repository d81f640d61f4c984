@MainActor
class Delivery: Step {
  /// The listeners at the beginning of the delivery. Assigned as a whole, because the runtime
  /// checks each access to a property that is changed in place somewhere (85 instructions).
  private var entries: [ListenerEntry]
  private var turn = 0

  init(to entries: [ListenerEntry]) { self.entries = entries }

  /// Its turn comes last.
  final func join(_ entry: ListenerEntry) {
    var all = entries
    entries = []
    all.append(entry)
    entries = all
  }

  /// The next attached listener; `nil` at the end.
  @inline(__always)
  final func next() -> ListenerEntry? {
    while turn < entries.count {
      let entry = entries[turn]
      turn += 1
      if entry.attachment.store != nil { return entry }
    }
    // The callback that an end has overtaken keeps this delivery, and must not keep the listeners.
    (entries, turn) = ([], 0)
    return nil
  }
}

final class AttachDelivery: Delivery {
  private let mediator: AppLifecycleMediator

  init(_ mediator: AppLifecycleMediator, to entries: [ListenerEntry]) {
    self.mediator = mediator
    super.init(to: entries)
  }

  override func advance() -> Bool {
    while let entry = next() { entry.listener.onAttach(to: mediator) }
    return false
  }
}

final class EventDelivery: Delivery {
  private let context: AppLifecycleContext
  private let report: ProbeReport?
  /// `nil` for a replay, and inside a group.
  let origin: (relay: EventRelay, before: AppLifecycleTransitions)?

  init(
    _ context: AppLifecycleContext, to entries: [ListenerEntry], report: ProbeReport? = nil,
    origin: (EventRelay, AppLifecycleTransitions)? = nil
  ) {
    self.context = context
    self.report = report
    self.origin = origin
    super.init(to: entries)
  }

  override func advance() -> Bool {
    if let report { return advance(report) }
    while let entry = next() { entry.listener.receive(context.event, context: context) }
    return false
  }

  private func advance(_ report: ProbeReport) -> Bool {
    while let entry = next() {
      if let group = entry.group {
        let children = group.store.entries(isMirrored: context.isMirrored)
        let report = report.inside(entry.attachment.name)
        EventQueue.shared.push(EventDelivery(context, to: children, report: report))
        return true
      }
      report.call(entry, context)
    }
    return false
  }
}

extension ListenerStore {
  /// Returns when every listener has been called.
  package func deliver(_ context: AppLifecycleContext) {
    EventQueue.shared.run([EventDelivery(context, to: entries(isMirrored: context.isMirrored))])
  }

  package static func noteAttach(_ entries: [ListenerEntry], to mediators: [AppLifecycleMediator]) {
    EventQueue.shared.run(mediators.map { AttachDelivery($0, to: entries) })
  }
}
