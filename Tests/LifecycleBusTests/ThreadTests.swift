import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

@MainActor
@Suite("Threads", .timeLimit(.minutes(hangMinutes)))
struct ThreadTests {
  nonisolated static let rows = Row.table([
    "a raw post on the main actor is delivered when it returns (35, 37)":
      Row("a", "A; write back", "a.A back"),
    "posts of a thread do not wait, are delivered in order, and reported (34, 35)":
      Row(
        "a", "report; elsewhere A :A T; write busy",
        "busy 0!postedOffMain a.A 0!scenePostedOffMain a:A 0!postedOffMain a.T"),
    "scene events and app events keep their mutual order (53)":
      Row("a", "elsewhere L :C A :A; R", "a.L a:C a.A a:A a.R"),
    "a thread's post waits for the present event, on an unrelated center too (15, 35, 67)":
      Row("a b || c", "L", ["a.L": "elsewhere F; elsewhere M at 1; A"], "ab.L ab.F c.M ab.A"),
    "each mediator reports right before its own listeners hear the event (34)":
      Row("a | b", "report; elsewhere A", "0!postedOffMain a.A 1!postedOffMain b.A"),

    // A new mediator.
    "a mediator hears posts from the next one on (18, 35)":
      Row("a b", "L; make d; A", "ab.L d+ abd.A"),
    "a mediator that is made in a callback misses the event and what waits (18)":
      Row("a b", "L A", ["a.L": "F; make d"], "a.L d+ b.L ab.F abd.A"),
    "a mediator misses what threads had posted before, although another one hears it (35)":
      Row("a", "elsewhere L; make d; A", "d+ a.L ad.A"),
    "what a mediator observes later, scenes too, it hears from the next post on (35)":
      Row("a || b", "elsewhere L :C at 1; observe at 1; A :A at 1", "b.L b:C ab.A ab:A"),
  ])

  @Test("threads", arguments: rows)
  func row(_ row: Row) async { #expect(await row.play() == row.expected) }

  @Test("in a task of the main actor a raw post is delivered when it returns (35)")
  func afterHop() async {
    let bus = TestBus()
    bus.attach("it")
    await Task.detached {}.value
    RemotePoster(bus.center).postHere(.didEnterBackground)
    #expect(bus.calls == ["it.didEnterBackground"])
    _ = await Task.detached { await bus.center.post(.willTerminate) }.value
    #expect(bus.calls.last == "it.willTerminate" && bus.anomalies.isEmpty)
  }

  @Test("posts of 8 threads arrive whole and in order, whatever the main actor does (36)")
  func eightThreads() async {
    let (threads, each) = (8, 250)
    let (bus, live) = (TestBus(), LockedCount(0))
    var heard: [[Int]] = Array(repeating: [], count: threads)
    var (pending, torn): (Int?, Int) = (nil, 0)
    bus.mediator.on(.didReceiveMemoryWarning) {
      if pending != nil { torn += 1 }
      pending = $0.userInfo?["number"] as? Int
    }
    bus.mediator.attach(
      ClosureListener("last", .didReceiveMemoryWarning) {
        let number = $0.userInfo?["number"] as? Int ?? 0
        if pending != number { torn += 1 }
        pending = nil
        heard[number / each].append(number % each)
      }, priority: -1)
    let (poster, gate) = (RemotePoster(bus.center), StartingGate(runners: threads))
    let left = LockedCount(threads)
    for thread in 0..<threads {
      Thread.detachNewThread {
        gate.arrive()
        for number in 0..<each {
          poster.postHere(.didReceiveMemoryWarning, userInfo: ["number": thread * each + number])
        }
        left.add(-1)
      }
    }
    while left.value > 0 {
      bus.mediator.attach(weakly: CountedListener(live))
      let attachment = bus.mediator.attach(CountedListener(live), priority: 3, replay: .state)
      bus.post(.didBecomeActive)
      attachment.detach()
      await Task.yield()
    }
    bus.post(.willTerminate)
    #expect(heard == Array(repeating: Array(0..<each), count: threads) && torn == 0)
    let reports = bus.anomalies.filter { $0 == .postedOffMain(.didReceiveMemoryWarning) }
    #expect(reports.count == threads * each)
    #expect(live.value == 0 && bus.mediator.listenerCount == 2)
  }

  @Test("mediators may come and go while threads post (14, 36)")
  func mediatorsComeAndGo() async {
    let (center, live) = (NotificationCenter(), LockedCount(0))
    let (poster, gate, left) = (RemotePoster(center), StartingGate(runners: 4), LockedCount(4))
    for _ in 0..<4 {
      Thread.detachNewThread {
        gate.arrive()
        for _ in 0..<500 { poster.postHere(.didReceiveMemoryWarning) }
        left.add(-1)
      }
    }
    var missed = 0
    while left.value > 0 {
      let mediator = AppLifecycleMediator(notificationCenter: center)
      var heard = false
      mediator.attach(CountedListener(live) { _ in heard = true })
      center.post(.didBecomeActive)
      if !heard { missed += 1 }
      await Task.yield()
    }
    #expect(missed == 0)
    // What a thread's post still held is released on the main queue.
    while live.value > 0, !Task.isCancelled { await Task.yield() }
  }

  @Test("listeners, probes and background times are released on the main actor (14, 42)")
  func releasedHere() async {
    final class Counted: AppLifecycleListener, AppLifecycleProbe, AppLifecycleBackgroundTime {
      let elsewhere: LockedCount
      init(_ elsewhere: LockedCount) { self.elsewhere = elsewhere }
      func didCall(_ call: AppLifecycleProbeCall) {}
      func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {}
      func end() {}
      deinit { if !MainActorContext.isCurrent { elsewhere.add(1) } }
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
