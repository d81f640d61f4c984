import LifecycleBus
import TestSupport
import Testing

/// Random sequences against the reference model in LegalWalk. A failure names the seed; it repeats
/// the run.
@MainActor
@Suite("Random walks")
struct RandomWalkTests {
  /// One listener and the events that it should have received.
  @MainActor
  private final class Observer {
    let replay: AppLifecycleMediator.Replay
    var attachment: AppLifecycleMediator.Attachment?
    var heard: [AppLifecycleEvent] = []
    var expected: [AppLifecycleEvent] = []
    init(_ replay: AppLifecycleMediator.Replay) { self.replay = replay }
  }

  @Test(
    "random posts and attachments give legal walks (32)",
    arguments: (1...40).map { UInt64($0) })
  func walk(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bus = TestBus(policy: .lifecycle)
    var walk: [AppLifecycleEvent] = []
    var last: AppLifecycleEvent? { walk.last { $0.direction != .none } }
    var observers: [Observer] = []
    var gone: [Observer] = []

    func observe(_ replay: AppLifecycleMediator.Replay, after last: AppLifecycleEvent?) -> Observer
    {
      let observer = Observer(replay)
      observer.expected =
        switch replay {
        case .none: []
        case .launch: Array(LegalWalk.replay(after: last).prefix(1))
        case .state: LegalWalk.replay(after: last)
        }
      observer.attachment = bus.attach("it", replay: replay) { observer.heard.append($0.event) }
      return observer
    }

    for _ in 0..<300 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        let replay = [AppLifecycleMediator.Replay.none, .launch, .state].randomElement(
          using: &random)
        observers.append(observe(replay ?? .none, after: last))
      case 1 where !observers.isEmpty:
        let leaving = observers.remove(at: .random(in: 0..<observers.count, using: &random))
        leaving.attachment?.detach()
        gone.append(leaving)
      default:
        // willTerminate is rare, so that most walks are long.
        let rare = Int.random(in: 0..<60, using: &random) == 0
        let choice = AppLifecycleEvent.named.filter { ($0 == .willTerminate) == rare }
        guard let event = choice.randomElement(using: &random) else { continue }
        let relayed = LegalWalk.relayed(event, after: last)
        // Sometimes a listener is attached in a callback of one of the steps.
        if Int.random(in: 0..<8, using: &random) == 0,
          let step = relayed.randomElement(using: &random),
          let place = relayed.firstIndex(of: step)
        {
          let before = (walk + relayed[..<place]).last { $0.direction != .none }
          let replay: AppLifecycleMediator.Replay = Bool.random(using: &random) ? .state : .launch
          let slot = Slot<Observer>()
          let door = bus.mediator.on(step) { _ in
            if slot.value == nil { slot.value = observe(replay, after: before) }
          }
          bus.post(event)
          door.detach()
          if let arrived = slot.value {
            let joins =
              replay == .state || (before == nil && LegalWalk.replay(after: before).isEmpty)
            arrived.expected += relayed[(joins ? place : place + 1)...]
            for other in observers { other.expected += relayed }
            observers.append(arrived)
          } else {
            Issue.record("seed \(seed): \(step) was not relayed")
          }
        } else {
          bus.post(event)
          for observer in observers { observer.expected += relayed }
        }
        walk += relayed
      }
    }

    #expect(LegalWalk.isLegal(walk), "seed \(seed)")
    #expect(walk.count { $0 == .willTerminate } <= 1, "seed \(seed)")
    for observer in observers + gone {
      #expect(observer.heard == observer.expected, "seed \(seed)")
      // Any event may follow a replay of the launch alone; the rest is a walk of its own.
      let launch = observer.replay == .launch ? 1 : 0
      #expect(
        LegalWalk.isLegal(Array(observer.heard.dropFirst(launch)), fromAnywhere: true),
        "seed \(seed)")
      if observer.replay == .state,
        let start = observer.heard.first(where: { $0.direction != .none })
      {
        #expect(LegalWalk.first.contains(start) || start.direction == .none, "seed \(seed)")
      }
      #expect(matched(observer.heard), "seed \(seed)")
    }
  }

  /// No event is repeated without its counterpart in between: each up event has at most one
  /// matching down event, and the reverse.
  private func matched(_ view: [AppLifecycleEvent]) -> Bool {
    func separated(_ event: AppLifecycleEvent, by others: Set<AppLifecycleEvent>) -> Bool {
      let relevant = view.filter { $0 == event || others.contains($0) }
      return !zip(relevant, relevant.dropFirst()).contains { $0 == event && $1 == event }
    }
    return separated(.didBecomeActive, by: [.willResignActive])
      && separated(.willResignActive, by: [.didBecomeActive, .willEnterForeground])
      && separated(.willEnterForeground, by: [.didEnterBackground])
      && separated(.didEnterBackground, by: [.willEnterForeground])
      && separated(.didFinishLaunching, by: []) && separated(.willTerminate, by: [])
  }
}
