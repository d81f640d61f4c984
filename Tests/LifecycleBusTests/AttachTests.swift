import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("onAttach(to:) and replays")
struct AttachTests {
  private let bus = TestBus(vocabulary: .uiKit)
  private let activeBus = TestBus(initialState: .active)
  private let backgroundBus = TestBus(initialState: .background, vocabulary: .uiKit)

  @Test("a listener is told of its attachment before its replay, and an event comes last (61, 70)")
  func attachReplayEvent() {
    let bus = activeBus
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

  @Test("a listener that detaches itself in onAttach(to:) receives no replay (61)")
  func detachesItself() {
    let bus = activeBus
    bus.attach("a")
    bus.when("late", .isAttached) { bus.detach("late") }

    bus.timeline.start()
    bus.attach("late", replay: .state)

    #expect(bus.mediator.listenerCount == 1)
    #expect(
      bus.diagram == """
        a
        late  +
        """)
  }

  @Test("a replay reaches the new listener alone, the children of a group in order (21)")
  func replayToGroup() {
    let bus = activeBus
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

  @Test("a listener that is detached in its replay hears no more (7, 21)")
  func detachedInReplay() {
    let bus = activeBus
    bus.attach("a")
    bus.when("late", .hears(.willEnterForeground)) { bus.detach("late") }

    bus.timeline.start()
    bus.attach("late", replay: .state)
    #expect(bus.mediator.listenerCount == 1)

    bus.live("R")
    #expect(
      bus.diagram == """
        a           R
        late  + l f
        """)
  }

  @Test("a post in a replay comes after it, before attach returns (15, 21)")
  func postInReplay() {
    let bus = activeBus
    bus.attach("a")
    bus.when("late", .hears(.didFinishLaunching)) { bus.live("R") }

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

  @Test("a replay inside a replay runs at once (18, 21)")
  func replayInReplay() {
    let bus = backgroundBus
    bus.when("a", .hears(.didFinishLaunching)) { bus.attach("b", replay: .state) }

    bus.timeline.start()
    bus.attach("a", replay: .state)

    #expect(
      bus.diagram == """
        a  + l       b
        b      + l b
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

  // MARK: Several listeners that come together

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

  /// Posts an end, and draws when the post has returned.
  private func end(on bus: TestBus) {
    bus.live("T")
    bus.draw("|", by: "returned")
  }

  @Test("an end in onAttach(to:) comes after every onAttach(to:), before its post returns (56, 70)")
  func endInInit() {
    let listeners: [any AppLifecycleListener] = [
      bus.listener("a"), bus.group("b"), bus.listener("c"),
    ]
    bus.when("a", .isAttached) { end(on: bus) }

    bus.timeline.start()
    let mediator = TestBus(sameCenterAs: bus, listeners: listeners)

    #expect(
      mediator.diagram == """
        a         +     T
        b           +     T
        c             +     T
        returned              |
        """)
  }

  @Test("posts in onAttach(to:) come after the replay to each child (21, 70)")
  func postAndReplayInGroup() {
    let bus = backgroundBus
    bus.attach("a")
    bus.when("b", .isAttached) { bus.live("S") }

    bus.timeline.start()
    bus.mediator.attach(bus.group("b", "c"), replay: .state)

    #expect(
      bus.diagram == """
        a              S
        b  +   l   b     S
        c    +   l   b     S
        """)
  }

  @Test("posts in onAttach(to:) in a callback wait for the event (67, 70)")
  func postInInitInCallback() {
    bus.attach("a", "b")
    let made = Slot<TestBus>()
    bus.when("a", .hears(.didFinishLaunching)) {
      made.value = TestBus(
        sameCenterAs: bus, listeners: [bus.listener("c"), bus.listener("d")])
      bus.draw("|", by: "returned")
    }
    bus.when("c", .isAttached) { bus.live("S") }

    bus.live("L")

    #expect(
      made.value?.diagram == """
        a         L         S
        b                 L   S
        c           +           S
        d             +           S
        returned        |
        """)
  }

  // MARK: An end in a replay

  @Test("an end in a replay comes after all of it (71)")
  func endInReplay() {
    let bus = backgroundBus
    bus.attach("a")
    bus.when("b", .hears(.didFinishLaunching)) { end(on: bus) }

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

  @Test("in a callback, an end in a replay comes after the replay and the event (56, 71)")
  func endInReplayInCallback() {
    let bus = backgroundBus
    bus.attach("a", "b")
    bus.when("a", .hears(.didReceiveMemoryWarning)) {
      bus.mediator.attach(bus.group("c", "d"), replay: .state)
    }
    bus.when("c", .hears(.didFinishLaunching)) { end(on: bus) }

    bus.live("M")

    #expect(
      bus.diagram == """
        a         M                   T
        b                       M       T
        c           +   l   b     M       T
        d             +   l   b     M       T
        returned                              |
        """)
  }

  // MARK: Groups and mediators

  @Test("a child is told of each mediator that its group is attached to (61)")
  func childOfTwoMediators() {
    let neighbor = TestBus(sameCenterAs: bus)
    let group = bus.group("a")
    bus.mediator.attach(group)
    neighbor.mediator.attach(group)

    bus.timeline.start()
    group.attach(bus.listener("b"))
    bus.live("A")

    #expect(
      neighbor.diagram == """
        a      A   A
        b  + +   A   A
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

    bus.timeline.start()
    left.mediator.detach(outer)
    gone.value = nil
    inner.attach(bus.listener("b"))
    bus.live("A")

    #expect(
      left.diagram == """
        a    A
        b  +   A
        """)
  }

  @Test("a child that an earlier one attaches to a group is told once (61)")
  func childAttachedByChild() {
    let inner = ListenerGroup()
    let outer = bus.group("a")
    outer.attach(inner)
    inner.attach(bus.listener("b"))
    bus.when("a", .isAttached) { inner.attach(bus.listener("c")) }

    bus.timeline.start()
    bus.mediator.attach(outer)

    #expect(
      bus.diagram == """
        a  +
        b    +
        c      +
        """)
  }

  @Test("the rest of a group that is detached and attached again meanwhile is told once (61)")
  func groupAttachedAgain() {
    let outer = bus.group("a")
    let inner = bus.group("b", "c")
    bus.mediator.attach(outer)
    bus.when("b", .isAttached) {
      bus.mediator.detach(outer)
      bus.mediator.attach(outer)
    }

    bus.timeline.start()
    outer.attach(inner)

    #expect(
      bus.diagram == """
        a    +
        b  +   +
        c        +
        """)
  }

  @Test("nobody is told in a group whose outer group is detached meanwhile (7, 61)")
  func outerGroupDetached() {
    let outer = bus.group("a")
    let inner = bus.group("b", "c")
    bus.mediator.attach(outer)
    bus.when("b", .isAttached) { bus.mediator.detach(outer) }

    bus.timeline.start()
    outer.attach(inner)
    bus.live("A")

    #expect(
      bus.diagram == """
        a
        b  +
        c
        """)
  }

  // MARK: The trailing closure

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
