import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Order")
struct OrderTests {
  private let bus = TestBus(vocabulary: .uiKit)

  @Test("each post is delivered as it is, in the order of attachment (1, 2)")
  func attachment() {
    bus.attach("a", "b")

    bus.live("L M R R T")

    #expect(
      bus.diagram == """
        a  L   M   R   R   T
        b    L   M   R   R   T
        """)
  }

  @Test(".balanced keeps the order on the way down, also in the steps that it adds (68)")
  func balanced() {
    let bus = TestBus(policy: .balanced, initialState: .active)
    bus.attach("a", "b", "c")

    bus.live("T")

    #expect(
      bus.diagram == """
        a  (R)         (B)         T
        b      (R)         (B)       T
        c          (R)         (B)     T
        """)
  }

  @Test(".mirrored reverses groups and the steps that .balanced adds, too (2, 27)")
  func mirroredGroups() {
    let bus = TestBus(policy: .balanced.mirrored, initialState: .active)
    bus.attach("a")
    bus.mediator.attach(bus.group("b", "c"))

    bus.live("B")

    #expect(
      bus.diagram == """
        a          (R)     B
        b      (R)       B
        c  (R)         B
        """)
  }

  @Test("higher priorities go first and equal ones as attached; .mirrored reverses both (2, 3)")
  func priorities() {
    let bus = TestBus(policy: .asPosted.mirrored, vocabulary: .uiKit)
    bus.attach("a")
    bus.attach("b", priority: 5)
    bus.attach("c", priority: -1)
    bus.attach("d", priority: 5)

    bus.live("A M B")

    #expect(
      bus.diagram == """
        a      A       M     B
        b  A       M             B
        c        A       M B
        d    A       M         B
        """)
  }

  @Test("an object that is attached twice keeps its place, and detached meanwhile it is last (5)")
  func attachedAgain() {
    let a = bus.listener("a")
    bus.mediator.attach(a)
    bus.attach("b", "c")

    bus.mediator.attach(a, priority: 5)
    bus.mediator.attach(weakly: a, replay: .state)
    bus.live("A")
    #expect(bus.mediator.listenerCount == 3)

    bus.mediator.detach(a)
    bus.mediator.attach(a)
    bus.live("R")
    #expect(
      bus.diagram == """
        a  A     +     R
        b    A     R
        c      A     R
        """)
  }

  @Test("two equal structs are two listeners, on a mediator and in a group (5)")
  func equalStructs() {
    struct Equal: AppLifecycleListener, Equatable {}
    let group = ListenerGroup()

    let first = bus.mediator.attach(Equal())
    let second = bus.mediator.attach(Equal())
    #expect(first !== second)
    #expect(bus.mediator.listenerCount == 2)

    #expect(group.attach(Equal()) !== group.attach(Equal()))
    #expect(group.list.count == 2)

    first.detach()
    #expect(bus.mediator.listenerCount == 1)
  }
}
