import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Membership during an event")
struct MembershipTests {
  nonisolated static let rows = Row.table([
    "a listener that is detached before its turn is not called (7)":
      Row("a b+5 c? d-5 e", "A", ["b.A": "detach a c d"], "be.A"),
    "a listener that detaches itself leaves its neighbours alone (8)":
      Row("a b c", "A R", ["b.A": "detach b"], "abc.A ac.R"),
    "in a mirrored event, nobody is called whose place is now empty (9)":
      Row(
        "a b c", "R A", ["b.R": "detach c b a; count"], "cb.R #0", policy: .balanced.mirrored,
        state: .active),
    "a listener that is attached in a callback hears the next event (10)":
      Row("a b", "L A", ["a.L": "attach d+9"], "a.L d+ b.L dab.A"),
    "with .state it is walked to the state before the event, and hears the event last (10)":
      Row("a b", "L F A", ["a.A": "attach d+9 state"], "ab.L ab.F a.A d+ d~L d~F b.A d.A"),
    "with .launch it hears the launch last, if that is the event (10, 22)":
      Row("a b", "L", ["a.L": "attach d+9 launch"], "a.L d+ b.L d.L"),
    "with .launch it hears no later event that is under way (10, 22)":
      Row("a b", "A R", ["a.A": "attach d+9 launch"], "a.A d+ d~L b.A dab.R", state: .inactive),
    "listeners that join an event are called in the order in which they joined (10)":
      Row(
        "a b", "L M", ["a.L": "attach d+5 state", "d.L": "attach e+9 state"],
        "a.L d+ b.L d.L e+ e.L edab.M"),
    "a listener that joins and is detached hears nothing (10)":
      Row("a b", "L; count", ["a.L": "attach d state; detach d"], "a.L d+ b.L #2"),
    "a detach in an event that waits takes effect in that event (11)":
      Row("a b c", "R", ["a.R": "B", "b.B": "detach c"], "abc.R ab.B"),
    "listenerCount is exact after each step, inside a callback too (12)":
      Row(
        "a b c", "A; detach d; count",
        ["a.A": "detach b; count; attach b; count; attach d?; count; forget d; count"],
        "a.A #2 b+ #3 d+ #4 #3 c.A #3"),
    "a weak listener that is freed before its turn is skipped (13)":
      Row("a b? c", "A; count", ["a.A": "forget b"], "ac.A #2"),
    "a weak listener may be freed inside its own call (8, 13)":
      Row("a b? c", "A; count; R", ["b.A": "forget b"], "abc.A #2 ac.R"),
    "a weak listener that is attached again is kept, in its place (5)":
      Row("a b? c", "attach b; forget b; A", "abc.A"),

    // Groups.
    "a child that is detached before its turn is not called (7)":
      Row("g(a b c)", "A", ["a.A": "detach b"], "ac.A"),
    "a group that is detached in its turn stops (7)":
      Row("g(h(a b) c) d", "A R", ["a.A": "detach g"], "ad.A d.R"),
    "a group that is detached in a scene event stops (7)":
      Row("g(h(a b) c) d", ":A", ["a:A": "detach g"], "ad:A"),
    "a group that is detached before its turn is not called (11)":
      Row("g(a h(b)) c", "A", ["a.A": "detach h"], "ac.A"),
    "a child that is attached during an event hears the next one (10)":
      Row("g(a)", "L A", ["a.L": "attach d to g"], "a.L d+ ad.A"),
  ])

  @Test("membership", arguments: rows)
  func row(_ row: Row) async { #expect(await row.play() == row.expected) }

  @Test("the event's own method and onAppEvent are one call (55)", arguments: [false, true])
  func oneCall(isProbed: Bool) {
    final class Leaver: AppLifecycleListener {
      var leave: () -> Void = {}
      var heard: [String] = []
      func onAppDidBecomeActive() {
        heard.append("typed")
        leave()
      }
      func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
        heard.append("any")
      }
    }
    let (bus, leaver, late) = (TestBus(), Leaver(), Leaver())
    if isProbed { bus.mediator.probe = FakeProbe() }
    bus.mediator.attach(leaver)
    bus.mediator.attach(late)
    leaver.leave = { [unowned leaver] in
      bus.mediator.detach(leaver)
      bus.mediator.detach(late)
    }
    bus.post(.didBecomeActive, .didBecomeActive)
    #expect(leaver.heard == ["typed", "any"] && late.heard == [])
  }

  @Test("both ways to detach do the same, and a second time does nothing (8)")
  func twoWaysOut() {
    let bus = TestBus()
    let listener = bus.listener("it")
    let attachment = bus.mediator.attach(listener)
    bus.mediator.detach(bus.listener("a stranger"))
    #expect(attachment.isAttached)
    bus.mediator.detach(listener)
    #expect(!attachment.isAttached)
    let again = bus.mediator.attach(listener)
    attachment.detach()
    #expect(again !== attachment && again.isAttached)
    bus.post(.didBecomeActive)
    #expect(bus.calls == ["it.didBecomeActive"])
  }

  @Test(
    "a detached listener is released, and so is one whose mediator is (8, 14)",
    arguments: ["kept", "kept twice", "weakly, then kept"])
  func letGo(how: String) {
    let live = LockedCount(0)
    func attach(to mediator: AppLifecycleMediator) -> AppLifecycleAttachment {
      let listener = CountedListener(live)
      if how.hasPrefix("weakly") { mediator.attach(weakly: listener) }
      if how.hasSuffix("twice") { mediator.attach(listener) }
      return mediator.attach(listener)
    }
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(
      notificationCenter: NotificationCenter())
    let attachments = (0..<2).compactMap { _ in mediator.map(attach) }
    attachments[0].detach()
    #expect(live.value == 1 && !attachments[0].isAttached && attachments[1].isAttached)
    weak let watched = mediator
    mediator = nil
    #expect(live.value == 0 && watched == nil && !attachments[1].isAttached)
    attachments[1].detach()
  }

  @Test(
    "an object at the address of a freed listener is a new one (5, 13)",
    arguments: [false, true])
  func reusedAddress(isPruned: Bool) {
    let (bus, live) = (TestBus(), LockedCount(0))
    var calls = 0
    for round in 1...200 {
      do {
        // The allocator mostly gives it the address of the one before.
        let listener = CountedListener(live) { _ in calls += 1 }
        #expect(bus.mediator.attach(weakly: listener).isAttached)
        bus.post(.didBecomeActive)
        #expect(calls == round && bus.mediator.listenerCount == 1)
      }
      if isPruned { bus.post(.didBecomeActive) }
    }
    bus.post(.didBecomeActive)
    #expect(live.value == 0 && bus.mediator.listenerCount == 0)
  }

  #if os(macOS) || os(Linux)
    @Test("a group that is attached to itself, at any depth, stops the program")
    func cycle() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let outer = ListenerGroup()
          outer.attach(ListenerGroup { outer })
        }
      }
    }
  #endif
}
