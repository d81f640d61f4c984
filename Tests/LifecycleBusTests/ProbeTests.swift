import Foundation
import LifecycleBus
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("Probe")
struct ProbeTests {
  struct Cache: AppLifecycleListener {}
  final class Session: AppLifecycleListener {}

  @Test("a probe gets event, name and duration of each call (43)")
  func calls() {
    let bus = TestBus(policy: .lifecycle.mirrored)
    let probe = FakeProbe()
    bus.mediator.attach(Cache())
    let session = Session()
    bus.mediator.attach(weakly: session)
    bus.mediator.probe = probe
    bus.post(.didFinishLaunching, .didEnterBackground)
    #expect(
      probe.lines == [
        "begin didFinishLaunching", "didFinishLaunching Cache", "didFinishLaunching Session",
        "end didFinishLaunching",
        "begin didEnterBackground", "didEnterBackground Session", "didEnterBackground Cache",
        "end didEnterBackground",
      ])
    #expect(probe.calls.allSatisfy { $0.duration >= .zero && !$0.isReplay })
    #expect(probe.contexts.map(\.state) == [.inactive, .background])
  }

  @Test("a probe gets the children of a group in the order of the event (3, 43)")
  func children() {
    let bus = TestBus(policy: .lifecycle.mirrored)
    let probe = FakeProbe()
    bus.mediator.attach(
      ListenerGroup("both") {
        ClosureListener("1") { _ in }
        ClosureListener("2") { _ in }
      })
    bus.mediator.probe = probe
    bus.post(.didFinishLaunching, .didEnterBackground)
    #expect(
      probe.calls.map { "\($0.event) \($0.listener)" } == [
        "didFinishLaunching both/1", "didFinishLaunching both/2",
        "didEnterBackground both/2", "didEnterBackground both/1",
      ])
  }

  @Test("the duration spans both methods of a listener (43)")
  func duration() {
    final class Slow: AppLifecycleListener {
      var spent: [Duration] = []
      func onAppDidBecomeActive() { spend() }
      func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) { spend() }
      private func spend() {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .microseconds(200) {}
        spent.append(ContinuousClock.now - start)
      }
    }
    let bus = TestBus()
    let probe = FakeProbe()
    let slow = Slow()
    bus.mediator.probe = probe
    bus.mediator.attach(slow)
    bus.post(.didBecomeActive)
    #expect(slow.spent.count == 2)
    #expect(probe.calls.first.map { $0.duration >= slow.spent.reduce(.zero, +) } == true)
  }

  @Test("closures and streams have names of their own (43)")
  func names() {
    let bus = TestBus()
    let probe = FakeProbe()
    bus.mediator.probe = probe
    let line: UInt = #line + 1
    bus.mediator.on(.didBecomeActive) { _ in }
    let stream = bus.mediator.events()
    bus.post(.didBecomeActive)
    #expect(
      probe.calls.map(\.listener) == [
        "closure at LifecycleBusTests/ProbeTests.swift:\(line)", "event stream",
      ])
    withExtendedLifetime(stream) {}
  }

  @Test("a probe can tell a replayed call (43)")
  func replay() {
    let bus = TestBus(initialState: .background)
    let probe = FakeProbe()
    bus.mediator.probe = probe
    bus.mediator.attach(Cache(), replay: .state)
    #expect(
      probe.lines == ["replay didFinishLaunching Cache", "replay didEnterBackground Cache"])
  }

  @Test("a listener that is not called is not reported (7, 43)")
  func notCalled() {
    let bus = TestBus()
    let probe = FakeProbe()
    bus.mediator.probe = probe
    let second = Session()
    bus.attach("first") { _ in bus.mediator.detach(second) }
    bus.mediator.attach(second)
    bus.post(.didBecomeActive)
    #expect(probe.calls.map(\.listener) == ["JournalingListener"])
  }

  @Test("listeners joining an event are reported too (10, 43)")
  func arrivals() {
    let bus = TestBus()
    let probe = FakeProbe()
    bus.mediator.probe = probe
    bus.attach("first") { _ in bus.mediator.attach(Cache(), replay: .state) }
    bus.post(.didFinishLaunching)
    #expect(
      probe.lines == [
        "begin didFinishLaunching", "didFinishLaunching JournalingListener",
        "didFinishLaunching Cache", "end didFinishLaunching",
      ])
  }

  @Test("a probe set in a callback starts with the next event (44)")
  func setInside() {
    let bus = TestBus()
    let probe = FakeProbe()
    bus.attach("first") { _ in bus.mediator.probe = probe }
    bus.mediator.attach(Cache())
    bus.post(.didFinishLaunching)
    #expect(probe.lines.isEmpty)
    bus.post(.didBecomeActive)
    #expect(probe.lines.count == 4)
  }

  @Test("a probe removed in a callback sees the event end (44)")
  func removedInside() {
    let bus = TestBus()
    let probe = FakeProbe()
    bus.mediator.probe = probe
    bus.attach("first") { _ in bus.mediator.probe = nil }
    bus.mediator.attach(Cache())
    bus.post(.didFinishLaunching, .didBecomeActive)
    #expect(probe.lines.count == 4)
    #expect(probe.lines.last == "end didFinishLaunching")
  }

  @Test("a removed probe is released and gets no report (43)")
  func none() {
    let bus = TestBus()
    bus.mediator.attach(Cache())
    weak var watched: FakeProbe?
    do {
      let probe = FakeProbe()
      watched = probe
      bus.mediator.probe = probe
      bus.mediator.probe = nil
      bus.post(.didBecomeActive)
      #expect(probe.lines.isEmpty)
    }
    #expect(watched == nil)
  }

  @Test("a probe may post, attach and detach (18)")
  func busyProbe() {
    let bus = TestBus()
    let probe = FakeProbe()
    bus.mediator.probe = probe
    let leaving = bus.listener("leaving")
    let late = bus.listener("late")
    bus.attach("first")
    bus.mediator.attach(leaving)
    probe.onCall = { call in
      guard call.event == .didFinishLaunching else { return }
      probe.onCall = { _ in }
      bus.mediator.detach(leaving)
      bus.post(.didBecomeActive)
      bus.mediator.attach(late, replay: .state)
    }
    bus.post(.didFinishLaunching)
    #expect(
      bus.calls == [
        "first.didFinishLaunching", "late.didFinishLaunching", "first.didBecomeActive",
        "late.didBecomeActive",
      ])
  }

  @Test("a listener attached in relayWillBegin hears the event (10, 44)")
  func attachAtBegin() {
    let bus = TestBus()
    bus.post(.didFinishLaunching)
    let probe = FakeProbe()
    bus.mediator.probe = probe
    let late = bus.listener("late")
    probe.onBegin = { _ in bus.mediator.attach(late, replay: .state) }
    bus.post(.didBecomeActive)
    #expect(bus.calls == ["late.didFinishLaunching", "late.didBecomeActive"])
  }

  @Test("a listener attached in relayDidEnd gets the new state (21, 44)")
  func attachAtEnd() {
    let bus = TestBus()
    bus.post(.didFinishLaunching)
    let probe = FakeProbe()
    bus.mediator.probe = probe
    let late = bus.listener("late")
    probe.onEnd = { _ in bus.mediator.attach(late, replay: .state) }
    bus.post(.didBecomeActive)
    #expect(
      bus.calls == [
        "late.didFinishLaunching", "late.willEnterForeground", "late.didBecomeActive",
      ])
  }
}
