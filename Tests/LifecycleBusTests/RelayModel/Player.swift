import LifecycleBus
import TestSupport

/// Acts at random, at top level and in callbacks, and writes a journal. What an act does is a
/// subclass's; two that write the same lines draw the same acts.
///
/// The listeners have the numbers 1 to 4, the groups 5 and 6, the mediators 7 to 9. Group 5 is
/// attached to 6 alone: no rule says how often a child is told of a mediator on two ways.
@MainActor
class Player {
  typealias Replay = AppLifecycleMediator.Replay
  typealias Policy = AppLifecycleMediator.Policy
  typealias Plan = (listeners: [Int], policy: Policy, center: Int, state: AppLifecycleState)
  /// The channel is one of two centers, or the scenes of the first or the second one.
  typealias Post = (
    number: Int, event: AppLifecycleEvent?, scene: AppSceneEvent?, channel: Int, isElsewhere: Bool
  )
  private static let acts = [
    "post", "post", "post", "post", "scene", "end", "attach", "attach", "attach", "attach",
    "detach", "detach", "make", "release", "observe", "probe",
  ]
  let groups: [Int: [Int]]
  private(set) var posts = 0
  /// The callbacks and attachments that have begun and are not over.
  private(set) var calls: [String] = []
  private var random: SeededGenerator
  private var (journal, actsLeft): ([String], Int) = ([], 60)
  /// The mediators that were made, and the places that callers have.
  private var (made, known): (Set<Int>, Set<Int>) = ([], [5, 6])
  private var isClosing = false

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let children = [1, 2, 3, 4].shuffled(using: &random)
    groups = [5: Array(children.prefix(Int(seed % 4))), 6: Array(children.suffix(2)) + [5]]
  }

  func post(_ post: Post) {}
  func attach(_ listener: Int, to place: Int, _ priority: Int, _ replay: Replay) {}
  func detach(_ listener: Int, from place: Int) {}
  func make(_ number: Int, _ plan: Plan) {}
  func release(_ number: Int, elsewhere: Bool) {}
  func observe(_ number: Int, _ channel: Int) {}
  func setProbe(_ number: Int, isOn: Bool) {}
  func turn() async {}
  func reading(of number: Int) -> String { "" }

  func play() async -> [String] {
    for _ in 0..<4 {
      act("make")
      for _ in 0..<upTo(5) { act(pick(Self.acts)) }
      await turn()
      isClosing = false
    }
    return journal
  }

  private func upTo(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private func pick<Value>(_ values: [Value]) -> Value { values[upTo(values.count)] }

  private func act(_ act: String) {
    let (it, channel, isRare) = (pick([5, 6, 7, 7, 7, 8, 8, 9]), pick([0, 0, 1]), upTo(5) == 0)
    let listener = pick([1, 2, 3, 4] + (it == 5 ? [] : it == 6 ? [5] : [6]))
    switch act {
    case "post", "end", "scene":
      posts += 1
      let scene = act == "scene" ? pick(AppSceneEvent.allCases) : nil
      let steps = AppLifecycleEvent.allCases.filter { $0.direction != .none }
      let any = pick(steps + [.userDidTakeScreenshot])
      let event = act == "post" ? any : act == "end" ? .willTerminate : nil
      let place = scene == nil ? channel : channel + 2
      post((posts, event, scene, place, isRare))
    case "make" where it > 6 && made.insert(it).inserted:
      let policy = pick([Policy.asPosted, .balanced, .balanced.mirrored])
      let state = policy == .asPosted ? pick(AppLifecycleState.allCases) : .notRunning
      let some = Array([1, 2, 3, 4, 6].shuffled(using: &random).prefix(upTo(6)))
      inCall("attach") { make(it, (some, policy, channel, state)) }
      known.insert(it)
    case _ where !known.contains(it): break
    // No rule says what a child hears that joins while a mediator of its group goes.
    case "attach" where it > 6 || !isClosing:
      let replay = pick([Replay.none, .launch, .state, .state])
      inCall("attach") { attach(listener, to: it, pick([0, 0, 0, 1, -1]), replay) }
    case "detach": detach(listener, from: it)
    // No rule says how long an attachment keeps a mediator.
    case "release" where it > 6 && !calls.contains("attach"):
      known.remove(it)
      isClosing = isClosing || isRare || !calls.isEmpty
      release(it, elsewhere: isRare)
    case "observe" where it > 6: observe(it, upTo(4))
    case "probe": setProbe(it, isOn: !isRare)
    default: break
    }
    journal.append("\(act) \(listener) \(it) done \(known.sorted().map(reading))")
  }

  private func inCall(_ name: String, _ body: () -> Void) {
    calls.append(name)
    body()
    calls.removeLast()
  }

  /// Writes a line and acts.
  func callback(_ who: String, _ text: String) {
    journal.append("\(who) \(text)")
    inCall(who) {
      for _ in 0..<pick([0, 0, 0, 0, 1, 2, 3]) where actsLeft > 0 {
        actsLeft -= 1
        act(pick(Self.acts))
      }
    }
  }
}
