import TestSupport
import Testing

@testable import LifecycleBus

/// In the diagrams a probe has a row, too: `[A` and `A]` are an event's beginning and end, `<a` and
/// `a>` those of a call of the listener a.
@MainActor
@Suite("Probe")
struct ProbeTests {
  private let bus = TestBus()
  private let probe: DrawingProbe

  init() {
    bus.namesListeners = true
    probe = DrawingProbe(bus.timeline)
  }

  @Test("a probe hears of each event and each call, before and after (43)")
  func eventsAndCalls() {
    bus.mediator.probe = probe
    bus.attach("a", "b")

    bus.live("A")

    #expect(
      bus.diagram == """
        probe  [A <a   a> <b   b> A]
        a            A
        b                    A
        """)
  }

  @Test("a probe hears of children in the order of the event, with their groups' names (3, 43)")
  func children() {
    let bus = TestBus(policy: .asPosted.mirrored)
    bus.namesListeners = true
    bus.mediator.probe = DrawingProbe(bus.timeline)
    bus.attach("a")
    bus.mediator.attach(
      ListenerGroup("g") {
        bus.listener("b")
        ListenerGroup("h") { bus.listener("c") }
      })

    bus.live("R")

    #expect(
      bus.diagram == """
        probe  [R <g/h/c   g/h/c> <g/b   g/b> <a   a> R]
        a                                        R
        b                              R
        c                R
        """)
  }

  @Test("a probe begins with the next event (44)")
  func setInCallback() {
    bus.attach("a", "b")
    bus.when("a", .hears(.didBecomeActive)) { bus.mediator.probe = probe }

    bus.live("A R")

    #expect(
      bus.diagram == """
        probe      [R <a   a> <b   b> R]
        a      A         R
        b        A               R
        """)
  }

  @Test("a listener that the probe detaches in willCall is not called (7, 43)")
  func detaches() {
    bus.mediator.probe = probe
    bus.attach("a", "b", "c")
    probe.acts["<b"] = { bus.detach("b") }

    bus.live("A")

    #expect(
      bus.diagram == """
        probe  [A <a   a> <b <c   c> A]
        a            A
        b
        c                       A
        """)
  }

  @Test("if the probe detaches a group in willCall, the group stops (7, 43)")
  func detachesGroup() {
    let group = ListenerGroup("g") {
      bus.listener("a")
      bus.listener("b")
    }
    bus.mediator.probe = probe
    bus.mediator.attach(group)
    bus.attach("c")
    probe.acts["<g/a"] = { bus.mediator.detach(group) }

    bus.live("A")

    #expect(
      bus.diagram == """
        probe  [A <g/a <c   c> A]
        a
        b
        c                 A
        """)
  }

  @Test("each call has its own event, start and duration, also one with others inside (43, 56)")
  func nested() throws {
    final class Slow: AppNamedListener {
      let listenerName = "slow"
      let spent = Duration.milliseconds(5)
      var act: () -> Void = {}

      func onAppDidBecomeActive() {
        let start = SuspendingClock.now
        while start.duration(to: .now) < spent {}
        act()
      }
    }
    let probe = FakeProbe()
    let slow = Slow()
    bus.mediator.probe = probe
    bus.mediator.attach(slow)
    bus.mediator.attach(ClosureListener("next") { _ in })
    slow.act = { bus.post(.willTerminate) }

    bus.post(.didBecomeActive)

    #expect(
      probe.calls.map { "\($0.event) \($0.listener)" } == [
        "didBecomeActive next", "willTerminate slow", "willTerminate next", "didBecomeActive slow",
      ])
    let outer = try #require(probe.calls.last)
    for inner in probe.calls.dropLast() {
      #expect(inner.start >= outer.start + slow.spent)
      #expect(inner.start + inner.duration <= outer.start + outer.duration)
    }
  }

  @Test("a probe gets names, states and which calls are replays (43)")
  func details() {
    struct Cache: AppLifecycleListener {}
    let bus = TestBus(initialState: .background)
    let probe = FakeProbe()
    bus.mediator.probe = probe

    bus.mediator.attach(Cache(), replay: .state)
    let line: UInt = #line + 1
    bus.mediator.on(.willResignActive) { _ in }
    let stream = bus.mediator.events()
    bus.post(.willEnterForeground)

    #expect(
      probe.lines == [
        "replay didFinishLaunching Cache", "replay didEnterBackground Cache",
        "begin willEnterForeground", "willEnterForeground Cache",
        "willEnterForeground closure at LifecycleBusTests/ProbeTests.swift:\(line)",
        "willEnterForeground event stream", "end willEnterForeground",
      ])
    #expect(probe.contexts.map(\.state) == [.inactive])
    withExtendedLifetime(stream) {}
  }

  @Test("probes that listeners add are told of a call before the program's own (43)")
  func added() {
    let own = DrawingProbe(bus.timeline, name: "own")
    let added = DrawingProbe(bus.timeline, name: "added")
    bus.mediator.probe = own
    bus.mediator.add(added)
    bus.mediator.add(added)
    bus.attach("a")

    bus.live("A")

    #expect(
      bus.diagram == """
        probe
        own       [A    <a      a>    A]
        added  [A    <a      a>    A]
        a                  A
        """)
  }
}

/// A probe that draws what it hears, and acts once for some of it.
private final class DrawingProbe: AppLifecycleProbe {
  /// What is done when a mark was drawn for the first time.
  var acts: [String: () -> Void] = [:]
  private let name: String
  private let timeline: Timeline

  init(_ timeline: Timeline, name: String = "probe") {
    self.name = name
    self.timeline = timeline
    timeline.addRow(name)
  }

  private func draw(_ mark: String) {
    timeline.draw(mark, by: name)
    acts.removeValue(forKey: mark)?()
  }

  func willDeliver(_ context: AppLifecycleContext) { draw("[\(context.mark)") }
  func didDeliver(_ context: AppLifecycleContext) { draw("\(context.mark)]") }
  func willCall(_ listener: String, for context: AppLifecycleContext) { draw("<\(listener)") }
  func didCall(_ call: AppLifecycleProbeCall) { draw("\(call.listener)>") }
}

/// A probe that records its calls.
final class FakeProbe: AppLifecycleProbe {
  /// "begin event", "event listener", "replay event listener" and "end event", in order.
  private(set) var lines: [String] = []
  /// The listeners whose calls have begun.
  private(set) var begun: [String] = []
  private(set) var calls: [AppLifecycleProbeCall] = []
  private(set) var contexts: [AppLifecycleContext] = []

  func willDeliver(_ context: AppLifecycleContext) {
    lines.append("begin \(context.event)")
    contexts.append(context)
  }

  func willCall(_ listener: String, for context: AppLifecycleContext) { begun.append(listener) }

  func didCall(_ call: AppLifecycleProbeCall) {
    let kind = call.isReplay ? "replay " : ""
    lines.append("\(kind)\(call.event) \(call.listener)")
    calls.append(call)
  }

  func didDeliver(_ context: AppLifecycleContext) { lines.append("end \(context.event)") }
}
