import Foundation
import LifecycleBus
import TestSupport
import Testing

/// Random mediators, listeners and posts on one center, nested in callbacks, against the model.
@MainActor
@Suite("One order for all mediators on a center")
struct BusModelTests {
  @Test(
    "mediators match the model in 10,000 random runs (49)",
    arguments: (1...20).map { UInt64($0) })
  func runs(seed: UInt64) async {
    for round in 0..<500 {
      // Other tests need the main actor, too.
      await Task.yield()
      let run = seed * 1000 + UInt64(round)
      var random = SeededGenerator(seed: run)
      var names = Names()
      let script = names.script(&random)
      let acts = names.beginning + (0..<12).map { _ in names.act(&random) }
      let model = BusModel(script)
      let world = BusWorld(script)
      for act in acts {
        model.perform(act)
        world.perform(act)
        guard world.calls == model.calls else {
          Issue.record(
            """
            run \(run), after \(act): heard \(world.calls.suffix(16)), the model \
            \(model.calls.suffix(16)); acts \(acts), script \(script)
            """)
          return
        }
      }
    }
  }

  /// Numbers for listeners and mediators, and random acts on them.
  private struct Names {
    private var listeners = 6
    private var mediators = 2

    /// Two mediators, one of each policy, with three listeners each.
    let beginning: [BusAct] =
      [.make(mediator: 1, isLifecycle: false), .make(mediator: 2, isLifecycle: true)]
      + (1...6).map { .attach(listener: $0, mediator: 1 + $0 % 2, priority: $0 % 3) }

    mutating func script(_ random: inout SeededGenerator) -> BusScript {
      var script: BusScript = [:]
      for listener in 1...12 where Int.random(in: 0..<2, using: &random) == 0 {
        script[listener] = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          (0..<Int.random(in: 0...2, using: &random)).map { _ in act(&random) }
        }
      }
      return script
    }

    mutating func act(_ random: inout SeededGenerator) -> BusAct {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<12:
        let event = AppLifecycleEvent.named.randomElement(using: &random) ?? .willTerminate
        // willTerminate is rare, because it ends a run and most runs should be long.
        return .post(
          event == .willTerminate && Int.random(in: 0..<3, using: &random) > 0
            ? .didBecomeActive : event)
      case 12..<15:
        listeners += 1
        return .attach(
          listener: listeners, mediator: Int.random(in: 1...mediators, using: &random),
          priority: Int.random(in: 0..<3, using: &random))
      case 15..<18: return .detach(listener: Int.random(in: 1...listeners, using: &random))
      case 18:
        mediators += 1
        return .make(mediator: mediators, isLifecycle: Bool.random(using: &random))
      default: return .drop(mediator: Int.random(in: 1...mediators, using: &random))
      }
    }
  }
}

/// The same acts on real mediators.
@MainActor
private final class BusWorld {
  private let center = NotificationCenter()
  private var mediators: [Int: AppLifecycleMediator] = [:]
  private var attachments: [Int: AppLifecycleMediator.Attachment] = [:]
  private var script: BusScript
  private(set) var calls: [String] = []

  init(_ script: BusScript) { self.script = script }

  func perform(_ act: BusAct) {
    switch act {
    case .post(let event): center.post(event)
    case .attach(let listener, let id, let priority):
      attachments[listener] = mediators[id]?.attach(
        ClosureListener { [weak self] in self?.called("\(id).\(listener).\($0.event)", listener) },
        priority: priority)
    case .detach(let listener): attachments[listener]?.detach()
    case .make(let id, let isLifecycle):
      mediators[id] = AppLifecycleMediator(
        policy: isLifecycle ? .lifecycle : .relay, notificationCenter: center)
    case .drop(let id): mediators[id] = nil
    }
  }

  private func called(_ call: String, _ listener: Int) {
    calls.append(call)
    guard script[listener]?.isEmpty == false, let acts = script[listener]?.removeFirst() else {
      return
    }
    for act in acts { perform(act) }
  }
}
