import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Events posted from callbacks")
struct ReentrancyTests {
  @Test("a post in a callback is relayed after the event (15)")
  func afterTheCurrentOne() {
    let bus = TestBus()
    bus.attach("first") { context in
      if context.event == .didFinishLaunching { bus.post(.willEnterForeground) }
    }
    bus.attach("second")
    bus.post(.didFinishLaunching)
    #expect(
      bus.calls == [
        "first.didFinishLaunching", "second.didFinishLaunching", "first.willEnterForeground",
        "second.willEnterForeground",
      ])
  }

  @Test("posts in callbacks keep their order (15)")
  func orderOfPosts() {
    let bus = TestBus()
    bus.attach("first") { context in
      if context.event == .didFinishLaunching { bus.post(.willEnterForeground, .didBecomeActive) }
      if context.event == .willEnterForeground { bus.post(.didEnterBackground) }
    }
    bus.attach("second") { context in
      if context.event == .didFinishLaunching { bus.post(.willResignActive) }
    }
    bus.post(.didFinishLaunching)
    let second = bus.calls.filter { $0.hasPrefix("second") }
    #expect(
      second.map { $0.dropFirst(7) } == [
        "didFinishLaunching", "willEnterForeground", "didBecomeActive", "willResignActive",
        "didEnterBackground",
      ])
    #expect(bus.calls.filter { $0.hasPrefix("first") }.count == second.count)
  }

  @Test(
    "an up event inside a down event waits (16)",
    arguments: [AppLifecycleMediator.Policy.relay, .lifecycle, .lifecycle.mirrored])
  func upInsideDown(policy: AppLifecycleMediator.Policy) {
    let bus = TestBus(policy: policy, initialState: .active)
    for name in ["first", "second", "third"] {
      bus.attach(name) { context in
        guard name == "second", context.event == .willResignActive else { return }
        bus.post(.didBecomeActive)
        #expect(bus.mediator.state == .inactive)
      }
    }
    bus.post(.willResignActive)
    for name in ["first", "second", "third"] {
      #expect(
        bus.calls.filter { $0.hasPrefix(name) }
          == ["\(name).willResignActive", "\(name).didBecomeActive"])
    }
    #expect(bus.calls.prefix(3).allSatisfy { $0.hasSuffix("willResignActive") })
    #expect(bus.mediator.state == .active)
  }

  @Test(".lifecycle drops an event reposted in its callback (17)")
  func repostBalanced() {
    let bus = TestBus(policy: .lifecycle)
    bus.attach("it") { bus.post($0.event) }
    bus.post(.didFinishLaunching, .didBecomeActive)
    #expect(bus.calls == ["it.didFinishLaunching", "it.didBecomeActive"])
    #expect(bus.anomalies == [.duplicate(.didFinishLaunching), .duplicate(.didBecomeActive)])
  }

  @Test("100,000 reposts in a callback need no stack (17)")
  func repostAsPosted() {
    let bus = TestBus()
    var left = 100_000
    bus.mediator.on { context in
      left -= 1
      if left > 0 { bus.post(context.event) }
    }
    bus.post(.didBecomeActive)
    #expect(left == 0)
  }

  @Test("a callback may attach, detach, post and hold (18)", arguments: AppLifecycleEvent.named)
  func everythingAtOnce(event: AppLifecycleEvent) {
    let bus = TestBus(policy: .lifecycle, initialState: .background)
    let live = LiveCount()
    let other = bus.listener("other")
    bus.mediator.attach(other)
    var states: [AppLifecycleState] = []
    bus.attach("busy") { context in
      guard context.event == event, context.origin == .posted, states.isEmpty else { return }
      bus.mediator.probe = FakeProbe()
      bus.mediator.attach(live.listener(), replay: .state)
      let brief = live.listener()
      bus.mediator.attach(weakly: brief, replay: .launch)
      bus.mediator.detach(other)
      bus.mediator.attach(other, priority: 3, replay: .state)
      bus.post(.didReceiveMemoryWarning)
      bus.mediator.hold("work").release()
      bus.mediator.observe(bus.center, vocabulary: .appKit)
      states.append(bus.mediator.state)
      _ = bus.mediator.events()
      bus.mediator.onAnomaly = { _ in }
    }
    bus.post(event)
    #expect(states == [event.resultingState ?? .background])
    #expect(live.count == 1)
    #expect(bus.mediator.state == event.resultingState ?? .background)
  }

  @Test("a mediator made in a callback misses the event (18)")
  func mediatorMadeInCallback() {
    let bus = TestBus()
    var inner: AppLifecycleMediator?
    var heard: [AppLifecycleEvent] = []
    bus.mediator.on(.didFinishLaunching) { _ in
      inner = AppLifecycleMediator(
        notificationCenter: bus.center, initialState: bus.mediator.state)
      inner?.on { heard.append($0.event) }
    }
    bus.post(.didFinishLaunching)
    bus.post(.didBecomeActive)
    #expect(heard.last == .didBecomeActive)
    #expect(heard.count(where: { $0 == .didBecomeActive }) == 1)
    #expect(inner?.state == .active)
  }

  @Test("two mediators on one center hear each event once")
  func twoMediators() {
    let bus = TestBus()
    let other = AppLifecycleMediator(policy: .lifecycle, notificationCenter: bus.center)
    var heard: [String] = []
    bus.mediator.on { heard.append("one \($0.event)") }
    other.on { heard.append("two \($0.event)") }
    bus.post(.didFinishLaunching, .didBecomeActive)
    #expect(
      heard.sorted() == [
        "one didBecomeActive", "one didFinishLaunching", "two didBecomeActive",
        "two didFinishLaunching",
      ])
    #expect(heard.filter { $0.hasPrefix("one") }.last == "one didBecomeActive")
  }

  @Test("a post in a callback waits for the other mediator")
  func twoMediatorsNested() {
    let bus = TestBus()
    let other = AppLifecycleMediator(notificationCenter: bus.center)
    var heard: [AppLifecycleEvent] = []
    other.on { heard.append($0.event) }
    bus.attach("first") { context in
      if context.event == .didFinishLaunching { bus.post(.didBecomeActive) }
    }
    bus.attach("second")
    bus.post(.didFinishLaunching)
    #expect(
      bus.calls == [
        "first.didFinishLaunching", "second.didFinishLaunching", "first.didBecomeActive",
        "second.didBecomeActive",
      ])
    #expect(Set(heard) == [.didFinishLaunching, .didBecomeActive])
    #expect(heard.count == 2)
  }

  @Test("a second center has its own names")
  func secondCenter() {
    let bus = TestBus()
    let workspace = NotificationCenter()
    bus.mediator.observe(workspace, vocabulary: .workspace)
    bus.attach("it") { context in
      if context.event == .systemWillSleep { bus.post(.didEnterBackground) }
    }
    bus.attach("other")
    #expect(workspace.post(.systemWillSleep, vocabulary: .workspace))
    workspace.post(.didBecomeActive)
    bus.center.post(.systemDidWake, vocabulary: .workspace)
    #expect(
      bus.calls == [
        "it.systemWillSleep", "other.systemWillSleep", "it.didEnterBackground",
        "other.didEnterBackground",
      ])
  }

  @Test("a second center uses the mediator's names by default")
  func secondCenterSameNames() {
    let bus = TestBus()
    let second = NotificationCenter()
    bus.mediator.observe(second)
    bus.attach("it")
    second.post(.didBecomeActive)
    #expect(bus.calls == ["it.didBecomeActive"])
  }
}
