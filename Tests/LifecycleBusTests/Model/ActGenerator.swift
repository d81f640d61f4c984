import LifecycleBus
import TestSupport

/// Random sequences of operations; a seed repeats them.
struct ActGenerator {
  private var random: SeededGenerator
  private var mediators = 2
  private var numbers = Bounds.numbers.makeIterator()
  private var payloads = 0
  /// The waits that were begun.
  private var waits: [Int] = []

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
    if chance(1, of: 3) { acts += shareCenters() }
    for _ in 0..<3 { acts.append(attach()) }
    if chance(1, of: 4) { acts += suspend() }
    for _ in 0..<Self.length { acts.append(topAct()) }
    var script: [Int: [[Act]]] = [:]
    for key in Array(Bounds.listeners) + [ActSequence.anomalies + 1, ActSequence.anomalies + 2]
    where chance(1, of: 2) {
      script[key] = (0..<number(1...3)).map { _ in (0..<number(0...2)).map { _ in act() } }
    }
    script.merge(deinits()) { first, _ in first }
    if chance(1, of: 6) { acts += releaseInEvents(&script) }
    if chance(1, of: 30) { acts += losePost(&script) }
    return ActSequence(acts: acts + [.turn], script: script)
  }

  /// The scripts of the deinits of some listeners and payloads.
  private mutating func deinits() -> [Int: [[Act]]] {
    var script: [Int: [[Act]]] = [:]
    let listeners = Bounds.listeners.map { ActSequence.deinits + $0 }
    for key in listeners where chance(1, of: 2) {
      script[key] = [chance(1, of: 3) ? [.end(number(0...6))] : [act()]]
    }
    for payload in 0..<payloads where chance(2, of: 3) {
      script[ActSequence.payloads + payload] = [(0..<number(1...2)).map { _ in act() }]
    }
    return script
  }

  /// A listener that is released in the middle of an event, on another thread or by a detach, and the
  /// event.
  private mutating func releaseInEvents(_ script: inout [Int: [[Act]]]) -> [Act] {
    let (weak, kept, first, place) = (1, 5, 9, Place.mediator(number(1...2)))
    let number = nextNumber()
    let acts: [Act] = [
      .attach(nextNumber(), listener: weak, to: place, priority: -2, replay: .none, weakly: true),
      .attach(number, listener: kept, to: place, priority: -2, replay: .none, weakly: false),
      .free(listener: kept),
      .attach(nextNumber(), listener: first, to: place, priority: 2, replay: .none, weakly: false),
      .post(.didEnterBackground), .post(.didBecomeActive), .post(.didBecomeActive),
    ]
    let release = Act.freeMeanwhile(listener: weak, after: self.number(-1...200))
    script[first] = [[release, .look, .end(number), act()]]
    script[ActSequence.deinits + kept] = [[.end(self.number(0...6)), act()]]
    return acts
  }

  /// A post that waits on a center while its last mediator goes.
  private mutating func losePost(_ script: inout [Int: [[Act]]]) -> [Act] {
    payloads += 1
    let lost: Act = .on(center: 2, .carrying(payloads - 1, .post(event())))
    script[1] = [[lost, chance(1, of: 2) ? .drop(mediator: 2) : .dropElsewhere(mediator: 2)]]
    script[ActSequence.payloads + payloads - 1] = [[act()]]
    return [
      .on(center: 2, .observe(mediator: 2)),
      .attach(
        nextNumber(), listener: 1, to: .mediator(1), priority: 0, replay: .none, weakly: false),
      .post(event()), .turn,
    ]
  }

  /// A second center that has a mediator and a group in common with the first.
  private mutating func shareCenters() -> [Act] {
    mediators += 1
    let third: Act = .on(center: 1, make(mediators))
    let observed: Act = .on(center: 1, .observe(mediator: number(1...2)))
    return [third, observed, attachGroup(to: mediators)]
  }

  /// The app is suspended, and goes on: the events, the holds and the waits of Ctrl-Z, or of an iOS
  /// app in the background.
  private mutating func suspend() -> [Act] {
    let (mediator, first, second) = (number(1...2), nextNumber(), nextNumber())
    var acts: [Act] = [
      .post(.didBecomeActive), .post(.willResignActive), .post(.didEnterBackground),
      .hold(first, mediator: mediator), wait(for: mediator), act(),
    ]
    acts.append(chance(2, of: 3) ? .release(first) : .endBudget(waits.last ?? 0))
    acts += [.hold(second, mediator: mediator), wait(for: mediator), act()]
    if chance(1, of: 3) { acts += [.post(.didBecomeActive), .missSuspension(mediator: mediator)] }
    return acts + [.post(.willEnterForeground), .post(.didBecomeActive), .turn]
  }

  private mutating func wait(for mediator: Int) -> Act {
    waits.append(nextNumber())
    return .wait(waits.last ?? 0, mediator: mediator)
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
    case 6...8: wait(for: mediator())
    // Only here, because the contract leaves open what a link changes while events of both centers
    // are under way.
    case 11: onSomeCenter(.observeScenes(mediator: mediator()))
    case 12: onSomeCenter(.observe(mediator: mediator()))
    case 9...10: .endBudget(waits.randomElement(using: &random) ?? 0)
    // Only here, so that the center has a mediator while an event is under way.
    case 3: chance(1, of: 2) ? .drop(mediator: 1) : .dropElsewhere(mediator: 1)
    default: act()
    }
  }

  /// An operation at the top level or inside a callback.
  private mutating func act() -> Act {
    switch number(0...119) {
    case 0...37: onSomeCenter(post())
    case 38...40: onSomeCenter(postElsewhere())
    case 41...45:
      onSomeCenter(.postScene(sceneEvent(), scene: number(0...(Bounds.scenes - 1))))
    case 46: onSomeCenter(.postSceneElsewhere(sceneEvent(), scene: number(0...(Bounds.scenes - 1))))
    case 47...62: attach()
    case 63...68: .end(number(0...12))
    case 69...71: .detach(listener: listener(), from: place())
    case 72...78: .free(listener: listener())
    case 79...82: .freeMeanwhile(listener: listener(), after: number(-1...40))
    case 83: .renew(listener: listener())
    case 84: makeAnother()
    case 85: chance(1, of: 2) ? .drop(mediator: later()) : .dropElsewhere(mediator: later())
    case 86...88: .probe(mediator: mediator(), isOn: chance(3, of: 4))
    case 89...91: .open(mediator: mediator(), untilTaken: chance(1, of: 2))
    case 92...93: .terminate(mediator: mediator())
    case 94...99: .hold(nextNumber(), mediator: mediator())
    case 100...101: .release(number(8...20))
    case 102: .releaseElsewhere(number(8...20))
    case 103...106: .expire(mediator: mediator())
    case 107...109: .observeScenes(mediator: number(1...2))
    case 110: .missSuspension(mediator: mediator())
    default: .look
    }
  }

  private mutating func post() -> Act { withPayload(.post(event())) }
  private mutating func postElsewhere() -> Act { withPayload(.postElsewhere(event())) }

  private mutating func withPayload(_ post: Act) -> Act {
    guard chance(1, of: 5) else { return post }
    payloads += 1
    return .carrying(payloads - 1, post)
  }

  private mutating func onSomeCenter(_ act: Act) -> Act {
    chance(1, of: 6) ? .on(center: number(1...2), act) : act
  }

  private mutating func make(_ id: Int) -> Act {
    let states: [AppLifecycleState] = [.inactive, .active, .background, .terminated]
    let state = chance(1, of: 3) ? states[number(0...3)] : .notRunning
    return .make(mediator: id, isLifecycle: chance(1, of: 2), state: state)
  }

  private mutating func makeAnother() -> Act {
    mediators += 1
    return onSomeCenter(make(mediators))
  }

  private mutating func attach() -> Act {
    chance(1, of: 12)
      ? attachGroup()
      : attach(listener: listener(), to: place())
  }

  /// Without a replay, because one that interrupts an event of the same group has no fixed order. Not to
  /// mediators of centers that have no mediator in common: there an urgent end inside the event of one
  /// center inside that of the other is not delivered in order.
  private mutating func attachGroup(to mediator: Int? = nil) -> Act {
    .attach(
      nextNumber(), listener: ActSequence.groups + number(0...1),
      to: .mediator(mediator ?? number(1...2)),
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
