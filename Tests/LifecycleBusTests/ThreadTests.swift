import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

@MainActor
@Suite("Threads", .timeLimit(.minutes(hangMinutes)))
struct ThreadTests {
  private let bus = TestBus(vocabulary: .uiKit)

  @Test("a raw post on the main actor is delivered when it returns (35, 37)")
  func rawPost() {
    bus.attach("a")
    bus.timeline.start()

    RemotePoster(bus.center, vocabulary: .uiKit).postHere(.didBecomeActive)
    bus.draw("|", by: "returned")

    #expect(
      bus.diagram == """
        a         A
        returned    |
        """)
  }

  @Test("posts of a thread do not wait, are delivered in order, and reported (34, 35, 53)")
  func postsOfThread() async {
    bus.mediator.observeScenes(on: bus.center)
    bus.attach("a")
    bus.drawAnomalies()

    bus.onThread { thread in
      thread.postHere(.didBecomeActive)
      thread.postHere(scene: .didActivate)
      thread.postHere(.willTerminate)
    }
    bus.draw("|", by: "returned")
    await nextMainTurn()

    let scene = "A scene's didActivate was posted off the main actor and relayed on it later."
    #expect(
      bus.anomalies == [
        .postedOffMain(.didBecomeActive), .other(kind: "scenePostedOffMain", sentence: scene),
        .postedOffMain(.willTerminate),
      ])
    #expect(
      bus.diagram == """
        a             A   :A   T
        report      !   !    !
        returned  |
        """)
  }

  @Test("a mediator misses what threads had posted before, although another one hears it (35)")
  func newMediatorAfterThread() {
    bus.attach("a")

    bus.onThread { $0.postHere(.didFinishLaunching) }
    let new = TestBus(sameCenterAs: bus, listeners: [bus.listener("new")])
    bus.live("A")

    #expect(
      new.diagram == """
        a      L A
        new  +     A
        """)
  }

  /// Posts as often from each of some threads, which begin together.
  private struct Storm {
    let threads: Int
    let each: Int
    private let left: LockedCount

    init(threads: Int, each: Int) {
      self.threads = threads
      self.each = each
      left = LockedCount(threads)
    }

    var isOver: Bool { left.value == 0 }

    func begin(on center: NotificationCenter) {
      let poster = RemotePoster(center, vocabulary: .uiKit)
      let gate = StartingGate(runners: threads)
      for thread in 0..<threads {
        Thread.detachNewThread { [each, left] in
          gate.arrive()
          for number in 0..<each {
            let userInfo = ["number": thread * each + number]
            poster.postHere(.didReceiveMemoryWarning, userInfo: userInfo)
          }
          left.add(-1)
        }
      }
    }
  }

  @Test("posts of 8 threads arrive whole and in order, whatever the main actor does (36)")
  func eightThreads() async {
    let bus = TestBus(vocabulary: .uiKit)
    let live = LockedCount(0)
    let storm = Storm(threads: 8, each: 250)
    var heard: [[Int]] = Array(repeating: [], count: storm.threads)
    var heardByFirst: Int?
    var torn = 0
    bus.mediator.on(.didReceiveMemoryWarning) {
      if heardByFirst != nil {
        torn += 1
      }
      heardByFirst = $0.userInfo?["number"] as? Int
    }
    let last = ClosureListener("last", .didReceiveMemoryWarning) {
      let number = $0.userInfo?["number"] as? Int ?? 0
      if heardByFirst != number {
        torn += 1
      }
      heardByFirst = nil
      heard[number / storm.each].append(number % storm.each)
    }
    bus.mediator.attach(last, priority: -1)

    storm.begin(on: bus.center)
    while !storm.isOver {
      bus.mediator.attach(weakly: CountedListener(live))
      let attachment = bus.mediator.attach(CountedListener(live), priority: 3, replay: .state)
      bus.post(.didBecomeActive)
      attachment.detach()
      await Task.yield()
    }
    bus.post(.willTerminate)

    #expect(heard == Array(repeating: Array(0..<storm.each), count: storm.threads))
    #expect(torn == 0)
    let reports = bus.anomalies.filter { $0 == .postedOffMain(.didReceiveMemoryWarning) }
    #expect(reports.count == storm.threads * storm.each)
    #expect(live.value == 0)
    #expect(bus.mediator.listenerCount == 2)
  }

  @Test("mediators may come and go while threads post (14, 36)")
  func mediatorsComeAndGo() async {
    let center = NotificationCenter()
    let live = LockedCount(0)
    let storm = Storm(threads: 4, each: 500)
    var missed = 0

    storm.begin(on: center)
    while !storm.isOver {
      let mediator = AppLifecycleMediator(notificationCenter: center)
      var heard = false
      mediator.attach(CountedListener(live) { _ in heard = true })
      center.post(.didBecomeActive)
      if !heard {
        missed += 1
      }
      await Task.yield()
    }
    #expect(missed == 0)

    // What a thread's post still held is released on the main queue.
    while live.value > 0, !Task.isCancelled {
      await Task.yield()
    }
    #expect(live.value == 0)
  }

  @Test("listeners, probes and background times are released on the main actor (14, 42)")
  func releasedHere() async {
    final class Counted: AppLifecycleListener, AppLifecycleProbe, AppLifecycleBackgroundTime {
      let elsewhere: LockedCount

      init(_ elsewhere: LockedCount) { self.elsewhere = elsewhere }

      deinit {
        if !MainActorContext.isCurrent {
          elsewhere.add(1)
        }
      }

      func didCall(_ call: AppLifecycleProbeCall) {}
      func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {}
      func end() {}
    }
    @concurrent func releaseElsewhere(_ mediator: consuming AppLifecycleMediator) async {
      _ = consume mediator
    }
    @concurrent func releaseElsewhere(_ group: consuming ListenerGroup) async {
      _ = consume group
    }
    let elsewhere = LockedCount(0)

    for _ in 0..<300 {
      let mediator = AppLifecycleMediator(
        listeners: [Counted(elsewhere)], notificationCenter: NotificationCenter())
      mediator.probe = Counted(elsewhere)
      mediator.backgroundTime = Counted(elsewhere)
      await releaseElsewhere(mediator)
      await releaseElsewhere(ListenerGroup { Counted(elsewhere) })
    }
    await nextMainTurn()

    #expect(elsewhere.value == 0)
  }
}
