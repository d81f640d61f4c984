import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Posts in callbacks")
struct PostTests {
  private let bus = TestBus(vocabulary: .uiKit)
  /// Another mediator on the same center.
  private let neighbor: TestBus
  /// Mediators on centers of their own.
  private let second: TestBus
  private let third: TestBus

  init() {
    neighbor = TestBus(sameCenterAs: bus)
    second = TestBus(otherCenterThan: bus)
    third = TestBus(otherCenterThan: bus)
  }

  @Test("posts are delivered in the order in which they were made (15)")
  func order() {
    bus.attach("a", "b")
    bus.when("a", .hears(.didFinishLaunching)) { bus.live("F A") }
    bus.when("b", .hears(.didFinishLaunching)) { bus.live("R") }
    bus.when("a", .hears(.willEnterForeground)) { bus.live("B") }

    bus.live("L")

    #expect(
      bus.diagram == """
        a  L   F   A   R   B
        b    L   F   A   R   B
        """)
  }

  @Test("nobody sees an up event inside a down event (16)")
  func upInsideDown() {
    let bus = TestBus(policy: .balanced.mirrored, initialState: .active)
    bus.attach("a", "b", "c")
    bus.when("b", .hears(.willResignActive)) { bus.live("A") }

    bus.live("R")

    #expect(
      bus.diagram == """
        a      R A
        b    R     A
        c  R         A
        """)
  }

  @Test("all mediators on a center hear the posts of any callback in one order (49)")
  func oneCenter() {
    let last = TestBus(sameCenterAs: bus)
    bus.attach("a")
    neighbor.attach("b")
    last.attach("c")
    bus.when("c", .hears(.didFinishLaunching)) { bus.live("R") }
    bus.when("b", .hears(.didFinishLaunching)) { bus.live("A") }

    bus.live("L")

    #expect(
      last.diagram == """
        a  L     A     R
        b    L     A     R
        c      L     A     R
        """)
  }

  @Test("posts on several centers keep their order (67)")
  func severalCenters() {
    bus.attach("a", "b")
    second.attach("c")
    third.attach("d")
    bus.when("a", .hears(.didBecomeActive)) {
      third.live("S")
      bus.live("S")
      second.live("S")
    }
    bus.when("d", .hears(.userDidTakeScreenshot)) { bus.live("M") }

    bus.live("A")

    #expect(
      bus.diagram == """
        a  A     S     M
        b    A     S     M
        c            S
        d      S
        """)
  }

  /// Posts an end, and draws when the post has returned.
  private func end(on bus: TestBus) {
    bus.live("T")
    bus.draw("|", by: "returned")
  }

  @Test("an end has reached all when its post returns, after the event and what waits (37, 56)")
  func end() {
    bus.attach("a", "b", "c")
    bus.when("b", .hears(.didBecomeActive)) {
      bus.live("M")
      end(on: bus)
    }

    bus.live("A")

    #expect(
      bus.diagram == """
        a         A     M     T
        b           A     M     T
        c             A     M     T
        returned                    |
        """)
  }

  @Test("an end in the callback of an end is delivered before the outer post returns (56, 67)")
  func endInEnd() {
    bus.attach("a", "b")
    second.attach("c")
    third.attach("d")
    bus.when("a", .hears(.willTerminate)) { end(on: second) }
    bus.when("c", .hears(.willTerminate)) { end(on: third) }

    end(on: bus)

    #expect(
      bus.diagram == """
        a         T
        b             T
        c               T
        d                   T
        returned    |     |   |
        """)
  }

  /// A further mediator on the center of the bus.
  private func mediator(with listeners: String...) -> AppLifecycleMediator {
    AppLifecycleMediator(
      listeners: listeners.map { bus.listener($0) }, vocabulary: .uiKit,
      notificationCenter: bus.center)
  }

  @Test("a mediator that is released in a callback delivers the event under way (14, 69)")
  func releasedByItsListener() {
    let only = Slot(mediator(with: "a", "b", "c"))
    bus.when("b", .hears(.didBecomeActive)) { only.value = nil }

    bus.live("A R")

    #expect(
      bus.diagram == """
        a  A
        b    A
        c      A
        """)
  }

  @Test("what was posted before a mediator is released reaches it, and nothing later (69)")
  func releasedBetweenPosts() {
    bus.attach("a")
    let middle = Slot(mediator(with: "b"))
    let last = mediator(with: "c")
    bus.when("a", .hears(.didReceiveMemoryWarning)) {
      bus.live("S")
      middle.value = nil
      bus.live("C")
    }

    bus.live("M")

    #expect(
      bus.diagram == """
        a  M     S     C
        b    M     S
        c      M     S   C
        """)
    withExtendedLifetime(last) {}
  }

  @Test(
    "100,000 posts in callbacks of their own need no stack (17, 56)",
    arguments: [AppLifecycleEvent.didBecomeActive, .willTerminate])
  func noStack(event: AppLifecycleEvent) {
    var left = 100_000
    bus.mediator.on { context in
      left -= 1
      if left > 0 {
        bus.post(context.event)
      }
    }

    bus.post(event)

    #expect(left == 0)
  }

  @Test("20,000 waiting posts whose callbacks each post an end need no stack (56)")
  func manyEnds() {
    var ends = 0
    bus.mediator.on(.willTerminate) { _ in ends += 1 }
    bus.mediator.on(.didBecomeActive) { _ in bus.post(.willTerminate) }
    bus.mediator.on(.didReceiveMemoryWarning) { _ in
      for _ in 0..<20_000 {
        bus.post(.didBecomeActive)
      }
    }

    bus.post(.didReceiveMemoryWarning)

    #expect(ends == 20_000)
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
    #expect(bus.mediator.openHolds == ["work"])
    #expect(hold?.isOpen == true)
  }
}
