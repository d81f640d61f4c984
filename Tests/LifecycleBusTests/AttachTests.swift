import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("onAttach(to:) and replays")
struct AttachTests {
  nonisolated static let rows = Row.table([
    "a listener is told of its attachment before its replay, and an event comes last (61, 70)":
      Row(
        "a", "attach d state; write back", ["d+": "R"], "d+ d~L d~F d~A a.R d.R back",
        state: .active),
    "a listener is told once for each attachment (61)":
      Row(
        "a", "attach d?; attach d?; attach d; detach d; attach d; detach d; attach g(d)", "d+ d+ d+"
      ),
    "a listener that detaches itself in onAttach(to:) receives no replay (61)":
      Row("a", "attach d state; count", ["d+": "detach d"], "d+ #1", state: .active),
    "a replay reaches the new listener alone, the children of a group in order (21)":
      Row("a", "attach g(d h(e)) state", "d+ e+ de~L de~F de~A", state: .active),
    "a listener that is detached in its replay hears no more (7, 21)":
      Row(
        "a", "attach d state; count; R", ["d~F": "detach d"], "d+ d~L d~F #1 a.R", state: .active),
    "a post in a replay comes after it, before attach returns (15, 21)":
      Row(
        "a", "attach d state; write x", ["d~L": "R"], "d+ d~L d~F d~A ad.R x", state: .active),
    "a replay inside a replay runs at once (18, 21)":
      Row(
        "", "attach d state", ["d~L": "attach e state"], "d+ d~L e+ e~L e~B d~B", state: .background
      ),
    "nothing is replayed after the end, and before the launch (21, 22, 23)":
      Row("a", "attach d launch; T; attach e launch; attach f state; M", "d+ ad.T e+ f+ adef.M"),

    // Several listeners that come together.
    "what children of groups in init post in onAttach(to:) reaches all listeners (61, 70)":
      Row("", "make g(d h(e)) f", ["d+": "S", "e+": "M"], "d+ e+ f+ def.S def.M"),
    "an end in onAttach(to:) comes after every onAttach(to:), before its post returns (56, 70)":
      Row("", "make d g(e) f", ["d+": "end"], "d+ e+ f+ def.T back"),
    "posts in onAttach(to:) come after the replay to each child (21, 70)":
      Row("a", "attach g(d e) state", ["d+": "S"], "d+ e+ de~L de~B ade.S", state: .background),
    "posts in onAttach(to:) in a callback wait for the event (67, 70)":
      Row(
        "a b", "L", ["a.L": "make d e; write made", "d+": "S"],
        "a.L d+ e+ made b.L abde.S"),

    // An end in a replay.
    "an end in a replay comes after all of it (71)":
      Row(
        "a", "attach g(d e) state", ["d~L": "end"], "d+ e+ de~L de~B ade.T back", state: .background
      ),
    "in a callback, an end in a replay comes after the replay and the event (56, 71)":
      Row(
        "a b", "M", ["a.M": "attach g(d e) state", "d~L": "end"],
        "a.M d+ e+ de~L de~B b.M de.M abde.T back", state: .background),

    // Groups and mediators.
    "a child is told of each mediator that its group is attached to (61)":
      Row("g(a) | g", "attach d to g; A", "d+ d+ ad.A ad.A"),
    "a child is not told of a mediator that its group has left, or that has gone (61)":
      Row("g(h(a)) | g | g", "detach g; release at 1; attach d to h; A", "d+ ad.A"),
    "a child that an earlier one attaches to a group is told once (61)":
      Row("", "attach g(d h(e))", ["d+": "attach f to h"], "d+ e+ f+"),
    "the rest of a group that is detached and attached again meanwhile is told once (61)":
      Row("g(a)", "attach h(d e) to g", ["d+": "detach g; attach g"], "d+ a+ d+ e+"),
    "nobody is told in a group whose outer group is detached meanwhile (7, 61)":
      Row("g(a)", "attach h(d e) to g; A", ["d+": "detach g"], "d+"),
  ])

  @Test("attaching", arguments: rows)
  func row(_ row: Row) async { #expect(await row.play() == row.expected) }

  @Test(
    "the list in a trailing closure may have conditions, choices and loops",
    arguments: [true, false])
  func listInClosure(isDebug: Bool) {
    let bus = TestBus()
    let mediator = AppLifecycleMediator(notificationCenter: bus.center) {
      if isDebug { bus.listener("debug") }
      if isDebug { bus.listener("either") } else { bus.listener("or") }
      for number in 1...2 { bus.listener("\(number)") }
      if #available(macOS 14, iOS 17, *) { bus.listener("new") }
      [bus.listener("listed"), bus.listener("too")]
    }
    bus.post(.didBecomeActive)
    let names = (isDebug ? ["debug", "either"] : ["or"]) + ["1", "2", "new", "listed", "too"]
    #expect(bus.calls == names.map { "\($0).didBecomeActive" })
    #expect(mediator.listenerCount == names.count)
  }
}
