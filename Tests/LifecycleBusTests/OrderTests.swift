import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Order")
struct OrderTests {
  nonisolated static let rows = Row.table([
    "up events and conditions go in the order of attachment (1)":
      Row("a b c", "L F A M", "abc.L abc.F abc.A abc.M"),
    ".asPosted keeps the order on the way down, and delivers each post as it is (2)":
      Row("a b c", "R R B T", "abc.R abc.R abc.B abc.T"),
    ".balanced keeps the order on the way down, also in the steps that it adds (68)":
      Row("a b c", "T", "abc*R abc*B abc.T", policy: .balanced, state: .active),
    ".mirrored reverses the way down, and nothing else (2)":
      Row(
        "a b c", "L R A B M T", "abc.L cba.R abc.A cba.B abc.M cba.T", policy: .asPosted.mirrored),
    ".mirrored reverses groups and the steps that .balanced adds, too (2, 27)":
      Row(
        "a g(b h(c d)) e", "B", "edcba*R edcba.B", policy: .balanced.mirrored, state: .active),
    "higher priorities go first and equal ones as attached, or mirrored the other way (3)":
      Row("a b+5 c-1 d+5 e", "A B", "bdaec.A ceadb.B", policy: .asPosted.mirrored),
    "the smallest and the greatest number are valid priorities (3)":
      Row("a-9223372036854775808 b c+9223372036854775807", "A", "cba.A"),
    "a listener that is attached again takes the last place (5)":
      Row("a b c", "detach a; attach a; A", "a+ bca.A"),
    "attaching an attached object again changes nothing (5)":
      Row("a b a", "attach b+5; attach b? state; count; A", "#2 ab.A"),
    "a group's priority moves all of it, and its children's priorities move them inside it (3)":
      Row("a g(b c+1)+1 d", "A B", "cbad.A dabc.B", policy: .asPosted.mirrored),
    "mediators are told in the order in which they were made, of scenes too (49)":
      Row("a || b", "observe at 1; A :A at 1", "ab.A ab:A"),
    "observing a center twice delivers each event once":
      Row("a", "observe; A :A", "a.A a:A"),
    "scene events have the order of the policy (2, 3)":
      Row(
        "a b+1 c", ":A :P :R :B :D", "bac:A bac:P cab:R cab:B cab:D", policy: .balanced.mirrored),
  ])

  @Test("order", arguments: rows)
  func row(_ row: Row) async { #expect(await row.play() == row.expected) }

  @Test("two equal structs are two listeners, on a mediator and in a group (5)")
  func equalStructs() {
    struct Equal: AppLifecycleListener, Equatable {}
    let (bus, group) = (TestBus(), ListenerGroup())
    let first = bus.mediator.attach(Equal())
    #expect(first !== bus.mediator.attach(Equal()) && bus.mediator.listenerCount == 2)
    #expect(group.attach(Equal()) !== group.attach(Equal()) && group.listenerCount == 2)
    first.detach()
    #expect(bus.mediator.listenerCount == 1)
  }
}
