import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Order")
struct OrderTests {
  private let bus = TestBus(vocabulary: .uiKit)

  private func mirroredBus() -> TestBus {
    TestBus(policy: .asPosted.mirrored, vocabulary: .uiKit)
  }

  @Test("up events and conditions go in the order of attachment (1)")
  func attachment() {
    bus.attach("a", "b", "c")

    bus.live("L F A M")

    #expect(
      bus.diagram == """
        a  L     F     A     M
        b    L     F     A     M
        c      L     F     A     M
        """)
  }

  @Test(".asPosted keeps the order on the way down, and delivers each post as it is (2)")
  func asPosted() {
    bus.attach("a", "b", "c")

    bus.live("R R B T")

    #expect(
      bus.diagram == """
        a  R     R     B     T
        b    R     R     B     T
        c      R     R     B     T
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

  @Test(".mirrored reverses the way down, and nothing else (2)")
  func mirrored() {
    let bus = mirroredBus()
    bus.attach("a", "b", "c")

    bus.live("L R A B M T")

    #expect(
      bus.diagram == """
        a  L         R A         B M         T
        b    L     R     A     B     M     T
        c      L R         A B         M T
        """)
  }

  @Test(".mirrored reverses groups and the steps that .balanced adds, too (2, 27)")
  func mirroredGroups() {
    let bus = TestBus(policy: .balanced.mirrored, initialState: .active)
    bus.attach("a")
    bus.mediator.attach(
      ListenerGroup {
        bus.listener("b")
        bus.group("c", "d")
      })
    bus.attach("e")

    bus.live("B")

    #expect(
      bus.diagram == """
        a                  (R)         B
        b              (R)           B
        c          (R)             B
        d      (R)               B
        e  (R)                 B
        """)
  }

  @Test("higher priorities go first and equal ones as attached, or mirrored the other way (3)")
  func priorities() {
    let bus = mirroredBus()
    bus.attach("a")
    bus.attach("b", priority: 5)
    bus.attach("c", priority: -1)
    bus.attach("d", priority: 5)
    bus.attach("e")

    bus.live("A B")

    #expect(
      bus.diagram == """
        a      A         B
        b  A                 B
        c          A B
        d    A             B
        e        A     B
        """)
  }

  @Test("the smallest and the greatest number are valid priorities (3)")
  func extremePriorities() {
    bus.attach("a", priority: .min)
    bus.attach("b")
    bus.attach("c", priority: .max)

    bus.live("A")

    #expect(
      bus.diagram == """
        a      A
        b    A
        c  A
        """)
  }

  @Test("a listener that is attached again takes the last place (5)")
  func attachedAgain() {
    let a = bus.listener("a")
    bus.mediator.attach(a)
    bus.attach("b", "c")

    bus.timeline.start()
    bus.mediator.detach(a)
    bus.mediator.attach(a)
    bus.live("A")

    #expect(
      bus.diagram == """
        a  +     A
        b    A
        c      A
        """)
  }

  @Test("attaching an attached object again changes nothing (5)")
  func attachedTwice() {
    let a = bus.listener("a")
    let b = bus.listener("b")
    bus.mediator.attach(a)
    bus.mediator.attach(b)
    bus.mediator.attach(a)

    bus.timeline.start()
    bus.mediator.attach(b, priority: 5)
    bus.mediator.attach(weakly: b, replay: .state)
    bus.live("A")

    #expect(bus.mediator.listenerCount == 2)
    #expect(
      bus.diagram == """
        a  A
        b    A
        """)
  }

  @Test("a group's priority moves all of it, and its children's priorities move them inside it (3)")
  func groupPriorities() {
    let bus = mirroredBus()
    let group = ListenerGroup()
    bus.attach("a")
    group.attach(bus.listener("b"))
    group.attach(bus.listener("c"), priority: 1)
    bus.mediator.attach(group, priority: 1)
    bus.attach("d")

    bus.live("A B")

    #expect(
      bus.diagram == """
        a      A     B
        b    A         B
        c  A             B
        d        A B
        """)
  }

  @Test("mediators are called in the order in which they were made, for scenes too (49)")
  func mediators() {
    let other = TestBus(otherCenterThan: bus)
    bus.mediator.observeScenes(on: bus.center)
    other.mediator.observeScenes(on: other.center)
    bus.attach("a")
    other.attach("b")

    bus.mediator.observe(other.center, vocabulary: .uiKit)
    bus.mediator.observeScenes(on: other.center)
    other.live("A")
    other.post(scene: .didActivate)

    #expect(
      bus.diagram == """
        a  A   :A
        b    A    :A
        """)
  }

  @Test("observing a center twice delivers each event once")
  func observedTwice() {
    bus.mediator.observeScenes(on: bus.center)
    bus.attach("a")

    bus.mediator.observe(bus.center, vocabulary: .uiKit)
    bus.mediator.observeScenes(on: bus.center)
    bus.live("A")
    bus.post(scene: .didActivate)

    #expect(
      bus.diagram == """
        a  A :A
        """)
  }

  @Test("scene events have the order of the policy (2, 3)")
  func scenes() {
    let bus = TestBus(policy: .balanced.mirrored)
    bus.mediator.observeScenes(on: bus.center)
    bus.attach("a")
    bus.attach("b", priority: 1)
    bus.attach("c")

    bus.post(
      scene: .didActivate, .systemProtectionDidChange, .willDeactivate, .didEnterBackground,
      .didDisconnect)

    #expect(
      bus.diagram == """
        a     :A       :P       :R       :B       :D
        b  :A       :P             :R       :B       :D
        c        :A       :P :R       :B       :D
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
    #expect(group.listenerCount == 2)

    first.detach()
    #expect(bus.mediator.listenerCount == 1)
  }
}
