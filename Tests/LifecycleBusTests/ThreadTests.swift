import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Threads", .timeLimit(.minutes(hangMinutes)))
struct ThreadTests {
  @Test("a raw post on the main actor is synchronous (35, 37)")
  func here() {
    let bus = TestBus()
    bus.attach("it")
    RemotePoster(bus.center).postHere(.didEnterBackground)
    #expect(bus.calls == ["it.didEnterBackground"])
    #expect(bus.anomalies.isEmpty)
  }

  @Test("a raw post in a main-actor task is synchronous (35)")
  func afterHop() async {
    let bus = TestBus()
    bus.attach("it")
    await Task.detached {}.value
    RemotePoster(bus.center).postHere(.didEnterBackground)
    #expect(bus.calls == ["it.didEnterBackground"])
    await Task { @MainActor in
      bus.post(.willTerminate)
      #expect(bus.calls.last == "it.willTerminate")
    }.value
    #expect(bus.anomalies.isEmpty)
  }

  @Test("an awaited post returns after the delivery (35)")
  func awaitedPost() async {
    let bus = TestBus()
    bus.attach("it")
    await Task.detached {
      await bus.center.post(.didEnterBackground)
      let calls = await bus.calls
      #expect(calls == ["it.didEnterBackground"])
    }.value
    #expect(bus.anomalies.isEmpty)
  }

  @Test("an off-main post is relayed in order and reported (35)")
  func elsewhere() async {
    let bus = TestBus()
    let last = Gate()
    bus.attach("it") { if $0.event == .willTerminate { last.open() } }
    // Returns after the posts although the main actor is blocked here, so the poster was not
    // blocked.
    RemotePoster(bus.center).postElsewhere(.didBecomeActive, .willResignActive, .willTerminate)
    #expect(bus.calls.isEmpty)
    #expect(bus.mediator.state == .notRunning)
    await last.wait()
    #expect(bus.calls == ["it.didBecomeActive", "it.willResignActive", "it.willTerminate"])
    #expect(
      bus.anomalies == [
        .postedOffMain(.didBecomeActive), .postedOffMain(.willResignActive),
        .postedOffMain(.willTerminate),
      ])
  }

  @Test("an off-main post precedes a later post here (35)")
  func elsewhereBeforeHere() {
    let bus = TestBus()
    bus.attach("it")
    RemotePoster(bus.center).postElsewhere(.didFinishLaunching, .didBecomeActive)
    bus.post(.willResignActive)
    #expect(bus.calls == ["it.didFinishLaunching", "it.didBecomeActive", "it.willResignActive"])
    #expect(bus.anomalies.count == 2)
  }

  @Test("an off-main post waits for the current event (15, 35)")
  func elsewhereInCallback() {
    let bus = TestBus()
    bus.attach("first") { context in
      guard context.event == .didFinishLaunching else { return }
      RemotePoster(bus.center).postElsewhere(.willEnterForeground)
      bus.post(.didBecomeActive)
    }
    bus.attach("second")
    bus.post(.didFinishLaunching)
    #expect(
      bus.calls == [
        "first.didFinishLaunching", "second.didFinishLaunching", "first.willEnterForeground",
        "second.willEnterForeground", "first.didBecomeActive", "second.didBecomeActive",
      ])
  }

  @Test("an off-main willTerminate ends the walk (29, 35)")
  func terminationElsewhere() {
    let bus = TestBus(policy: .lifecycle)
    bus.attach("it")
    bus.post(.didFinishLaunching)
    RemotePoster(bus.center).postElsewhere(.willTerminate)
    bus.post(.didBecomeActive)
    #expect(bus.calls.last == "it.willTerminate")
    #expect(bus.anomalies.last == .afterTermination(.didBecomeActive))
  }

  @Test("posts of other threads that wait do not reach a mediator that is released (14, 35)")
  func mediatorGoesMeanwhile() async {
    let center = NotificationCenter()
    let live = LiveCount()
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: center)
    mediator?.attach(live.listener { _ in Issue.record("called") })
    RemotePoster(center).postElsewhere(.didBecomeActive)
    mediator = nil
    #expect(live.count == 0)
    await nextMainTurn()
  }

  @Test("posts from 8 threads all arrive in order (36)")
  func eightThreads() async {
    let threads = 8
    let each = 250
    let bus = TestBus()
    var heard: [[Int]] = Array(repeating: [], count: threads)
    var pending: String?
    var torn = 0
    bus.mediator.on { context in
      if pending != nil { torn += 1 }
      pending = context.userInfo?["id"] as? String
    }
    bus.mediator.attach(
      ClosureJournal { context in
        if pending != context.userInfo?["id"] as? String { torn += 1 }
        pending = nil
        guard let thread = context.userInfo?["thread"] as? Int,
          let number = context.userInfo?["number"] as? Int
        else { return }
        heard[thread].append(number)
      }, priority: -1)

    let poster = RemotePoster(bus.center)
    let start = NSCondition()
    let isOpen = LockedFlag()
    let done = Gate()
    let left = LockedCount(threads)
    for thread in 0..<threads {
      Thread {
        start.lock()
        while !isOpen.value { start.wait() }
        start.unlock()
        for number in 0..<each {
          poster.postHere(
            .didReceiveMemoryWarning,
            userInfo: ["thread": thread, "number": number, "id": "\(thread).\(number)"])
        }
        if left.decrement() == 0 { done.open() }
      }.start()
    }
    start.withLock { isOpen.set() }
    start.broadcast()

    // Meanwhile listeners are attached, detached and events posted here too.
    let live = LiveCount()
    while left.value > 0 {
      let brief = live.listener()
      bus.mediator.attach(weakly: brief)
      let attachment = bus.mediator.attach(live.listener(), priority: 3, replay: .state)
      bus.post(.didBecomeActive)
      attachment.detach()
      await Task.yield()
    }
    await done.wait()
    bus.post(.willTerminate)
    #expect(heard == Array(repeating: Array(0..<each), count: threads))
    #expect(torn == 0)
    #expect(
      bus.anomalies.count { $0 == .postedOffMain(.didReceiveMemoryWarning) } == threads * each)
    #expect(live.count == 0)
    #expect(bus.mediator.listenerCount == 2)
  }

  @Test("listeners are always released on the main actor (14)")
  func listenersGoOnMain() {
    let center = NotificationCenter()
    let poster = RemotePoster(center)
    let live = LiveCount()
    let (entered, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // A posting thread stays in this closure, and Foundation keeps the observers of the name
    // meanwhile.
    let name = AppLifecycleVocabulary.current.name(for: .didReceiveMemoryWarning)
    let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in
      entered.signal()
      left.wait()
    }
    defer { center.removeObserver(token) }
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: center)
    mediator?.attach(live.listener())
    mediator?.probe = FakeProbe()
    let posted = DispatchSemaphore(value: 0)
    Thread {
      poster.postHere(.didReceiveMemoryWarning)
      posted.signal()
    }.start()
    entered.wait()
    weak let probe = mediator?.probe
    mediator = nil
    #expect(live.count == 0)
    #expect(probe == nil)
    left.signal()
    posted.wait()
  }

  @Test("mediators may be released while threads post (14, 36)")
  func mediatorsComeAndGo() async {
    let center = NotificationCenter()
    let poster = RemotePoster(center)
    let left = LockedCount(4)
    let live = LiveCount()
    var unordered = 0
    for _ in 0..<4 {
      Thread {
        for _ in 0..<500 { poster.postHere(.didReceiveMemoryWarning) }
        left.decrement()
      }.start()
    }
    while left.value > 0 {
      let mediator = AppLifecycleMediator(notificationCenter: center)
      var heard = 0
      mediator.attach(live.listener { _ in heard += 1 })
      center.post(.didBecomeActive)
      if heard == 0 { unordered += 1 }
      await Task.yield()
    }
    #expect(unordered == 0)
    // Mediators that other threads still held are released on the main queue.
    while live.count > 0, !Task.isCancelled { await Task.yield() }
  }
}

/// A closure with a priority of its own.
private struct ClosureJournal: AppLifecycleListener {
  let action: @MainActor (AppLifecycleContext) -> Void

  init(_ action: @escaping @MainActor (AppLifecycleContext) -> Void) { self.action = action }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) { action(context) }
}
