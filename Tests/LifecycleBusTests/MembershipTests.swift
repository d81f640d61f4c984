import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Membership during an event")
struct MembershipTests {
  @Test("a listener detached before its turn is not called (7)", arguments: AppLifecycleEvent.named)
  func detachedBeforeItsTurn(event: AppLifecycleEvent) {
    let bus = TestBus()
    let second = bus.listener("second")
    bus.attach("first") { _ in bus.mediator.detach(second) }
    bus.mediator.attach(second)
    bus.post(event)
    #expect(bus.calls == ["first.\(event)"])
    #expect(bus.mediator.listenerCount == 1)
  }

  @Test("priority and weakness do not delay a detach (7)", arguments: [5, 0, -5])
  func detachedBeforeItsTurnElsewhere(priority: Int) {
    let bus = TestBus()
    let kept = bus.listener("kept")
    let weak = bus.listener("weak")
    let leaving = Slot([kept, weak])
    bus.attach("first", priority: 9) { _ in
      leaving.value?.forEach(bus.mediator.detach)
      leaving.value = nil
    }
    bus.mediator.attach(kept, priority: priority)
    bus.mediator.attach(weakly: weak, priority: priority)
    bus.post(.didBecomeActive)
    #expect(bus.calls == ["first.didBecomeActive"])
  }

  @Test("a self-detached listener still gets onAppEvent (55)")
  func detachedBetweenItsMethods() {
    final class Leaver: AppLifecycleListener {
      var leave: @MainActor () -> Void = {}
      var heardAny = 0
      func onAppDidBecomeActive() {
        leave()
        leave = {}
      }
      func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) { heardAny += 1 }
    }
    let bus = TestBus()
    let leaver = Leaver()
    let probed = Leaver()
    bus.mediator.attach(leaver)
    leaver.leave = { bus.mediator.detach(leaver) }
    bus.post(.didBecomeActive)
    #expect(leaver.heardAny == 1)
    bus.post(.didBecomeActive)
    #expect(leaver.heardAny == 1)

    let probe = FakeProbe()
    bus.mediator.probe = probe
    bus.mediator.attach(probed)
    probed.leave = { bus.mediator.detach(probed) }
    bus.post(.didBecomeActive)
    #expect(probed.heardAny == 1)
  }

  @Test("a self-detach does not skip its neighbours (8)")
  func detachesItself() {
    let bus = TestBus()
    let holder = Holder()
    bus.attach("first")
    holder.attachment = bus.attach("second") { _ in
      holder.attachment?.detach()
      holder.reachedEnd = true
    }
    bus.attach("third")
    bus.post(.didFinishLaunching, .didBecomeActive)
    #expect(holder.reachedEnd)
    #expect(
      bus.calls == [
        "first.didFinishLaunching", "second.didFinishLaunching", "third.didFinishLaunching",
        "first.didBecomeActive", "third.didBecomeActive",
      ])
  }

  @Test(
    "a listener may be freed inside its own call (8)", arguments: [true, false])
  func freedInItsOwnCall(weakly: Bool) {
    let bus = TestBus()
    let live = LiveCount()
    let holder = Holder()
    bus.attach("first")
    holder.listener = live.listener { _ in
      holder.attachment?.detach()
      holder.attachment = nil
      holder.listener = nil
      holder.reachedEnd = true
    }
    if let listener = holder.listener {
      holder.attachment =
        weakly ? bus.mediator.attach(weakly: listener) : bus.mediator.attach(listener)
    }
    bus.attach("third")
    bus.post(.didFinishLaunching)
    #expect(holder.reachedEnd)
    #expect(live.count == 0)
    bus.post(.didBecomeActive)
    #expect(bus.calls.count == 4)
  }

  @Test("a mirrored event skips the listeners detached in it (9)")
  func detachesAll() {
    let bus = TestBus(policy: .lifecycle.mirrored, initialState: .active)
    let first = bus.listener("first")
    let third = bus.listener("third")
    let holder = Holder()
    bus.mediator.attach(first)
    holder.attachment = bus.attach("second") { _ in
      bus.mediator.detach(third)
      holder.attachment?.detach()
      bus.mediator.detach(first)
      holder.counts.append(bus.mediator.listenerCount)
    }
    bus.mediator.attach(third)
    bus.post(.willResignActive)
    #expect(bus.calls == ["third.willResignActive", "second.willResignActive"])
    #expect(holder.counts == [0])
    #expect(bus.mediator.listenerCount == 0)
    bus.post(.didBecomeActive)
    #expect(bus.calls.count == 2)
  }

  @Test(
    "a listener attached in a callback receives the next event (10)",
    arguments: [9, 0, -9])
  func attachedInRelay(priority: Int) {
    let bus = TestBus()
    let third = bus.listener("third")
    bus.attach("first") { _ in bus.mediator.attach(third, priority: priority) }
    bus.attach("second")
    bus.post(.didFinishLaunching)
    #expect(bus.calls == ["first.didFinishLaunching", "second.didFinishLaunching"])
    bus.clear()
    bus.post(.didBecomeActive)
    let inOrder = priority > 0 ? ["third", "first", "second"] : ["first", "second", "third"]
    #expect(bus.calls == inOrder.map { "\($0).didBecomeActive" })
  }

  @Test(
    "a .state listener receives the current event last (10)",
    arguments: [9, 0, -9])
  func attachedInRelayWithState(priority: Int) {
    let bus = TestBus()
    bus.post(.didFinishLaunching, .willEnterForeground)
    var origins: [AppLifecycleContext.Origin] = []
    let third = bus.listener("third") { origins.append($0.origin) }
    bus.attach("first") { _ in
      bus.mediator.attach(third, priority: priority, replay: .state)
    }
    bus.attach("second")
    bus.post(.didBecomeActive)
    #expect(
      bus.calls == [
        "first.didBecomeActive", "third.didFinishLaunching", "third.willEnterForeground",
        "second.didBecomeActive", "third.didBecomeActive",
      ])
    #expect(origins == [.replayed, .replayed, .posted])
  }

  @Test(
    "a listener attached in the launch hears it once (10, 22)",
    arguments: [AppLifecycleMediator.Replay.launch, .state])
  func attachedInLaunch(replay: AppLifecycleMediator.Replay) {
    let bus = TestBus()
    let second = bus.listener("second")
    bus.attach("first") { _ in bus.mediator.attach(second, replay: replay) }
    bus.post(.didFinishLaunching)
    #expect(bus.calls == ["first.didFinishLaunching", "second.didFinishLaunching"])
  }

  @Test("listeners joining an event are called in order (10)")
  func arrivalsOfArrivals() {
    let bus = TestBus()
    let third = bus.listener("third")
    let second = bus.listener("second") { _ in
      bus.mediator.attach(third, priority: 7, replay: .state)
    }
    bus.attach("first") { _ in bus.mediator.attach(second, priority: -7, replay: .state) }
    bus.post(.didFinishLaunching)
    #expect(bus.calls.map { $0.prefix { $0 != "." } } == ["first", "second", "third"])
    #expect(bus.mediator.listenerCount == 3)
    bus.clear()
    bus.post(.didReceiveMemoryWarning)
    #expect(bus.calls.map { $0.prefix { $0 != "." } } == ["third", "first", "second"])
  }

  @Test("a listener detached in the same event hears nothing (10)")
  func arrivedAndLeft() {
    let bus = TestBus()
    let live = LiveCount()
    bus.attach("first") { _ in
      let brief = live.listener { _ in Issue.record("called") }
      let attachment = bus.mediator.attach(brief, replay: .state)
      #expect(bus.mediator.listenerCount == 2)
      attachment.detach()
      #expect(bus.mediator.listenerCount == 1)
    }
    bus.post(.didFinishLaunching)
    #expect(live.count == 0)
  }

  @Test("a detach in a queued event takes effect at once (11)")
  func nestedDetach() {
    let bus = TestBus()
    let third = bus.listener("third")
    bus.attach("first") { context in
      if context.event == .willResignActive { bus.center.post(.didEnterBackground) }
    }
    bus.attach("second") { context in
      if context.event == .didEnterBackground { bus.mediator.detach(third) }
    }
    bus.mediator.attach(third)
    bus.post(.willResignActive)
    #expect(
      bus.calls == [
        "first.willResignActive", "second.willResignActive", "third.willResignActive",
        "first.didEnterBackground", "second.didEnterBackground",
      ])
  }

  @Test("listenerCount is exact after every operation (12)")
  func countOutside() {
    let bus = TestBus()
    var counts = [bus.mediator.listenerCount]
    func note() { counts.append(bus.mediator.listenerCount) }
    let first = bus.listener("first")
    let attachment = bus.mediator.attach(first)
    note()
    bus.mediator.attach(first)
    note()
    let closure = bus.mediator.on(.didBecomeActive) { _ in }
    note()
    do {
      let brief = bus.listener("brief")
      bus.mediator.attach(weakly: brief)
      note()
      withExtendedLifetime(brief) {}
    }
    note()
    attachment.detach()
    note()
    attachment.detach()
    note()
    closure.detach()
    note()
    #expect(counts == [0, 1, 1, 2, 3, 2, 1, 1, 0])
  }

  @Test("listenerCount is exact inside callbacks (12)")
  func countInside() {
    let bus = TestBus()
    let second = bus.listener("second")
    var counts: [Int] = []
    bus.attach("first") { _ in
      counts.append(bus.mediator.listenerCount)
      bus.mediator.detach(second)
      counts.append(bus.mediator.listenerCount)
      bus.mediator.attach(second)
      counts.append(bus.mediator.listenerCount)
      let third = bus.listener("third")
      bus.mediator.attach(weakly: third)
      counts.append(bus.mediator.listenerCount)
    }
    bus.mediator.attach(second)
    bus.post(.didBecomeActive)
    counts.append(bus.mediator.listenerCount)
    #expect(counts == [2, 1, 2, 3, 2])
  }

  @Test("a freed weak listener is skipped and pruned (13)")
  func deadIsPruned() {
    let bus = TestBus()
    let live = LiveCount()
    bus.attach("first")
    var brief: CountedListener? = live.listener { _ in Issue.record("called") }
    let attachment = brief.map { bus.mediator.attach(weakly: $0) }
    bus.attach("third")
    brief = nil
    #expect(live.count == 0)
    #expect(attachment?.isAttached == false)
    bus.post(.didBecomeActive)
    #expect(bus.calls == ["first.didBecomeActive", "third.didBecomeActive"])
    #expect(bus.mediator.listenerCount == 2)
  }

  @Test(
    "a weak listener freed before its turn is skipped (13)",
    arguments: [true, false])
  func diesInRelay(probed: Bool) {
    let bus = TestBus()
    let probe = FakeProbe()
    if probed { bus.mediator.probe = probe }
    let live = LiveCount()
    let holder = Holder()
    bus.attach("first") { _ in holder.listener = nil }
    holder.listener = live.listener { _ in Issue.record("called") }
    if let listener = holder.listener { bus.mediator.attach(weakly: listener) }
    bus.attach("third")
    bus.post(.didBecomeActive)
    #expect(bus.calls == ["first.didBecomeActive", "third.didBecomeActive"])
    #expect(live.count == 0)
    #expect(bus.mediator.listenerCount == 2)
  }

  @Test("a weak listener may be freed inside its own call (13)")
  func diesInItsOwnCall() {
    let bus = TestBus()
    let live = LiveCount()
    let holder = Holder()
    holder.listener = live.listener { _ in
      holder.listener = nil
      holder.reachedEnd = true
    }
    if let listener = holder.listener { bus.mediator.attach(weakly: listener) }
    bus.post(.didBecomeActive)
    #expect(holder.reachedEnd)
    #expect(live.count == 0)
    #expect(bus.mediator.listenerCount == 0)
  }

  @Test("a mediator released in a callback ends the event (14)")
  func mediatorGoesInRelay() {
    let center = NotificationCenter()
    let live = LiveCount()
    let holder = Holder()
    var calls: [String] = []
    holder.mediator = AppLifecycleMediator(notificationCenter: center)
    for name in ["first", "second", "third"] {
      holder.mediator?.attach(
        live.listener { context in
          calls.append("\(name).\(context.event)")
          guard name == "second" else { return }
          holder.mediator = nil
          center.post(.didEnterBackground)
        })
    }
    weak let mediator = holder.mediator
    center.post(.willResignActive)
    #expect(mediator == nil)
    #expect(
      calls == ["first.willResignActive", "second.willResignActive", "third.willResignActive"])
    #expect(live.count == 0)
    center.post(.willTerminate)
    #expect(calls.count == 3)
  }

  @Test("a released mediator removes its observers (14)")
  func mediatorGoes() {
    let center = NotificationCenter()
    let live = LiveCount()
    var calls = 0
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: center)
    mediator?.observe(center, vocabulary: .appKit)
    let attachment = mediator?.attach(live.listener { _ in calls += 1 })
    center.post(.didBecomeActive)
    #expect(attachment?.isAttached == true)
    mediator = nil
    #expect(live.count == 0)
    center.post(.didBecomeActive)
    center.post(.didBecomeActive, vocabulary: .appKit)
    #expect(calls == 1)
    #expect(attachment?.isAttached == false)
    attachment?.detach()
  }

  @Test("a mediator released in a replay goes after the replay (69)")
  func mediatorGoesInReplay() {
    let center = NotificationCenter()
    let live = LiveCount()
    let holder = Holder()
    var heard: [AppLifecycleEvent] = []
    holder.mediator = AppLifecycleMediator(notificationCenter: center, initialState: .active)
    holder.mediator?.attach(
      live.listener { context in
        heard.append(context.event)
        holder.mediator = nil
      }, replay: .state)
    #expect(heard == [.didFinishLaunching, .willEnterForeground, .didBecomeActive])
    #expect(live.count == 0)
  }
}

/// The objects that a callback uses and releases.
@MainActor
private final class Holder {
  var mediator: AppLifecycleMediator?
  var listener: CountedListener?
  var attachment: AppLifecycleAttachment?
  var reachedEnd = false
  var counts: [Int] = []
}
