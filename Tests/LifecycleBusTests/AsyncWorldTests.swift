import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

/// Random listeners that take their time, in mediators and groups, with expiries in between.
@MainActor
@Suite("Async calls in random worlds", .timeLimit(.minutes(hangMinutes)))
struct AsyncWorldTests {
  @Test("no async call is lost, doubled, overlapping or out of order (76, 77)")
  func random() async {
    var calls = 0
    for seed in Rounds.seeds(60) {
      let world = AsyncWorld(seed: seed)
      await world.play()
      calls += world.callCount
      #expect(world.faults == [], "seed \(seed)")
      if !world.faults.isEmpty { break }
    }
    print("\(calls) async calls")
  }
}

/// What the world expects of one call, from the delivery that it saw.
@MainActor
private final class ExpectedCall {
  let mediator: Int
  let delivery: Int
  let worker: Worker
  let isChained: Bool
  var hasHold: Bool
  var hasBegun = false
  var isCutOff = false
  /// Those behind it in its chain may have begun then.
  var wasOver = false

  init(mediator: Int, delivery: Int, worker: Worker, isChained: Bool, hasHold: Bool) {
    self.mediator = mediator
    self.delivery = delivery
    self.worker = worker
    self.isChained = isChained
    self.hasHold = hasHold
  }
}

/// A listener that takes its time in one of five ways.
@MainActor
private final class Worker: AppLifecycleAsyncListener {
  enum Manner: CaseIterable {
    case returnsAtOnce, yields, hops, waitsUntilCancelled, ignoresCancellation
  }

  let manner: Manner
  private weak var world: AsyncWorld?
  private(set) var waits: [Gate] = []

  init(_ manner: Manner, in world: AsyncWorld) {
    self.manner = manner
    self.world = world
  }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) async {
    guard let world else { return }

    world.noteBegin(of: self, context)
    switch manner {
    case .returnsAtOnce:
      break
    case .yields:
      await Task.yield()
      await Task.yield()
    case .hops:
      await Task.detached {}.value
    case .waitsUntilCancelled:
      let gate = newGate()
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        gate.open()
      }
    case .ignoresCancellation:
      await newGate().wait()
    }
    world.noteEnd(of: self, context)
  }

  private func newGate() -> Gate {
    let gate = Gate()
    if world?.isOver == true {
      gate.open()
    } else {
      waits.append(gate)
    }
    return gate
  }

  func goOn() {
    for gate in waits {
      gate.open()
    }
    waits = []
  }
}

@MainActor
private final class AsyncWorld {
  private(set) var faults: [String] = []
  private(set) var isOver = false
  private(set) var callCount = 0

  private var random: SeededGenerator
  private let center = NotificationCenter()
  private var mediators: [AppLifecycleMediator] = []
  private var isMirrored: [Bool] = []
  private var isGoingDown: [Bool] = []
  private var groups: [ListenerGroup] = []
  private var workers: [Worker] = []
  /// For each mediator, what is attached to it, a worker or a group of workers.
  private var attached: [[any AppLifecycleListener & AnyObject]] = []
  private var grouped: [ObjectIdentifier: [Worker]] = [:]
  /// The calls that haven't returned, in the order of delivery.
  private var expected: [ExpectedCall] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for number in 0..<Int.random(in: 1...3, using: &random) {
      let mirrored = Bool.random(using: &random)
      let policy = AppLifecycleMediator.Policy.asPosted
      let mediator = AppLifecycleMediator(
        policy: mirrored ? policy.mirrored : policy, notificationCenter: center)
      mediator.attach(
        ClosureListener { [weak self] in self?.expectCalls($0, of: number) },
        priority: mirrored ? 0 : 1)
      mediators.append(mediator)
      isMirrored.append(mirrored)
      isGoingDown.append(false)
      attached.append([])
    }

    for _ in 0..<Int.random(in: 2...6, using: &random) {
      workers.append(Worker(pick(Worker.Manner.allCases), in: self))
    }
  }

  // MARK: What happens

  func play() async {
    for _ in 0..<80 {
      await step()
    }

    isOver = true
    for worker in workers {
      worker.goOn()
    }
    for _ in 0..<100_000 where !expected.isEmpty {
      await Task.yield()
    }
    for call in expected {
      faults.append("the call for delivery \(call.delivery) was lost")
    }
  }

  private func step() async {
    let number = Int.random(in: 0..<mediators.count, using: &random)
    let worker = pick(workers)
    switch Int.random(in: 0..<12, using: &random) {
    case 0...4:
      center.post(pick(AppLifecycleEvent.named))
    case 5:
      attach(worker, to: number)
    case 6:
      attachGroup(with: worker, to: number)
    case 7:
      detach(from: number)
    case 8:
      expire(number)
    case 9:
      let hold = mediators[number].hold("brief")
      Thread.detachNewThread { hold.release() }
    case 10:
      worker.goOn()
    default:
      await Task.yield()
    }
    await Task.yield()
  }

  private func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private func attach(_ worker: Worker, to number: Int) {
    let isKnown = attached[number].contains { $0 === worker }
    if isKnown { return }
    mediators[number].attach(worker)
    attached[number].append(worker)
  }

  private func attachGroup(with worker: Worker, to number: Int) {
    let group = ListenerGroup { worker }
    groups.append(group)
    grouped[ObjectIdentifier(group)] = [worker]
    mediators[number].attach(group)
    attached[number].append(group)
  }

  private func detach(from number: Int) {
    guard let listener = attached[number].randomElement(using: &random) else { return }
    mediators[number].detach(listener)
    attached[number].removeAll { $0 === listener }
  }

  /// Calls that were cut off stay so, whether they return or not.
  private func expire(_ number: Int) {
    for call in expected where call.mediator == number && call.hasHold {
      call.isCutOff = true
    }
    noteOver()
    mediators[number].holdCoordinator.expire()
  }

  // MARK: What is expected

  /// A plain listener of each mediator sees what is delivered.
  private func expectCalls(_ context: AppLifecycleContext, of number: Int) {
    switch context.event.direction {
    case .up:
      isGoingDown[number] = false
    case .down:
      isGoingDown[number] = true
      for call in expected where call.mediator == number && !isOver(call) {
        call.hasHold = true
      }
    case .none:
      break
    }

    var listeners = attached[number].flatMap { listener in
      grouped[ObjectIdentifier(listener)] ?? [listener as? Worker].compactMap { $0 }
    }
    if isMirrored[number], context.event.direction == .down {
      listeners.reverse()
    }
    for worker in listeners {
      let call = ExpectedCall(
        mediator: number, delivery: context.delivery, worker: worker,
        isChained: isMirrored[number] && context.event.direction != .none, hasHold: false)
      expected.append(call)
      callCount += 1
      call.hasHold = isGoingDown[number] && !isOver(call)
    }
    noteOver()
  }

  private func noteOver() {
    for call in expected where isOver(call) {
      call.wasOver = true
    }
  }

  /// Cut off, or behind a call of its own listener that was cut off and still runs.
  private func isOver(_ call: ExpectedCall) -> Bool {
    if call.isCutOff { return true }
    for earlier in expected {
      if earlier === call { return false }
      if earlier.worker === call.worker, earlier.isCutOff { return true }
    }
    return false
  }

  func noteBegin(of worker: Worker, _ context: AppLifecycleContext) {
    let next = expected.first { $0.worker === worker && !$0.hasBegun }
    guard let next, next.delivery == context.delivery else {
      faults.append("delivery \(context.delivery) was doubled or out of order")
      return
    }

    for earlier in expected {
      if earlier === next { break }
      if earlier.worker === worker {
        faults.append("deliveries \(earlier.delivery) and \(next.delivery) overlap")
      }
      let isBefore = earlier.mediator == next.mediator && earlier.isChained && next.isChained
      if isBefore, !earlier.wasOver, !isOver(next) {
        faults.append("delivery \(next.delivery) did not wait for \(earlier.delivery)")
      }
    }
    if next.isCutOff != Task.isCancelled {
      faults.append("delivery \(next.delivery): cut off is \(next.isCutOff)")
    }
    next.hasBegun = true
  }

  func noteEnd(of worker: Worker, _ context: AppLifecycleContext) {
    let place = expected.firstIndex {
      $0.worker === worker && $0.delivery == context.delivery && $0.hasBegun
    }
    guard let place else {
      faults.append("delivery \(context.delivery) returned twice")
      return
    }
    expected.remove(at: place)
  }
}
