import LifecycleBus
import TestSupport

/// Acts at random on a stage, at top level and in callbacks, and writes a journal of all.
///
/// What it draws depends on the seed and on the callbacks, so two stages that make the same calls
/// are played in the same way.
@MainActor
final class Player {
  /// The listeners in each group, at first. Group 5 is attached to group 6 alone: no rule says how
  /// often a child is told of a mediator that it hears by two ways.
  let groups: [Int: [Int]]

  private(set) var journal: [String] = []
  /// How often each kind of act was done, and how many callbacks there were.
  private(set) var tally = Tally()

  private var random: SeededGenerator
  private var stage: (any Stage)?
  private var posts = 0
  private var actsLeftInCallbacks = 60

  /// The mediators that were ever made, and the places that callers know.
  private var made: Set<Int> = []
  private var known: Set<Int> = [5, 6]

  /// How many callbacks have begun and aren't over, and how many calls of `attach` or `init`.
  private var callbacksUnderWay = 0
  private var attachesUnderWay = 0
  /// A mediator may be on its way out, until all posts are delivered.
  private var isClosing = false

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let listeners = [1, 2, 3, 4].shuffled(using: &random)
    groups = [
      5: Array(listeners.prefix(Int(seed % 4))),
      6: Array(listeners.suffix(2)) + [5],
    ]
  }

  func play(on stage: any Stage) async {
    self.stage = stage

    for _ in 0..<4 {
      act(.make)
      for _ in 0..<upTo(5) {
        act(pick(Act.drawn))
      }

      await stage.wait()
      isClosing = false
    }
    self.stage = nil
  }

  /// A callback of the stage: writes a line, and acts.
  func callback(_ who: String, _ text: String) {
    journal.append("\(who) \(text)")
    tally.callbacks += 1

    callbacksUnderWay += 1
    for _ in 0..<pick([0, 0, 0, 0, 1, 2, 3]) where actsLeftInCallbacks > 0 {
      actsLeftInCallbacks -= 1
      act(pick(Act.drawn))
    }
    callbacksUnderWay -= 1
  }

  private func upTo(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private func pick<Value>(_ values: [Value]) -> Value { values[upTo(values.count)] }

  // MARK: Acts

  private func act(_ act: Act) {
    let place = pick([5, 6, 7, 7, 7, 8, 8, 9])
    let isOfMediator = place > 6

    switch act {
    case .post, .postScene, .end:
      post(act)
    case .make where isOfMediator && !made.contains(place):
      make(place)
    case .attach where known.contains(place) && mayAttach(to: place):
      attach(to: place)
    case .detach where known.contains(place):
      detach(from: place)
    case .release where isOfMediator && known.contains(place) && mayRelease:
      release(place)
    case .observe where isOfMediator && known.contains(place):
      observe(by: place)
    case .probe where isOfMediator && known.contains(place):
      setProbe(of: place)
    default:
      return
    }

    let readings = known.filter { $0 > 6 }.sorted().map { stage?.reading(of: $0) ?? "" }
    journal.append("\(act) done \(readings)")
  }

  private func note(_ act: Act, _ kind: String = "") {
    tally.add("\(act)\(kind)", isInCallback: callbacksUnderWay > 0)
  }

  private func post(_ act: Act) {
    posts += 1
    let post = Post(
      number: posts, subject: subject(of: act), center: pick([0, 0, 1]),
      isElsewhere: upTo(5) == 0)
    note(act, post.isElsewhere ? " elsewhere" : "")
    stage?.post(post)
  }

  private func subject(of act: Act) -> Post.Subject {
    switch act {
    case .end:
      return .app(.willTerminate)
    case .postScene:
      return .scene(pick(AppSceneEvent.allCases))
    default:
      let steps = AppLifecycleEvent.allCases.filter { $0.direction != .none }
      return .app(pick(steps + [.userDidTakeScreenshot]))
    }
  }

  private func make(_ mediator: Int) {
    let policies: [AppLifecycleMediator.Policy] = [.asPosted, .balanced, .balanced.mirrored]
    let policy = pick(policies)
    let state = policy == .asPosted ? pick(AppLifecycleState.allCases) : .notRunning
    let listeners = [1, 2, 3, 4, 6].shuffled(using: &random).prefix(upTo(6))
    let plan = Plan(
      listeners: Array(listeners), policy: policy, center: pick([0, 0, 1]), state: state)
    note(.make, " \(["as posted", "balanced", "mirrored"][policies.firstIndex(of: policy) ?? 0])")

    made.insert(mediator)
    attachesUnderWay += 1
    stage?.make(mediator, plan)
    attachesUnderWay -= 1
    known.insert(mediator)
  }

  /// No rule says what a child hears that joins while a mediator of its group goes.
  private func mayAttach(to place: Int) -> Bool { place > 6 || !isClosing }

  private func attach(to place: Int) {
    let terms = Terms(
      priority: pick([0, 0, 0, 1, -1]), replay: pick([.none, .launch, .state, .state]))
    note(.attach, " \(terms.replay)")

    attachesUnderWay += 1
    stage?.attach(listener(for: place), to: place, terms)
    attachesUnderWay -= 1
  }

  private func detach(from place: Int) {
    note(.detach)
    stage?.detach(listener(for: place), from: place)
  }

  /// One of the listeners, or a group that may be in this place.
  private func listener(for place: Int) -> Int {
    switch place {
    case 5:
      pick([1, 2, 3, 4])
    case 6:
      pick([1, 2, 3, 4, 5])
    default:
      pick([1, 2, 3, 4, 6])
    }
  }

  /// No rule says how long `attach` keeps a mediator.
  private var mayRelease: Bool { attachesUnderWay == 0 }

  private func release(_ mediator: Int) {
    let isElsewhere = upTo(5) == 0
    note(.release, isElsewhere ? " elsewhere" : "")

    known.remove(mediator)
    if isElsewhere || callbacksUnderWay > 0 {
      isClosing = true
    }
    stage?.release(mediator, elsewhere: isElsewhere)
  }

  private func observe(by mediator: Int) {
    let channel = Channel(center: upTo(2), hasScenes: pick([true, false]))
    note(.observe, channel.hasScenes ? " scenes" : "")
    stage?.observe(channel, by: mediator)
  }

  private func setProbe(of mediator: Int) {
    let isOn = upTo(5) > 0
    note(.probe, isOn ? " on" : " off")
    stage?.setProbe(of: mediator, isOn: isOn)
  }
}

/// What a player does.
enum Act: CaseIterable {
  case post, postScene, end, attach, detach, make, release, observe, probe

  /// The oftener an act is in this list, the oftener it is drawn.
  static let drawn: [Act] = [
    .post, .post, .post, .post, .postScene, .end, .attach, .attach, .attach, .attach,
    .detach, .detach, .make, .release, .observe, .probe,
  ]
}

/// How often each kind of act was done.
struct Tally {
  var callbacks = 0
  private var acts: [String: Int] = [:]

  /// All that a player can do, at top level and in callbacks.
  private static let kinds = [
    "post", "post elsewhere", "postScene", "postScene elsewhere", "end", "end elsewhere",
    "attach none", "attach launch", "attach state", "detach", "make as posted", "make balanced",
    "make mirrored", "release", "release elsewhere", "observe", "observe scenes", "probe on",
    "probe off",
  ]

  mutating func add(_ kind: String, isInCallback: Bool) {
    acts[isInCallback ? "\(kind) in a callback" : kind, default: 0] += 1
  }

  mutating func add(_ other: Tally) {
    callbacks += other.callbacks
    acts.merge(other.acts, uniquingKeysWith: +)
  }

  /// What was never done.
  var missing: [String] {
    let all = Self.kinds + Self.kinds.map { "\($0) in a callback" }
    return all.filter { acts[$0] == nil }
  }

  var count: Int { acts.values.reduce(0, +) }
}
