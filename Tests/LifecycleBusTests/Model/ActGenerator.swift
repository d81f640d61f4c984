import LifecycleBus
import TestSupport

/// Random sequences of operations; a seed repeats them.
struct ActGenerator {
  private var random: SeededGenerator
  private var mediators = 2
  private var numbers = Bounds.numbers.makeIterator()

  static let length = 6

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Two mediators with some listeners, operations, and operations inside callbacks.
  mutating func sequence() -> ActSequence {
    var acts: [Act] = []
    for id in 1...2 { acts += [make(id), .observeScenes(mediator: id)] }
    acts += [
      attach(listener: ActSequence.groups, to: .mediator(1)),
      attach(listener: ActSequence.groups + 1, to: .group(ActSequence.groups)),
    ]
    for _ in 0..<3 { acts.append(attach()) }
    for _ in 0..<Self.length { acts.append(topAct()) }
    var script: [Int: [[Act]]] = [:]
    for key in Array(Bounds.listeners) + [ActSequence.anomalies + 1, ActSequence.anomalies + 2]
    where chance(1, of: 2) {
      script[key] = (0..<number(1...3)).map { _ in (0..<number(0...2)).map { _ in act() } }
    }
    return ActSequence(acts: acts + [.turn], script: script)
  }

  /// A sequence in which each listener attaches the next one in its first call: callbacks inside
  /// callbacks.
  mutating func deepSequence() -> ActSequence {
    var script: [Int: [[Act]]] = [:]
    for listener in Bounds.listeners.dropLast() {
      script[listener] = [[act(), attachNext(after: listener), act()], [act()]]
    }
    let acts: [Act] = [
      .make(mediator: 1, isLifecycle: chance(1, of: 2), state: .active),
      .make(mediator: 2, isLifecycle: chance(1, of: 2), state: .background),
      .observeScenes(mediator: 1), attachNext(after: 0), act(), act(), .turn,
    ]
    return ActSequence(acts: acts, script: script)
  }

  private mutating func attachNext(after listener: Int) -> Act {
    .attach(
      nextNumber(), listener: listener + 1, to: .mediator(number(1...2)), priority: number(-1...1),
      replay: .state, weakly: false)
  }

  /// An operation at the top level.
  private mutating func topAct() -> Act {
    switch number(0...59) {
    case 0...1: .turn
    case 2, 5: .runOut(mediator: mediator())
    case 4: .fetch(mediator: mediator())
    // Only here, so that the center has a mediator while an event is under way.
    case 3: chance(1, of: 2) ? .drop(mediator: 1) : .dropElsewhere(mediator: 1)
    default: act()
    }
  }

  /// An operation at the top level or inside a callback.
  private mutating func act() -> Act {
    switch number(0...99) {
    case 0...37: .post(event())
    case 38...40: .postElsewhere(event())
    case 41...45: .postScene(sceneEvent(), scene: number(0...(Bounds.scenes - 1)))
    case 46: .postSceneElsewhere(sceneEvent(), scene: number(0...(Bounds.scenes - 1)))
    case 47...62: attach()
    case 63...66: .end(number(0...12))
    case 67...70: .detach(listener: listener(), from: place())
    case 71...72: .free(listener: listener())
    case 73: makeAnother()
    case 74: chance(1, of: 2) ? .drop(mediator: later()) : .dropElsewhere(mediator: later())
    case 75...77: .probe(mediator: mediator(), isOn: chance(3, of: 4))
    case 78...80: .open(mediator: mediator(), untilTaken: chance(1, of: 2))
    case 81...82: .terminate(mediator: mediator())
    case 83...88: .hold(nextNumber(), mediator: mediator())
    case 89...91: .release(number(8...20))
    case 92...95: .expire(mediator: mediator())
    case 96: .observeScenes(mediator: mediator())
    default: .look
    }
  }

  private mutating func make(_ id: Int) -> Act {
    let states: [AppLifecycleState] = [.inactive, .active, .background, .terminated]
    let state = chance(1, of: 3) ? states[number(0...3)] : .notRunning
    return .make(mediator: id, isLifecycle: chance(1, of: 2), state: state)
  }

  private mutating func makeAnother() -> Act {
    mediators += 1
    return make(mediators)
  }

  private mutating func attach() -> Act {
    chance(1, of: 12)
      ? attachGroup()
      : attach(listener: listener(), to: place())
  }

  /// Without a replay, because one that interrupts an event of the same group has no fixed order.
  private mutating func attachGroup() -> Act {
    .attach(
      nextNumber(), listener: ActSequence.groups + number(0...1), to: .mediator(mediator()),
      priority: number(-1...1), replay: .none, weakly: chance(1, of: 3))
  }

  private mutating func attach(listener: Int, to place: Place) -> Act {
    let replays: [AppLifecycleMediator.Replay] = [.none, .none, .launch, .state]
    return .attach(
      nextNumber(), listener: listener, to: place, priority: number(-1...1),
      replay: replays[number(0...3)], weakly: chance(1, of: 3))
  }

  /// willTerminate is rare, because it ends most of what a run can do.
  private mutating func event() -> AppLifecycleEvent {
    let events: [AppLifecycleEvent] = [
      .didFinishLaunching, .didFinishLaunching, .willEnterForeground, .willEnterForeground,
      .didBecomeActive, .didBecomeActive, .didBecomeActive, .willResignActive, .willResignActive,
      .didEnterBackground, .didEnterBackground, .didReceiveMemoryWarning, .willTerminate,
    ]
    return events[number(0...(events.count - 1))]
  }

  private mutating func sceneEvent() -> AppSceneEvent {
    AppSceneEvent.allCases[number(0...(AppSceneEvent.allCases.count - 1))]
  }

  private mutating func place() -> Place {
    switch number(0...5) {
    case 0: .group(ActSequence.groups)
    case 1: .group(ActSequence.groups + 1)
    default: .mediator(mediator())
    }
  }

  private mutating func listener() -> Int { number(Bounds.listeners) }
  private mutating func mediator() -> Int { number(1...mediators) }
  /// A mediator other than the first.
  private mutating func later() -> Int { number(2...max(2, mediators)) }
  /// The next number of an attachment or a hold; the last one is used again when they run out.
  private mutating func nextNumber() -> Int { numbers.next() ?? Bounds.numbers.upperBound - 1 }
  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &random)
  }
  private mutating func chance(_ wins: Int, of all: Int) -> Bool { number(1...all) <= wins }
}
