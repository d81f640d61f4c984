import LifecycleBus
import Testing

private let end = Move.post(Post(event: .app(.willTerminate)))
private let memory = Move.post(Post(event: .app(.didReceiveMemoryWarning)))
private let active = Move.post(Post(event: .app(.didBecomeActive)))
private let resign = Move.post(Post(event: .app(.willResignActive), payload: "payload 0"))
private let elsewhere = Move.post(Post(event: .app(.willResignActive), center: 1))
private let activeScene = Move.post(Post(event: .scene(.didActivate, 0)))
private let first = MediatorPlan(listeners: [0])
private let second = MediatorPlan(listeners: [1])
private let both = MediatorPlan(listeners: [0, 1], usesBuilder: true)
private let running = MediatorPlan(initialState: .active)
/// Listener 3 is a group of the listeners 0 and 1.
private let whole = MediatorPlan(listeners: [3])
private let attachWhole = Move.attach(3, to: .mediator(0), replay: .state)

/// The mediators are made first.
private func flaw(
  _ mediators: [MediatorPlan], _ reactions: [String: [[Move]]], _ acts: Move...
) -> Scenario {
  Scenario(
    centers: 2, listeners: 3, groups: [[0, 1]], mediators: mediators, reactions: reactions,
    acts: mediators.indices.map { .make($0) } + acts)
}

/// What the model found in an earlier core, as the smallest scenarios that show it.
@MainActor
@Suite("Flaws that the model has found")
struct FoundFlawTests {
  nonisolated static let flaws: [Scenario] = [
    // An end that a payload's deinit posts (56, 59).
    flaw(
      [first], ["listener 0 didBecomeActive": [[resign]], "payload 0 deinit": [[memory, end]]],
      active),
    // An end in which a mediator is released before its turn (69).
    flaw([first, second], ["listener 0 willTerminate": [[.release(1)]]], end),
    // A post before the release of its mediator (69).
    flaw([first], ["listener 0 didBecomeActive": [[memory, .release(0)]]], active),
    // An event of a scene in which a mediator is released before its turn (69).
    flaw(
      [first, second], ["listener 0 scene": [[.release(1)]]],
      .observe(0, center: 0, scenes: true), .observe(1, center: 0, scenes: true), activeScene),
    // A post in onAttach(to:) (70).
    flaw([first], ["listener 0 attached": [[active]]]),
    // An end before a sibling's onAttach(to:) (61, 70).
    flaw([both], ["listener 0 attached": [[end]]]),
    // A post in onAttach(to:) of a group's child, and of a late child (61, 70).
    flaw([whole], ["listener 0 attached": [[active]]]),
    flaw([whole], ["listener 2 attached": [[active]]], .attach(2, to: .group(3))),
    // An end in a replay to a group, of one mediator and of two (71).
    flaw([running], ["listener 0 didFinishLaunching": [[end]]], attachWhole),
    flaw([running, whole], ["listener 0 didFinishLaunching": [[end]]], attachWhole),
    // An end that a probe posts where an event begins (29, 56).
    flaw([MediatorPlan(listeners: [0], hasProbe: true)], ["probe 0 begin": [[end]]], active),
    // A post on another center (67).
    flaw(
      [first, MediatorPlan(listeners: [1], center: 1)],
      ["listener 0 didBecomeActive": [[elsewhere]]], active),
  ]

  @Test("what the model found is mended (29, 56, 59, 61, 67, 69, 70, 71)", arguments: flaws)
  func mended(scenario: Scenario) async {
    #expect(await RelayModelTests.difference(in: scenario) == nil)
  }

  @Test("listeners may detach each other and post in their deinits (60)")
  func detachingDeinits() async {
    let mutual = Scenario(
      reactions: ["listener 0 deinit": [[.detach(1, from: .mediator(0)), memory]]],
      acts: [
        .make(0), .attach(0, to: .mediator(0)), .attach(1, to: .mediator(0)), .forget(0),
        .forget(1), .detach(0, from: .mediator(0)),
      ])
    await mended(scenario: mutual)
  }
}
