import Foundation
import LifecycleBus
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("An end during a replay or a report")
struct EndDuringReplayTests {
  private let center = NotificationCenter()
  private let journal = CallJournal()

  /// Posts the end, and notes when the post has returned.
  private var end: ActingListener.Act {
    { [center, journal] in
      center.post(.willTerminate)
      journal.write("returned")
    }
  }

  private func mediator(
    _ policy: AppLifecycleMediator.Policy, on center: NotificationCenter? = nil,
    listeners: [any AppLifecycleListener] = []
  ) -> AppLifecycleMediator {
    AppLifecycleMediator(
      listeners: listeners, policy: policy, notificationCenter: center ?? self.center)
  }

  /// A launch in the background, from where neither policy adds a step before the end.
  private func launch(on center: NotificationCenter? = nil) {
    for event in [AppLifecycleEvent.didFinishLaunching, .didEnterBackground] {
      (center ?? self.center).post(event)
    }
  }

  /// Which listener of two ends the app, and in which replayed event.
  struct Ending: Sendable, CustomTestStringConvertible {
    let policy: AppLifecycleMediator.Policy
    let name: String
    let event: AppLifecycleEvent
    var testDescription: String {
      "\(policy == .relay ? "relay" : "lifecycle"), \(name) in \(event)"
    }

    static let all = AppLifecycleMediator.Policy.both.flatMap { policy in
      ["a", "b"].flatMap { name in
        [AppLifecycleEvent.didFinishLaunching, .didEnterBackground].map {
          Ending(policy: policy, name: name, event: $0)
        }
      }
    }
  }

  /// Two listeners, of which one ends the app in the replay.
  private func group(_ ending: Ending, isNested: Bool = false) -> ListenerGroup {
    let listeners = ["a", "b"].map { journal.listener($0) }
    for listener in listeners where listener.listenerName == ending.name {
      listener.replayActs[ending.event] = end
    }
    return isNested
      ? ListenerGroup { for listener in listeners { ListenerGroup { listener } } }
      : ListenerGroup { for listener in listeners { listener } }
  }

  /// The whole replay, and then the end.
  private let replayAndEnd =
    CallJournal.lines(
      "a", "b", each: "replayed didFinishLaunching", "replayed didEnterBackground",
      "willTerminate") + ["returned"]

  @Test(
    "an end inside the replay to a group comes after all of the replay (71)",
    arguments: Ending.all, [false, true])
  func group(ending: Ending, isNested: Bool) {
    let mediator = mediator(ending.policy)
    launch()
    mediator.attach(group(ending, isNested: isNested), replay: .state)
    #expect(journal.lines == replayAndEnd)
    withExtendedLifetime(mediator) {}
  }

  @Test(
    "a replay to a group in two mediators is complete before an end inside it (71)",
    arguments: Ending.all, [false, true])
  func secondMediator(ending: Ending, isOnAnotherCenter: Bool) {
    let second = mediator(ending.policy, on: isOnAnotherCenter ? NotificationCenter() : nil)
    let mediator = mediator(ending.policy)
    launch()
    let group = group(ending)
    second.attach(group)
    mediator.attach(group, replay: .state)
    let ends = isOnAnotherCenter ? 1 : 2
    #expect(
      journal.lines == replayAndEnd.dropLast(3)
        + Array(repeating: ["a willTerminate", "b willTerminate"], count: ends).joined()
        + ["returned"])
    withExtendedLifetime(second) {}
  }

  @Test(
    "an end on an unrelated center comes after the replay that it is posted in (67, 71)",
    arguments: AppLifecycleMediator.Policy.both)
  func endElsewhere(policy: AppLifecycleMediator.Policy) {
    let other = NotificationCenter()
    let elsewhere = mediator(policy, on: other)
    let mediator = mediator(policy, on: other)
    launch(on: other)
    let unrelated = self.mediator(policy, listeners: [journal.listener("c")])
    mediator.attach(
      group(Ending(policy: policy, name: "a", event: .didFinishLaunching)), replay: .state)
    #expect(
      journal.lines
        == CallJournal.lines(
          "a", "b", each: "replayed didFinishLaunching", "replayed didEnterBackground")
        + ["c willTerminate", "returned"])
    withExtendedLifetime((elsewhere, unrelated)) {}
  }

  @Test(
    "in a callback, an end inside a replay comes after the replay and after the event (56, 71)",
    arguments: Ending.all)
  func inCallback(ending: Ending) {
    let mediator = mediator(ending.policy)
    launch()
    let group = group(ending)
    mediator.attach(
      journal.listener(
        "x",
        acts: [
          .didReceiveMemoryWarning: { [unowned mediator] in
            mediator.attach(group, replay: .state)
          }
        ]))
    mediator.attach(journal.listener("y"))
    center.post(.didReceiveMemoryWarning)
    withExtendedLifetime(mediator) {}
    let expected = [
      "replayed didFinishLaunching", "replayed didEnterBackground", "didReceiveMemoryWarning",
      "willTerminate",
    ]
    for name in ["a", "b"] { #expect(journal.lines(of: name) == expected) }
    for name in ["x", "y"] { #expect(journal.lines(of: name) == Array(expected.suffix(2))) }
    #expect(journal.lines.last == "returned")
  }

  /// When a probe posts the end.
  enum Moment: CaseIterable, Sendable { case begin, call, end }

  private func probe(_ moment: Moment, _ act: @escaping ActingListener.Act) -> FakeProbe {
    let probe = FakeProbe()
    var isFirst = true
    let once = {
      if isFirst {
        isFirst = false
        act()
      }
    }
    switch moment {
    case .begin: probe.onBegin = { _ in once() }
    case .call: probe.onCall = { _ in once() }
    case .end: probe.onEnd = { _ in once() }
    }
    return probe
  }

  @Test(
    "an end that a probe posts comes after the event that it reports (43, 56)",
    arguments: Moment.allCases, AppLifecycleMediator.Policy.both)
  func probe(moment: Moment, policy: AppLifecycleMediator.Policy) {
    let mediator = mediator(policy, listeners: [journal.listener("a"), journal.listener("b")])
    let probe = probe(moment, end)
    mediator.probe = probe
    center.post(.didReceiveMemoryWarning)
    withExtendedLifetime(mediator) {}
    #expect(probe.lines.first == "begin didReceiveMemoryWarning")
    #expect(probe.lines.dropFirst(3).first == "end didReceiveMemoryWarning")
    for name in ["a", "b"] {
      #expect(journal.lines(of: name) == ["didReceiveMemoryWarning", "willTerminate"])
    }
    #expect(journal.lines.last == "returned")
  }

  @Test(
    "an end that a probe posts comes after the event for every mediator (43, 49, 56)",
    arguments: Moment.allCases, [0, 1, 2])
  func probeOfSeveral(moment: Moment, index: Int) {
    let mediators = ["a", "b", "c"].map { mediator(.relay, listeners: [journal.listener($0)]) }
    mediators[index].probe = probe(moment, end)
    center.post(.didReceiveMemoryWarning)
    #expect(
      journal.lines
        == CallJournal.lines("a", "b", "c", each: "didReceiveMemoryWarning", "willTerminate")
        + ["returned"])
    withExtendedLifetime(mediators) {}
  }

  @Test(
    "an end that a probe posts of a replay comes after the replay (43, 71)",
    arguments: AppLifecycleMediator.Policy.both)
  func probeOfReplay(policy: AppLifecycleMediator.Policy) {
    let mediator = mediator(policy)
    launch()
    mediator.probe = probe(.call, end)
    mediator.attach(
      ListenerGroup {
        journal.listener("a"); journal.listener("b")
      }, replay: .state)
    #expect(journal.lines == replayAndEnd)
    withExtendedLifetime(mediator) {}
  }

  @Test("an end that an anomaly handler posts comes after the added steps and the event (34, 56)")
  func handler() {
    let mediators = ["a", "b"].map { mediator(.lifecycle, listeners: [journal.listener($0)]) }
    var isFirst = true
    mediators[0].onAnomaly = { _ in
      if isFirst {
        isFirst = false
        end()
      }
    }
    center.post(.didEnterBackground)
    withExtendedLifetime(mediators) {}
    for name in ["a", "b"] {
      #expect(
        journal.lines(of: name) == ["didFinishLaunching", "didEnterBackground", "willTerminate"])
    }
    #expect(journal.lines.last == "returned")
  }

  @Test("an end that the handler posts of a late attachment comes after it (34, 56)")
  func handlerOfAttachment() {
    let mediator = mediator(.relay)
    launch()
    mediator.onAnomaly = { _ in end() }
    mediator.attach(journal.listener("a"))
    journal.write("attached")
    #expect(journal.lines == ["a willTerminate", "returned", "attached"])
  }

  @Test(
    "an end that the handler posts of an event of a thread comes after it (35, 56)",
    arguments: AppLifecycleMediator.Policy.both, [0, 1])
  func handlerOfThread(policy: AppLifecycleMediator.Policy, index: Int) async {
    let mediators = ["a", "b"].map { mediator(policy, listeners: [journal.listener($0)]) }
    mediators[index].onAnomaly = { if $0 == .postedOffMain(.didReceiveMemoryWarning) { end() } }
    RemotePoster(center).postElsewhere(.didReceiveMemoryWarning)
    await nextMainTurn()
    withExtendedLifetime(mediators) {}
    for name in ["a", "b"] {
      #expect(journal.lines(of: name).prefix(2) == ["didReceiveMemoryWarning", "willTerminate"])
    }
  }

  @Test(
    "an end that the handler posts of a scene event of a thread comes after it (35, 53, 56)",
    arguments: [0, 1])
  func handlerOfSceneOfThread(index: Int) async {
    let mediators = ["a", "b"].map { mediator(.relay, listeners: [journal.listener($0)]) }
    for mediator in mediators { mediator.observeScenes(on: center) }
    mediators[index].onAnomaly = { if $0 == .scenePostedOffMain(.didActivate) { end() } }
    ScenePoster(center).blockingPostElsewhere([.didActivate], Scene())
    await nextMainTurn()
    withExtendedLifetime(mediators) {}
    for name in ["a", "b"] {
      #expect(journal.lines(of: name) == ["scene didActivate", "willTerminate"])
    }
  }
}
