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

  @Test("a post waits for the steps that are added (15, 27)")
  func addedSteps() {
    let bus = TestBus(policy: .balanced, initialState: .background, vocabulary: .uiKit)
    bus.attach("a", "b")
    bus.when("a", .hears(.willEnterForeground)) { bus.live("M") }

    bus.live("A")

    #expect(
      bus.diagram == """
        a  (F)     A   M
        b      (F)   A   M
        """)
  }

  @Test("under .balanced a repetition in a callback is dropped (17)")
  func repetition() {
    let bus = TestBus(policy: .balanced, initialState: .inactive)
    bus.attach("a", "b")
    bus.drawAnomalies()
    bus.when("a", .hears(.didBecomeActive)) { bus.live("A R") }

    bus.live("A")

    #expect(bus.anomalies == [.duplicate(.didBecomeActive)])
    #expect(
      bus.diagram == """
        a       A     R
        b         A     R
        report      !
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

  @Test("scene events and app events wait for each other (15, 67)")
  func scenes() {
    bus.mediator.observeScenes(on: bus.center)
    bus.attach("a", "b")
    second.attach("c")
    bus.when("a", .hearsOfScene(.didActivate)) {
      second.live("M")
      bus.post(scene: .willDeactivate)
      bus.live("M")
    }

    bus.post(scene: .didActivate)

    #expect(
      bus.diagram == """
        a  :A      :R    M
        b     :A      :R   M
        c        M
        """)
  }

  // MARK: The end

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

  @Test("under .balanced an end comes by the way down (28, 56)")
  func balancedEnd() {
    let bus = TestBus(policy: .balanced, initialState: .inactive)
    bus.attach("a", "b")
    bus.when("a", .hears(.didBecomeActive)) { end(on: bus) }

    bus.live("A")

    #expect(
      bus.diagram == """
        a         A   (R)     (B)     T
        b           A     (R)     (B)   T
        returned                          |
        """)
  }

  @Test("an end comes after the event on every mediator (49, 56)")
  func endOnOneCenter() {
    bus.attach("a", "b")
    neighbor.attach("c")
    bus.when("a", .hears(.didEnterBackground)) { end(on: bus) }

    bus.live("B")

    #expect(
      bus.diagram == """
        a         B     T
        b           B     T
        c             B     T
        returned              |
        """)
  }

  @Test("an end comes after the earlier posts on all centers (56, 67)")
  func endAfterEarlierPosts() {
    bus.attach("a", "b")
    second.attach("c")
    third.attach("d")
    bus.when("a", .hears(.didBecomeActive)) {
      third.live("M")
      bus.live("M")
      end(on: second)
    }

    bus.live("A")

    #expect(
      bus.diagram == """
        a         A     M
        b           A     M
        c                   T
        d             M
        returned              |
        """)
  }

  @Test("what the callbacks of an end post is delivered before the post of the end returns (56)")
  func postInEnd() {
    bus.attach("a", "b")
    second.attach("c")
    bus.when("a", .hears(.didBecomeActive)) { end(on: second) }
    bus.when("c", .hears(.willTerminate)) { bus.live("M") }

    bus.live("A")

    #expect(
      bus.diagram == """
        a         A     M
        b           A     M
        c             T
        returned            |
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

  @Test("while an end is being brought, one in the rest of the event only waits (56)")
  func endWhileBringingAnEnd() {
    bus.attach("a", "b")
    second.attach("c")
    third.attach("d")
    bus.when("a", .hears(.didBecomeActive)) { end(on: second) }
    bus.when("b", .hears(.didBecomeActive)) { end(on: third) }

    bus.live("A")

    #expect(
      bus.diagram == """
        a         A
        b           A
        c               T
        d                 T
        returned      |     |
        """)
  }

  @Test("an anomaly handler may end the app (34, 56)")
  func endInHandler() {
    let bus = TestBus(policy: .balanced)
    let neighbor = TestBus(sameCenterAs: bus)
    bus.attach("a")
    neighbor.attach("b")
    neighbor.drawAnomalies(by: "report 2")
    bus.onAnomaly = { _ in
      bus.draw("!", by: "report")
      end(on: bus)
    }

    bus.live("B")

    #expect(neighbor.anomalies == [.synthesized(.didFinishLaunching, before: .didEnterBackground)])
    #expect(bus.anomalies == neighbor.anomalies)
    #expect(
      bus.diagram == """
        a           (L) B         T
        b                   (L) B   T
        report 2          !
        report    !
        returned                      |
        """)
  }

  // MARK: The release of a mediator

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

  @Test("another one's callback may release a mediator before or after it is called (69)")
  func releasedByAnother() {
    let first = Slot(mediator(with: "a"))
    let middle = mediator(with: "b")
    let last = Slot(mediator(with: "c"))
    bus.when("b", .hears(.didBecomeActive)) {
      first.value = nil
      last.value = nil
    }

    bus.live("A R")

    #expect(
      bus.diagram == """
        a  A
        b    A   R
        c      A
        """)
    withExtendedLifetime(middle) {}
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

  @Test("a mediator that a thread releases hears what was posted before (35, 69)")
  func releasedByThread() {
    bus.attach("a")
    // A thread uses it while the main actor waits.
    nonisolated(unsafe) var middle: AppLifecycleMediator? = mediator(with: "b")
    let last = mediator(with: "c")
    bus.when("a", .hears(.didReceiveMemoryWarning)) {
      bus.onThread { $0.postHere(.userDidTakeScreenshot) }
      bus.onThread { _ in middle.take().map { withExtendedLifetime($0) {} } }
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

  @Test("an end after the release of a mediator is not for it (56, 69)")
  func endAfterRelease() {
    bus.attach("a")
    let other = Slot(mediator(with: "b"))
    bus.when("a", .hears(.didReceiveMemoryWarning)) {
      other.value = nil
      end(on: bus)
    }

    bus.live("M")

    #expect(
      bus.diagram == """
        a         M   T
        b           M
        returned        |
        """)
  }

  @Test("a mediator that is released outside of callbacks calls nobody (14)")
  func releasedOutside() {
    bus.attach("a")
    let other = Slot(mediator(with: "b"))

    bus.onThread { $0.postHere(.didReceiveMemoryWarning) }
    other.value = nil
    bus.live("A")

    #expect(
      bus.diagram == """
        a  M A
        b
        """)
  }

  // MARK: Many posts

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

  // MARK: What else a callback may do

  @Test("a name is the end only as long as a mediator observes it as one (56)")
  func endNoLonger() {
    let sleep = Notification.Name("KioskWillSleep")
    let bus = TestBus(
      vocabulary: AppLifecycleVocabulary([
        .willResignActive: sleep, .didBecomeActive: Notification.Name("KioskDidWake"),
      ]))
    _ = AppLifecycleMediator(
      vocabulary: AppLifecycleVocabulary([.willTerminate: sleep]), notificationCenter: bus.center)
    bus.attach("a", "b")
    bus.when("a", .hears(.didBecomeActive)) {
      bus.live("R")
      bus.draw("|", by: "returned")
    }

    bus.live("A")

    #expect(
      bus.diagram == """
        a         A     R
        b             A   R
        returned    |
        """)
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
