import LifecycleBus

/// Predicts the journal of a scenario from the numbered behaviours.
///
/// It knows what was posted and not delivered, what has begun and is not over, and who owns what.
final class Model {
  /// The attachment of a listener or a group.
  final class Membership {
    let number, priority: Int
    var isWeak: Bool
    var isOver = false
    /// Whether the caller has the attachment to detach by.
    var isNamed = false
    var name: String { "listener \(number)" }

    init(_ number: Int, priority: Int = 0, isWeak: Bool = false) {
      (self.number, self.priority, self.isWeak) = (number, priority, isWeak)
    }
  }

  /// A mediator, by what its behaviour depends on.
  final class Mediator {
    let number: Int
    let plan: MediatorPlan
    var walk: Walk
    /// The centers that it observes, by whether it observes their scenes.
    var centers: [Bool: Set<Int>]
    var scenes: [Int: AppSceneState] = [:]
    var hasHandler = false
    var hasProbe = false
    /// Where the app stood before the event that the listeners receive now.
    var before: Walk?
    /// That event, and where it is under way for those that are attached meanwhile (10).
    var late: (news: News, index: Int)?
    /// The caller that made it, and the player where it keeps it.
    var owners = 1
    /// The numbers of the posts that still reach it, once it was released.
    var lastPosts: [Int]?
    /// The events that it relays in reverse (2).
    var mirrored: AppLifecycleEvent.Direction? { plan.policy == .lifecycle.mirrored ? .down : nil }
    var visibleScenes: Int { scenes.values.count(where: \.isVisible) }

    init(_ number: Int, _ plan: MediatorPlan) {
      (self.number, self.plan) = (number, plan)
      (walk, centers) = (Walk(plan.initialState), [false: [plan.center]])
    }

    func observes(_ post: Post) -> Bool { centers[post.isOfScene]?.contains(post.center) == true }
  }

  /// What listeners are told.
  struct News: Equatable {
    static let attached = News(text: "attached")
    let text: String
    var direction = AppLifecycleEvent.Direction.none
    /// How a probe names it; `nil` where nothing is reported.
    var probed: AppLifecycleEvent?
    var isReplay = false
  }

  typealias Part = () -> Void
  private(set) var scenario: Scenario
  private var journal: [String] = []
  /// All mediators, in the order in which they were made.
  var mediators: [Mediator] = []
  /// Who was attached to a mediator or a group, higher priorities first (1 to 3).
  var rosters: [Host: [Membership]] = [:]
  /// The mediators that tell of an attachment: those that a group was told of, and a mediator itself
  /// as long as callers know it.
  var tellers: [Host: [Mediator]] = [:]
  private var posts = 0
  var undelivered: [Post] = []
  /// Posts of other threads that the main actor does not know of.
  var elsewhere: [Post] = []
  var current: Post?
  /// What has begun and is not over; each began inside the one before it.
  var underWay: [[Part]] = []
  /// How many calls of attach are under way.
  var attaching = 0
  /// How many owners a listener, a group or a payload has.
  private var owners: [String: Int] = [:]
  /// The listeners that their owner has not forgotten.
  private var unforgotten: Set<Int>
  /// What the package has yet to release.
  var unreleased: [String] = []
  /// How the player lets go of what it keeps until the top-level act is over.
  private var kept: [Part] = []

  static func journal(of scenario: Scenario) -> [String] {
    let model = Model(scenario)
    for act in scenario.acts + [.turn] {
      model.perform(act)
      while !model.kept.isEmpty { model.kept.removeFirst()() }
    }
    return model.journal
  }

  private init(_ scenario: Scenario) {
    self.scenario = scenario
    unforgotten = Set(0..<scenario.listeners)
    for name in scenario.names { own(name) }
    for (index, children) in scenario.groups.enumerated() {
      let group = Host.group(scenario.listeners + index)
      (rosters[group], tellers[group]) = (children.map { Membership($0) }, [])
      for child in children { own("listener \(child)") }
    }
  }

  private func perform(_ act: Move) {
    switch act {
    case .post(var new):
      posts += 1
      new.number = posts
      own(new.payload)
      post(new)
      disown(new.payload)
    case .attach(let number, let place, let priority, let replay, let isWeak):
      attach(Membership(number, priority: priority, isWeak: isWeak), to: place, replay)
    case .detach(let number, let place): detach(number, from: place)
    case .forget(let number): if unforgotten.remove(number) != nil { disown("listener \(number)") }
    case .make(let number): make(number)
    case .release(let number, let isElsewhere):
      guard let mediator = known(number), mediator.hasHandler, attaching == 0 else { break }
      // The player keeps all listeners to the end, because no rule orders their releases.
      for name in scenario.names where isAlive(name) { own(name) }
      tellers[.mediator(number)] = nil
      disown(mediator, isElsewhere: isElsewhere)
    case .observe(let number, let center, let ofScenes):
      known(number)?.centers[ofScenes, default: []].insert(center)
    case .probe(let number, let isOn): known(number)?.hasProbe = isOn
    case .read(let number):
      guard let it = known(number) else { break }
      let counts = [members(of: .mediator(number)).count, it.scenes.count, it.visibleScenes]
      journal.append("mediator \(number) \(it.walk.state) \(counts)")
    case .turn: while !elsewhere.isEmpty { hear() }
    }
    journal.append("done")
  }

  private func known(_ number: Int) -> Mediator? { tellers[.mediator(number)]?.first }

  /// Those that are attached, in their order or in the exact reverse.
  func members(of place: Host, mirrored: Bool = false) -> [Membership] {
    let attached = rosters[place, default: []].filter(isAttached)
    return mirrored ? attached.reversed() : attached
  }

  func isAttached(_ one: Membership) -> Bool { !one.isOver && isAlive(one.name) }

  // MARK: What is under way

  func callback(_ who: String, _ text: String) {
    journal.append("\(who) \(text)")
    // A call keeps what was posted until it returns.
    let payload = current?.payload
    own(payload)
    for act in scenario.takeActs(of: who, at: text) {
      if act.isEnd { keepAll() }
      perform(act)
    }
    disown(payload)
  }

  /// No rule says when a listener or a mediator goes where an end overtakes an event (g).
  private func keepAll() {
    for name in scenario.names where isAlive(name) {
      own(name)
      kept.append { self.disown(name) }
    }
    for mediator in mediators where known(mediator.number) != nil {
      mediator.owners += 1
      kept.append { self.disown(mediator) }
    }
  }

  func carryOut(_ parts: [Part]) {
    underWay.append(parts)
    finish(underWay.count - 1)
    underWay.removeLast()
  }

  func finish(_ index: Int) { while !underWay[index].isEmpty { underWay[index].removeFirst()() } }

  // MARK: Who owns what

  func isAlive(_ thing: String) -> Bool { owners[thing, default: 0] > 0 }

  func own(_ thing: String?) { if let thing { owners[thing, default: 0] += 1 } }

  func disown(_ thing: String?) {
    guard let thing else { return }
    owners[thing, default: 0] -= 1
    if !isAlive(thing) { callback(thing, "deinit") }
  }

  /// Releases what was detached and posted, in order.
  func releaseAll() {
    while !unreleased.isEmpty {
      let thing = unreleased.removeFirst()
      carryOut([{ self.disown(thing) }])
    }
  }
}
