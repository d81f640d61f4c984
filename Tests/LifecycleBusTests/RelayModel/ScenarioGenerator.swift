import LifecycleBus
import TestSupport

/// Makes a random scenario from a seed.
struct ScenarioGenerator {
  private static let events =
    AppLifecycleEvent.lifeCycle + [.willTerminate, .didReceiveMemoryWarning]
  private var random: SeededGenerator
  private var scenario = Scenario()
  private var payloads = 0

  static func scenario(_ seed: UInt64) -> Scenario {
    var generator = ScenarioGenerator(random: SeededGenerator(seed: seed))
    generator.fill()
    return generator.scenario
  }

  private mutating func upTo(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func chance(_ percent: Int) -> Bool { upTo(100) < percent }
  private mutating func pick<Value>(_ values: [Value]) -> Value { values[upTo(values.count)] }
  private mutating func someMembers() -> [Int] {
    Array((0..<scenario.members).shuffled(using: &random).prefix(upTo(4)))
  }

  private mutating func fill() {
    scenario.centers = pick([1, 1, 1, 2, 3])
    scenario.listeners = 2 + upTo(4)
    for _ in 0..<pick([0, 1, 1, 2]) { scenario.groups.append(someMembers()) }
    scenario.mediators = (0..<pick([1, 2, 2, 3, 4])).map { _ in plan() }
    scenario.acts.append(.make(0))
    for _ in 0..<(3 + upTo(8)) { scenario.acts.append(chance(5) ? .turn : act()) }
    for _ in 0..<(2 + upTo(8)) { addReaction() }
  }

  private mutating func plan() -> MediatorPlan {
    MediatorPlan(
      listeners: someMembers(), policy: pick([.relay, .lifecycle, .lifecycle.mirrored]),
      center: upTo(scenario.centers),
      initialState: chance(50) ? .notRunning : pick(AppLifecycleState.allCases),
      usesBuilder: chance(50), hasProbe: chance(25))
  }

  private mutating func addReaction() {
    let mediator = upTo(scenario.mediators.count)
    let moments = ["any", "attached", "deinit", "scene", pick(Self.events).rawValue]
    let key =
      switch upTo(10) {
      case 0: "mediator \(mediator) anomaly"
      case 1: "probe \(mediator) \(pick(["begin", "called", "end"]))"
      default: "listener \(upTo(scenario.listeners)) \(pick(moments))"
      }
    let end = Post(event: .app(.willTerminate), center: upTo(scenario.centers))
    let acts = (chance(15) ? [.post(end)] : []) + (0...upTo(3)).map { _ in act() }
    scenario.reactions[key, default: []].append(acts)
  }

  private mutating func post() -> Post {
    var post = Post(event: .app(pick(Self.events)), center: upTo(scenario.centers))
    post.isElsewhere = chance(17)
    if chance(20) {
      post.event = .scene(pick(AppSceneEvent.allCases), upTo(Scenario.scenes))
    } else if post.event != .app(.didFinishLaunching), !post.isElsewhere, chance(35) {
      // The mediators keep what was posted with the launch, for replays.
      payloads += 1
      let payload = "payload \(payloads)"
      post.payload = payload
      if chance(40) { scenario.reactions["\(payload) deinit"] = [[.post(self.post()), act()]] }
    }
    return post
  }

  private mutating func act() -> Move {
    if chance(43) { return .post(post()) }
    let (mediator, member) = (upTo(scenario.mediators.count), upTo(scenario.members))
    let (isLikely, isUnlikely) = (chance(70), chance(20))
    let attach = Move.attach(
      member, to: .mediator(mediator), priority: pick([0, 0, 0, 1, -1]),
      replay: pick([.none, .launch, .state, .state]), weakly: isUnlikely)
    let detach = Move.detach(member, from: .mediator(mediator))
    let (make, release) = (Move.make(mediator), Move.release(mediator, elsewhere: isUnlikely))
    let observe = Move.observe(mediator, center: upTo(scenario.centers), scenes: isLikely)
    var moves = [attach, attach, attach, attach, detach, detach, .forget(member)]
    moves += [make, make, release, release, observe, .probe(mediator, isLikely), .read(mediator)]
    if let group = (scenario.listeners..<scenario.members).randomElement(using: &random) {
      let late = Move.attach(upTo(group), to: .group(group), priority: pick([0, 0, 1, -1]))
      moves += [late, late, .detach(member, from: .group(group))]
    }
    return pick(moves)
  }
}
