import Foundation
import LifecycleBus
import TestSupport
import Testing

/// Three mediators on one center, each with a listener of its number.
@MainActor
private final class Three {
  let center = NotificationCenter()
  let journal = CallJournal()
  let listeners: [ActingListener]
  let scene = Scene()
  private var mediators: [AppLifecycleMediator?]

  init(_ policy: AppLifecycleMediator.Policy) {
    let (center, journal) = (center, journal)
    listeners = ["1", "2", "3"].map { journal.listener($0) }
    mediators = listeners.map {
      AppLifecycleMediator(listeners: [$0], policy: policy, notificationCenter: center)
    }
    for mediator in mediators { mediator?.observeScenes(on: center) }
  }

  subscript(index: Int) -> AppLifecycleMediator? { mediators[index] }

  func post(_ events: AppLifecycleEvent...) {
    for event in events { center.post(event) }
  }

  /// Drops the last reference to a mediator.
  func release(_ index: Int) { mediators[index] = nil }

  /// The same on another thread, where events are posted before. Blocks until that is done.
  func releaseElsewhere(_ index: Int, afterPosting events: AppLifecycleEvent...) {
    let (cargo, poster) = (Cargo(mediators[index]), RemotePoster(center))
    let done = DispatchSemaphore(value: 0)
    mediators[index] = nil
    Thread {
      for event in events { poster.postHere(event) }
      cargo.drop()
      done.signal()
    }.start()
    done.wait()
  }

  /// What each listener has received.
  var heard: [[String]] { listeners.map { journal.lines(of: $0.listenerName) } }

  private final class Cargo: @unchecked Sendable {
    // Proof for @unchecked: written before the thread starts, and from then on by that thread only.
    private var mediator: AppLifecycleMediator?
    init(_ mediator: AppLifecycleMediator?) { self.mediator = mediator }
    func drop() { mediator = nil }
  }
}

/// Which mediator is released in a callback of which one.
struct MediatorRelease: Sendable, CustomTestStringConvertible {
  let policy: AppLifecycleMediator.Policy
  let releasing: Int
  let released: Int
  var testDescription: String {
    "\(policy == .relay ? "relay" : "lifecycle"), \(releasing + 1) releases \(released + 1)"
  }

  static let all = AppLifecycleMediator.Policy.both.flatMap { policy in
    (0..<3).flatMap { releasing in
      (0..<3).map { MediatorRelease(policy: policy, releasing: releasing, released: $0) }
    }
  }

  /// What the listeners of three mediators receive, if one of them goes before the last line.
  func heard(_ lines: String..., then last: String) -> [[String]] {
    (0..<3).map { $0 == released ? lines : lines + [last] }
  }
}

@MainActor
@Suite("A mediator that is released during an event")
struct MediatorReleaseTests {
  // Neither policy adds or drops one of these.
  private nonisolated static let events: [AppLifecycleEvent] = [
    .didFinishLaunching, .didReceiveMemoryWarning, .willTerminate,
  ]

  @Test(
    "a mediator that is released in another's callback delivers the event under way (69)",
    arguments: MediatorRelease.all, events)
  func underWay(release: MediatorRelease, event: AppLifecycleEvent) {
    let three = Three(release.policy)
    three.listeners[release.releasing].acts[event] = { [unowned three] in
      three.release(release.released)
    }
    three.post(event)
    #expect(three[release.released] == nil)
    #expect(three.journal.lines == CallJournal.lines("1", "2", "3", each: "\(event)"))
  }

  @Test(
    "a released mediator delivers the steps that the policy adds before the event (27, 69)",
    arguments: MediatorRelease.all)
  func addedSteps(release: MediatorRelease) {
    let three = Three(release.policy)
    let first: AppLifecycleEvent = release.policy == .relay ? .didBecomeActive : .didFinishLaunching
    three.listeners[release.releasing].acts[first] = { [unowned three] in
      three.release(release.released)
    }
    three.post(.didBecomeActive)
    #expect(three.heard.allSatisfy { $0.last == "didBecomeActive" })
    #expect(Set(three.heard).count == 1)
  }

  /// Which of the post and the release a callback leaves to a thread.
  enum Elsewhere: CaseIterable, Sendable { case none, release, both, post }

  @Test(
    "what was posted before a mediator was released reaches it, and nothing later (35, 69)",
    arguments: MediatorRelease.all, Elsewhere.allCases)
  func postedBefore(release: MediatorRelease, elsewhere: Elsewhere) {
    let three = Three(release.policy)
    three.listeners[release.releasing].acts[.didReceiveMemoryWarning] = { [unowned three] in
      switch elsewhere {
      case .none, .release: three.post(.userDidTakeScreenshot)
      case .post: RemotePoster(three.center).postElsewhere(.userDidTakeScreenshot)
      case .both: break
      }
      switch elsewhere {
      case .none, .post: three.release(release.released)
      case .release: three.releaseElsewhere(release.released)
      case .both: three.releaseElsewhere(release.released, afterPosting: .userDidTakeScreenshot)
      }
      three.post(.significantTimeChange)
    }
    three.post(.didReceiveMemoryWarning)
    #expect(
      three.heard
        == release.heard(
          "didReceiveMemoryWarning", "userDidTakeScreenshot", then: "significantTimeChange"))
  }

  @Test(
    "a mediator that is released before an end in one callback does not receive the end (56, 69)",
    arguments: MediatorRelease.all)
  func beforeTheEnd(release: MediatorRelease) {
    let three = Three(release.policy)
    three.listeners[release.releasing].acts[.didReceiveMemoryWarning] = { [unowned three] in
      three.release(release.released)
      three.post(.willTerminate)
      three.journal.write("returned")
    }
    three.post(.didReceiveMemoryWarning)
    #expect(three.heard == release.heard("didReceiveMemoryWarning", then: "willTerminate"))
    #expect(three.journal.lines.last == "returned")
  }

  @Test(
    "a released mediator delivers the scene event under way and the posts before its release (69)",
    arguments: MediatorRelease.all, [false, true])
  func scenes(release: MediatorRelease, isElsewhere: Bool) {
    let three = Three(release.policy)
    three.listeners[release.releasing].sceneActs[.didActivate] = { [unowned three] in
      three.center.post(.willDeactivate, scene: three.scene)
      three.post(.userDidTakeScreenshot)
      if isElsewhere {
        three.releaseElsewhere(release.released)
      } else {
        three.release(release.released)
      }
      three.center.post(.didDisconnect, scene: three.scene)
    }
    three.center.post(.didActivate, scene: three.scene)
    #expect(
      three.heard
        == release.heard(
          "scene didActivate", "scene willDeactivate", "userDidTakeScreenshot",
          then: "scene didDisconnect"))
  }

  @Test(
    "a mediator that another's probe releases delivers the event under way (43, 69)",
    arguments: MediatorRelease.all, ["begin", "call", "end"])
  func inProbe(release: MediatorRelease, moment: String) {
    let three = Three(release.policy)
    let probe = FakeProbe()
    switch moment {
    case "begin": probe.onBegin = { [unowned three] _ in three.release(release.released) }
    case "call": probe.onCall = { [unowned three] _ in three.release(release.released) }
    default: probe.onEnd = { [unowned three] _ in three.release(release.released) }
    }
    three[release.releasing]?.probe = probe
    three.post(.didReceiveMemoryWarning)
    #expect(three[release.released] == nil)
    #expect(
      three.heard == [
        ["didReceiveMemoryWarning"], ["didReceiveMemoryWarning"], ["didReceiveMemoryWarning"],
      ])
  }

  @Test(
    "a mediator that another's anomaly handler releases delivers the event under way (34, 69)",
    arguments: MediatorRelease.all)
  func inHandler(release: MediatorRelease) async {
    let three = Three(release.policy)
    three[release.releasing]?.onAnomaly = { [unowned three] _ in three.release(release.released) }
    RemotePoster(three.center).postElsewhere(.didReceiveMemoryWarning)
    await nextMainTurn()
    three.post(.significantTimeChange)
    #expect(three[release.released] == nil)
    #expect(
      three.heard == release.heard("didReceiveMemoryWarning", then: "significantTimeChange"))
  }

  @Test(
    "a released mediator's listeners are freed when the event is over (14, 69)",
    arguments: MediatorRelease.all)
  func freed(release: MediatorRelease) {
    let three = Three(release.policy)
    let live = LiveCount()
    var wasAlive = false
    three[release.released]?.attach(live.listener { _ in wasAlive = live.count == 1 })
    three.listeners[release.releasing].acts[.didReceiveMemoryWarning] = { [unowned three] in
      three.release(release.released)
    }
    three.post(.didReceiveMemoryWarning)
    #expect(wasAlive && live.count == 0)
  }
}
