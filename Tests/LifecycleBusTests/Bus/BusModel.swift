import LifecycleBus
import TestSupport

/// The acts in one call of a listener, decided before the run, so that the bus and its model do
/// the same.
enum BusAct {
  case post(AppLifecycleEvent)
  case attach(listener: Int, mediator: Int, priority: Int)
  case detach(listener: Int)
  case make(mediator: Int, isLifecycle: Bool)
  case drop(mediator: Int)
}

/// The acts of each call, by listener: the first call performs the first list.
typealias BusScript = [Int: [[BusAct]]]

/// A simple model of a bus with its mediators: which events the listeners receive, in which order.
///
/// It keeps the rest of each delivery in lists. It has no chunks, no numbers of events and no
/// notification center.
final class BusModel {
  final class Mediator {
    let id: Int
    let isLifecycle: Bool
    var listeners: [(id: Int, priority: Int)] = []
    var last: AppLifecycleEvent?
    var isOpen = true
    /// The rest of the delivery under way.
    var steps: [AppLifecycleEvent] = []
    var event: AppLifecycleEvent?
    var waiting: [Int] = []

    init(id: Int, isLifecycle: Bool) {
      self.id = id
      self.isLifecycle = isLifecycle
    }
  }

  /// One post on its way through the mediators.
  final class Delivery {
    let event: AppLifecycleEvent
    var waiting: [Mediator]
    var current: Mediator?

    init(_ event: AppLifecycleEvent, _ waiting: [Mediator]) {
      self.event = event
      self.waiting = waiting
    }
  }

  private(set) var calls: [String] = []
  private var mediators: [Mediator] = []
  private var all: [Mediator] = []
  private var queue: [AppLifecycleEvent] = []
  private var delivery: Delivery?
  private var isUrgent = false
  private var script: BusScript

  init(_ script: BusScript) { self.script = script }

  func perform(_ act: BusAct) {
    switch act {
    case .post(let event): post(event)
    case .attach(let listener, let id, let priority):
      mediators.first { $0.id == id }?.listeners.append((listener, priority))
    case .detach(let listener):
      // A released mediator may still be delivering its last event.
      for mediator in all {
        mediator.listeners.removeAll { $0.id == listener }
        mediator.waiting.removeAll { $0 == listener }
      }
    case .make(let id, let isLifecycle):
      let mediator = Mediator(id: id, isLifecycle: isLifecycle)
      mediators.append(mediator)
      all.append(mediator)
    case .drop(let id):
      mediators.first { $0.id == id }?.isOpen = false
      mediators.removeAll { $0.id == id }
    }
  }

  private func post(_ event: AppLifecycleEvent) {
    // Without a mediator there is no observer on the center.
    if mediators.isEmpty { return }
    if delivery == nil {
      deliver(event)
      drain()
    } else if event == .willTerminate, !isUrgent {
      isUrgent = true
      queue.append(event)
      let count = queue.count
      if let delivery { finish(delivery) }
      for _ in 0..<count { deliver(queue.removeFirst()) }
      isUrgent = false
    } else {
      queue.append(event)
    }
  }

  private func drain() {
    while !queue.isEmpty { deliver(queue.removeFirst()) }
  }

  private func deliver(_ event: AppLifecycleEvent) {
    let outer = delivery
    let new = Delivery(event, mediators)
    delivery = new
    finish(new)
    delivery = outer
  }

  private func finish(_ delivery: Delivery) {
    if let mediator = delivery.current { finish(mediator) }
    while !delivery.waiting.isEmpty {
      let mediator = delivery.waiting.removeFirst()
      guard mediator.isOpen else { continue }
      finish(mediator)
      delivery.current = mediator
      mediator.steps =
        mediator.isLifecycle
        ? LegalWalk.relayed(delivery.event, after: mediator.last) : [delivery.event]
      finish(mediator)
    }
  }

  private func finish(_ mediator: Mediator) {
    call(mediator)
    while !mediator.steps.isEmpty {
      let event = mediator.steps.removeFirst()
      if event.direction != .none { mediator.last = event }
      mediator.event = event
      let inOrder = mediator.listeners.enumerated().sorted {
        ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset)
      }.map(\.element.id)
      let isMirrored = mediator.isLifecycle && event.direction == .down
      mediator.waiting = isMirrored ? inOrder.reversed() : inOrder
      call(mediator)
    }
  }

  private func call(_ mediator: Mediator) {
    while let event = mediator.event, !mediator.waiting.isEmpty {
      let listener = mediator.waiting.removeFirst()
      calls.append("\(mediator.id).\(listener).\(event)")
      guard script[listener]?.isEmpty == false, let acts = script[listener]?.removeFirst() else {
        continue
      }
      for act in acts { perform(act) }
    }
    mediator.event = nil
  }
}
