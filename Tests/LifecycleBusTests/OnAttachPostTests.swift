import Foundation
import LifecycleBus
import Listeners
import TestSupport
import Testing

/// How two listeners come to a mediator together.
enum Arrival: CaseIterable, Sendable {
  case initializer, builder, groupInInitializer, nestedGroups, lateGroup, lateNestedGroups
  case groupIntoGroup

  static let late = [lateGroup, lateNestedGroups]

  /// Makes a mediator with two listeners.
  @MainActor
  func mediator(
    of first: ActingListener, _ second: ActingListener, on center: NotificationCenter,
    _ policy: AppLifecycleMediator.Policy = .relay
  ) -> AppLifecycleMediator {
    let group = {
      ListenerGroup {
        first; second
      }
    }
    func mediator(_ listeners: [any AppLifecycleListener]) -> AppLifecycleMediator {
      AppLifecycleMediator(listeners: listeners, policy: policy, notificationCenter: center)
    }
    switch self {
    case .initializer: return mediator([first, second])
    case .builder:
      return AppLifecycleMediator(policy: policy, notificationCenter: center) {
        first; second
      }
    case .groupInInitializer: return mediator([group()])
    case .nestedGroups:
      return mediator([
        ListenerGroup {
          ListenerGroup { first }; ListenerGroup { second }
        }
      ])
    case .lateGroup, .lateNestedGroups, .groupIntoGroup:
      let late = mediator([])
      attach(first, second, to: late)
      return late
    }
  }

  /// Attaches two listeners to a mediator that was made before.
  @MainActor
  func attach(
    _ first: ActingListener, _ second: ActingListener, to mediator: AppLifecycleMediator,
    replay: AppLifecycleMediator.Replay = .none
  ) {
    if self == .lateNestedGroups {
      mediator.attach(
        ListenerGroup {
          ListenerGroup { first }; ListenerGroup { second }
        }, replay: replay)
    } else if self == .groupIntoGroup {
      let outer = ListenerGroup("outer")
      mediator.attach(outer, replay: replay)
      outer.attach(
        ListenerGroup {
          first; second
        })
    } else {
      mediator.attach(
        ListenerGroup {
          first; second
        }, replay: replay)
    }
  }
}

@MainActor
@Suite("Posts in onAttach(to:)")
struct OnAttachPostTests {
  private let center = NotificationCenter()
  private let journal = CallJournal()
  private let (a, b): (ActingListener, ActingListener)

  init() {
    (a, b) = (journal.listener("a"), journal.listener("b"))
    for listener in [a, b] { listener.attachAct = { _ in } }
  }

  /// Posts the end in `onAttach(to:)`, and notes when the post has returned.
  private func endsTheApp(_ listener: ActingListener) {
    listener.attachAct = { [journal] in
      $0.post(.willTerminate)
      journal.write("returned")
    }
  }

  @Test(
    "what listeners post in onAttach(to:) reaches all after every onAttach (61, 70)",
    arguments: Arrival.allCases, AppLifecycleMediator.Policy.both)
  func together(arrival: Arrival, policy: AppLifecycleMediator.Policy) {
    a.attachAct = { $0.post(.userDidTakeScreenshot) }
    b.attachAct = { $0.post(.didReceiveMemoryWarning) }
    let mediator = arrival.mediator(of: a, b, on: center, policy)
    #expect(
      journal.lines
        == CallJournal.lines(
          "a", "b", each: "attached", "userDidTakeScreenshot", "didReceiveMemoryWarning"))
    withExtendedLifetime(mediator) {}
  }

  @Test(
    "an end in onAttach(to:) reaches all after every onAttach, before its post returns (56, 70)",
    arguments: Arrival.allCases, AppLifecycleMediator.Policy.both)
  func end(arrival: Arrival, policy: AppLifecycleMediator.Policy) {
    endsTheApp(a)
    let mediator = arrival.mediator(of: a, b, on: center, policy)
    #expect(
      journal.lines == CallJournal.lines("a", "b", each: "attached", "willTerminate") + ["returned"]
    )
    withExtendedLifetime(mediator) {}
  }

  @Test(
    "an end in the last onAttach(to:) reaches all before its post returns (56, 70)",
    arguments: Arrival.allCases, AppLifecycleMediator.Policy.both)
  func endByTheLast(arrival: Arrival, policy: AppLifecycleMediator.Policy) {
    endsTheApp(b)
    let mediator = arrival.mediator(of: a, b, on: center, policy)
    #expect(
      journal.lines == CallJournal.lines("a", "b", each: "attached", "willTerminate") + ["returned"]
    )
    withExtendedLifetime(mediator) {}
  }

  @Test(
    "a post in onAttach(to:) of a listener that comes alone is delivered before attach returns (70)",
    arguments: [false, true])
  func oneByOne(isInGroup: Bool) {
    let mediator = AppLifecycleMediator(notificationCenter: center)
    let group = ListenerGroup()
    if isInGroup { mediator.attach(group) }
    a.attachAct = { $0.post(.userDidTakeScreenshot) }
    b.attachAct = { $0.post(.didReceiveMemoryWarning) }
    for listener in [a, b] {
      if isInGroup { group.attach(listener) } else { mediator.attach(listener) }
      journal.write("returned")
    }
    #expect(
      journal.lines == [
        "a attached", "a userDidTakeScreenshot", "returned", "b attached",
        "a didReceiveMemoryWarning", "b didReceiveMemoryWarning", "returned",
      ])
    withExtendedLifetime(mediator) {}
  }

  @Test(
    "what is posted in onAttach(to:) comes after the replay to each child (21, 70)",
    arguments: Arrival.late, AppLifecycleMediator.Policy.both)
  func replay(arrival: Arrival, policy: AppLifecycleMediator.Policy) {
    let mediator = AppLifecycleMediator(policy: policy, notificationCenter: center)
    AppLifecycleScenario("in the background", [.didFinishLaunching, .didEnterBackground])
      .play(on: center)
    a.attachAct = { $0.post(.userDidTakeScreenshot) }
    b.attachAct = { $0.post(.didReceiveMemoryWarning) }
    arrival.attach(a, b, to: mediator, replay: .state)
    #expect(
      journal.lines
        == CallJournal.lines(
          "a", "b", each: "attached", "replayed didFinishLaunching",
          "replayed didEnterBackground", "userDidTakeScreenshot", "didReceiveMemoryWarning"))
  }

  @Test(
    "an end that is posted in onAttach(to:) comes after the replay to each child (56, 70, 71)",
    arguments: Arrival.late, AppLifecycleMediator.Policy.both)
  func replayAndEnd(arrival: Arrival, policy: AppLifecycleMediator.Policy) {
    let mediator = AppLifecycleMediator(policy: policy, notificationCenter: center)
    AppLifecycleScenario("in the background", [.didFinishLaunching, .didEnterBackground])
      .play(on: center)
    endsTheApp(a)
    arrival.attach(a, b, to: mediator, replay: .state)
    #expect(
      journal.lines
        == CallJournal.lines(
          "a", "b", each: "attached", "replayed didFinishLaunching",
          "replayed didEnterBackground", "willTerminate") + ["returned"])
  }

  @Test(
    "what is posted in onAttach(to:) in a callback waits for the current event (67, 70)",
    arguments: Arrival.allCases)
  func inCallback(arrival: Arrival) {
    var inner: AppLifecycleMediator?
    a.attachAct = { $0.post(.userDidTakeScreenshot) }
    b.attachAct = { $0.post(.didReceiveMemoryWarning) }
    let act: ActingListener.Act = { [self] in
      inner = arrival.mediator(of: a, b, on: center)
      journal.write("returned")
    }
    let outer = AppLifecycleMediator(
      listeners: [
        journal.listener("x", acts: [.didFinishLaunching: act]), journal.listener("y"),
      ], notificationCenter: center)
    center.post(.didFinishLaunching)
    #expect(
      journal.lines == [
        "x didFinishLaunching", "a attached", "b attached", "returned", "y didFinishLaunching",
      ]
        + CallJournal.lines(
          "x", "y", "a", "b", each: "userDidTakeScreenshot", "didReceiveMemoryWarning"))
    withExtendedLifetime((outer, inner)) {}
  }

  @Test(
    "an end in onAttach(to:) in a callback comes after every onAttach and the current event (56, 70)",
    arguments: Arrival.allCases, [false, true])
  func endInCallback(arrival: Arrival, isOnAnotherCenter: Bool) {
    var inner: AppLifecycleMediator?
    let center = isOnAnotherCenter ? NotificationCenter() : center
    endsTheApp(a)
    let act: ActingListener.Act = { [self] in inner = arrival.mediator(of: a, b, on: center) }
    let outer = AppLifecycleMediator(
      listeners: [
        journal.listener("x", acts: [.didReceiveMemoryWarning: act]), journal.listener("y"),
      ], notificationCenter: self.center)
    self.center.post(.didReceiveMemoryWarning)
    #expect(journal.lines.prefix(2) == ["x didReceiveMemoryWarning", "a attached"])
    #expect(Set(journal.lines[2..<4]) == ["b attached", "y didReceiveMemoryWarning"])
    #expect(
      Array(journal.lines.dropFirst(4))
        == (isOnAnotherCenter ? [] : ["x willTerminate", "y willTerminate"])
        + ["a willTerminate", "b willTerminate", "returned"])
    withExtendedLifetime((outer, inner)) {}
  }

  @Test(
    "a group that is attached in a callback of its mediator posts behind the event (10, 70)",
    arguments: Arrival.late + [.groupIntoGroup])
  func ownMediator(arrival: Arrival) {
    let mediator = AppLifecycleMediator(notificationCenter: center)
    a.attachAct = { $0.post(.userDidTakeScreenshot) }
    b.attachAct = { $0.post(.didReceiveMemoryWarning) }
    let x = journal.listener("x")
    x.acts[.didFinishLaunching] = { [a, b, unowned mediator] in arrival.attach(a, b, to: mediator) }
    mediator.attach(x)
    mediator.attach(journal.listener("y"))
    center.post(.didFinishLaunching)
    withExtendedLifetime(mediator) {}
    #expect(
      journal.lines == [
        "x didFinishLaunching", "a attached", "b attached", "y didFinishLaunching",
      ]
        + CallJournal.lines(
          "x", "y", "a", "b", each: "userDidTakeScreenshot", "didReceiveMemoryWarning"))
  }

  @Test("a child of a group in two mediators posts after both onAttach calls (67, 70)")
  func twoMediators() {
    let mediators = [center, NotificationCenter()].map {
      AppLifecycleMediator(notificationCenter: $0)
    }
    let group = ListenerGroup { b }
    for mediator in mediators { mediator.attach(group) }
    a.attachAct = { $0.post(.userDidTakeScreenshot) }
    group.attach(a, priority: 1)
    withExtendedLifetime(mediators) {}
    #expect(
      journal.lines
        == ["b attached", "b attached", "a attached", "a attached"]
        + CallJournal.lines("a", "b", each: "userDidTakeScreenshot", "userDidTakeScreenshot"))
  }
}
