import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Posts in callbacks")
struct PostTests {
  nonisolated static let rows = Row.table([
    "posts are delivered in the order in which they were made (15)":
      Row("a b", "L", ["a.L": "F A", "b.L": "R", "a.F": "B"], "ab.L ab.F ab.A ab.R ab.B"),
    "nobody sees an up event inside a down event (16)":
      Row("a b c", "R", ["b.R": "A"], "cba.R abc.A", policy: .balanced.mirrored, state: .active),
    "a post waits for the steps that are added (15, 27)":
      Row("a b", "A", ["a*F": "M"], "ab*F ab.A ab.M", policy: .balanced, state: .background),
    "under .balanced a repetition in a callback is dropped (17)":
      Row(
        "a b", "report; A", ["a.A": "A R"], "ab.A 0!duplicate ab.R", policy: .balanced,
        state: .inactive),
    "all mediators on a center hear the posts of any callback in one order (49)":
      Row("a | b | c", "L", ["c.L": "R", "b.L": "A"], "abc.L abc.A abc.R"),
    "posts on several centers keep their order (67)":
      Row(
        "a b || c || d", "A", ["a.A": "S at 2; S at 0; S at 1", "d.S": "M"],
        "ab.A d.S ab.S c.S ab.M"),
    "scene events and app events wait for each other (15, 67)":
      Row("a b || c", ":A", ["a:A": "M at 1; :R M"], "ab:A c.M ab:R ab.M"),

    // The end.
    "an end has reached all when its post returns, after the event and what waits (37, 56)":
      Row("a b c", "A", ["b.A": "M; end"], "abc.A abc.M abc.T back"),
    "under .balanced an end comes by the way down (28, 56)":
      Row(
        "a b", "A", ["a.A": "end"], "ab.A ab*R ab*B ab.T back", policy: .balanced, state: .inactive
      ),
    "an end comes after the event on every mediator (49, 56)":
      Row("a b | c", "B", ["a.B": "end"], "abc.B abc.T back"),
    "an end comes after the earlier posts on all centers (56, 67)":
      Row("a b || c || d", "A", ["a.A": "M at 2; M; end at 1"], "ab.A d.M ab.M c.T back"),
    "what the callbacks of an end post is delivered before the post of the end returns (56)":
      Row("a b || c", "A", ["a.A": "end at 1", "c.T": "M"], "ab.A c.T ab.M back"),
    "an end in the callback of an end is delivered before the outer post returns (56, 67)":
      Row(
        "a b || c || d", "end", ["a.T": "end at 1", "c.T": "end at 2"],
        "a.T back b.T c.T back d.T back"),
    "while an end is being brought, one in the rest of the event only waits (56)":
      Row("a b || c || d", "A", ["a.A": "end at 1", "b.A": "end at 2"], "ab.A back c.T d.T back"),
    "an anomaly handler may end the app (34, 56)":
      Row(
        "a | b", "report; B", ["0!synthesized": "end"],
        "0!synthesized a*L a.B 1!synthesized b*L b.B ab.T back", policy: .balanced),

    // The release of a mediator.
    "a mediator that is released in a callback delivers the event under way (14, 69)":
      Row("a b c", "A R", ["b.A": "release"], "abc.A"),
    "another one's callback may release a mediator before or after its turn (69)":
      Row("a | b | c", "A R", ["b.A": "release; release at 2"], "abc.A b.R"),
    "what was posted before a mediator is released reaches it, and nothing later (69)":
      Row("a | b | c", "M", ["a.M": "S; release at 1; C"], "abc.M abc.S ac.C"),
    "a mediator that a thread releases hears what was posted before (35, 69)":
      Row("a | b | c", "M", ["a.M": "elsewhere S; release elsewhere at 1; C"], "abc.M abc.S ac.C"),
    "an end after the release of a mediator is not for it (56, 69)":
      Row("a | b", "M", ["a.M": "release at 1; end"], "ab.M a.T back"),
    "a mediator that is released outside of callbacks calls nobody (14)":
      Row("a | b", "elsewhere M; release at 1; A", "a.M a.A"),
  ])

  @Test("posts", arguments: rows)
  func row(_ row: Row) async { #expect(await row.play() == row.expected) }

  @Test(
    "100,000 posts in callbacks of their own need no stack (17, 56)",
    arguments: [AppLifecycleEvent.didBecomeActive, .willTerminate])
  func noStack(event: AppLifecycleEvent) {
    let bus = TestBus()
    var left = 100_000
    bus.mediator.on { context in
      left -= 1
      if left > 0 { bus.post(context.event) }
    }
    bus.post(event)
    #expect(left == 0)
  }

  @Test("20,000 waiting posts whose callbacks each post an end need no stack (56)")
  func manyEnds() {
    let bus = TestBus()
    var ends = 0
    bus.mediator.on(.willTerminate) { _ in ends += 1 }
    bus.mediator.on(.didBecomeActive) { _ in bus.post(.willTerminate) }
    bus.mediator.on(.didReceiveMemoryWarning) { _ in
      for _ in 0..<20_000 { bus.post(.didBecomeActive) }
    }
    bus.post(.didReceiveMemoryWarning)
    #expect(ends == 20_000)
  }

  @Test("a name is the end only as long as a mediator observes it as one (56)")
  func endNoLonger() {
    let sleep = Notification.Name("KioskWillSleep")
    let bus = TestBus(
      vocabulary: AppLifecycleVocabulary([
        .willResignActive: sleep, .didBecomeActive: Notification.Name("KioskDidWake"),
      ]))
    _ = AppLifecycleMediator(
      vocabulary: AppLifecycleVocabulary([.willTerminate: sleep]), notificationCenter: bus.center)
    bus.attach("1") {
      guard $0.event == .didBecomeActive else { return }
      bus.post(.willResignActive)
      #expect(bus.calls == ["1.didBecomeActive"])
    }
    bus.attach("2")
    bus.post(.didBecomeActive)
    #expect(bus.calls.suffix(2) == ["1.willResignActive", "2.willResignActive"])
  }

  @Test("a callback may also observe, hold, make streams and set what is set on a mediator (18)")
  func everything() {
    let bus = TestBus(policy: .balanced)
    let second = NotificationCenter()
    var hold: AppLifecycleHold?
    bus.attach("busy") { _ in
      bus.mediator.observe(second)
      bus.mediator.observeScenes(on: second)
      bus.mediator.probe = FakeProbe()
      bus.mediator.onAnomaly = { _ in }
      bus.mediator.backgroundTime = nil
      hold = bus.mediator.hold("work")
      _ = bus.mediator.events()
    }
    bus.post(.didFinishLaunching)
    second.post(.didBecomeActive)
    #expect(bus.calls == ["busy.didFinishLaunching", "busy.didBecomeActive"])
    #expect(bus.mediator.openHolds == ["work"] && hold?.isOpen == true)
  }
}
