import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("onAttach(to:) and replays")
struct AttachTests {
  private let bus = TestBus(vocabulary: .uiKit)

  @Test("a listener is told of its attachment before its replay, and an event comes last (61, 70)")
  func attachReplayEvent() {
    let bus = TestBus(initialState: .active)
    bus.attach("a")
    bus.when("late", .isAttached) { bus.live("R") }

    bus.timeline.start()
    bus.attach("late", replay: .state)
    bus.draw("|", by: "returned")

    #expect(
      bus.diagram == """
        a                 R
        late      + l f a   R
        returned              |
        """)
  }

  @Test("a listener is told once for each attachment (61)")
  func onceForEachAttachment() {
    let listener = bus.listener("a")
    let group = ListenerGroup { listener }

    bus.timeline.start()
    bus.mediator.attach(weakly: listener)
    bus.mediator.attach(weakly: listener)
    bus.mediator.attach(listener)
    #expect(
      bus.diagram == """
        a  +
        """)

    bus.mediator.detach(listener)
    bus.mediator.attach(listener)
    #expect(
      bus.diagram == """
        a  + +
        """)

    bus.mediator.detach(listener)
    bus.mediator.attach(group)
    #expect(
      bus.diagram == """
        a  + + +
        """)
  }

  @Test("a replay reaches the new listener alone, the children of a group in order (21)")
  func replayToGroup() {
    let bus = TestBus(initialState: .active)
    bus.attach("a")

    bus.timeline.start()
    bus.mediator.attach(
      ListenerGroup {
        bus.listener("b")
        bus.group("c")
      }, replay: .state)

    #expect(
      bus.diagram == """
        a
        b  +   l   f   a
        c    +   l   f   a
        """)
  }

  @Test("nothing is replayed after the end, and before the launch (21, 22, 23)")
  func nothingToReplay() {
    bus.attach("a")

    bus.timeline.start()
    bus.attach("b", replay: .launch)
    bus.live("T")
    bus.attach("c", replay: .launch)
    bus.attach("d", replay: .state)
    bus.live("M")

    #expect(
      bus.diagram == """
        a    T       M
        b  +   T       M
        c        +       M
        d          +       M
        """)
  }

  @Test("what children of groups in init post in onAttach(to:) reaches all listeners (61, 70)")
  func postsInInit() {
    let listeners: [any AppLifecycleListener] = [
      ListenerGroup {
        bus.listener("a")
        bus.group("b")
      },
      bus.listener("c"),
    ]
    bus.when("a", .isAttached) { bus.live("S") }
    bus.when("b", .isAttached) { bus.live("M") }

    bus.timeline.start()
    let mediator = TestBus(sameCenterAs: bus, listeners: listeners)

    #expect(
      mediator.diagram == """
        a  +     S     M
        b    +     S     M
        c      +     S     M
        """)
  }

  @Test("an end in a replay comes after all of it (71)")
  func endInReplay() {
    let bus = TestBus(initialState: .background)
    bus.attach("a")
    bus.when("b", .hears(.didFinishLaunching)) {
      bus.live("T")
      bus.draw("|", by: "returned")
    }

    bus.timeline.start()
    bus.mediator.attach(bus.group("b", "c"), replay: .state)

    #expect(
      bus.diagram == """
        a                     T
        b         +   l   b     T
        c           +   l   b     T
        returned                    |
        """)
  }

  @Test("a child is not told of a mediator that its group has left, or that has gone (61)")
  func childOfFormerMediators() {
    let gone = Slot(TestBus(sameCenterAs: bus))
    let left = TestBus(sameCenterAs: bus)
    let inner = bus.group("a")
    let outer = ListenerGroup { inner }
    bus.mediator.attach(outer)
    gone.value?.mediator.attach(outer)
    left.mediator.attach(outer)
    let late = bus.group("c")
    outer.attach(late)

    bus.timeline.start()
    left.mediator.detach(outer)
    gone.value = nil
    inner.attach(bus.listener("b"))
    late.attach(bus.listener("d"))
    bus.live("A")

    #expect(
      left.diagram == """
        a      A
        c          A
        b  +     A
        d    +       A
        """)
  }

  @Test(
    "the list in a trailing closure may have conditions, choices and loops",
    arguments: [true, false])
  func listInClosure(isDebug: Bool) {
    let mediator = AppLifecycleMediator(notificationCenter: bus.center) {
      if isDebug {
        bus.listener("debug")
      }
      if isDebug {
        bus.listener("either")
      } else {
        bus.listener("or")
      }
      for number in 1...2 {
        bus.listener("\(number)")
      }
      if #available(macOS 14, iOS 17, *) {
        bus.listener("new")
      }
      [bus.listener("listed"), bus.listener("too")]
    }

    bus.center.post(.didBecomeActive)

    let chosen = isDebug ? ["debug", "either"] : ["or"]
    let names = chosen + ["1", "2", "new", "listed", "too"]
    #expect(bus.calls == names.map { "\($0).didBecomeActive" })
    #expect(mediator.listenerCount == names.count)
  }
}
