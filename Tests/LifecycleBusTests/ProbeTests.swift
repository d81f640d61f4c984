import TestSupport
import Testing

@testable import LifecycleBus

@MainActor
@Suite("Probe")
struct ProbeTests {
  nonisolated static let rows = Row.table([
    "a probe hears of each event and each call, before and after (43)":
      Row("a b", "probe; A", "[A <a a.A >a <b b.A >b ]A"),
    "a probe hears of children in the order of the event, with their groups' names (3, 43)":
      Row(
        "a g(b h(c))", "probe; R", "[R <g/h/c c.R >g/h/c <g/b b.R >g/b <a a.R >a ]R",
        policy: .asPosted.mirrored),
    "a replay is reported by calls alone, before an event that is under way (10, 43)":
      Row(
        "a", "probe; A", ["a.A": "attach d state"], "[A <a a.A d+ <d d~L >d >a <d d.A >d ]A",
        state: .inactive),
    "a probe begins with the next event (44)":
      Row("a b", "A R", ["a.A": "probe"], "ab.A [R <a a.R >a <b b.R >b ]R"),
    "a probe that is removed hears the present event to its end (44)":
      Row("a b", "probe; A R", ["a.A": "unprobe"], "[A <a a.A >a <b b.A >b ]A ab.R"),
    "scene events are not reported (43)":
      Row("a", "probe; :A", "a:A"),

    // A probe that acts.
    "a listener that the probe detaches in willCall is not called (7, 43)":
      Row("a b c", "probe; A", ["<b": "detach b"], "[A <a a.A >a <b <c c.A >c ]A"),
    "if the probe detaches a group in willCall, the group stops (7, 43)":
      Row("g(a b) c", "probe; A", ["<g/a": "detach g"], "[A <g/a <c c.A >c ]A"),
    "if the probe ends the app in willCall, the listener hears the event first (43, 56)":
      Row(
        "a b", "probe; A", ["<a": "end"], "[A <a a.A >a <b b.A >b ]A [T <a a.T >a <b b.T >b ]T back"
      ),
    "the report of a call that ends the app comes last (43, 56)":
      Row(
        "a b", "probe; A", ["a.A": "end"],
        "[A <a a.A <b b.A >b ]A [T <a a.T >a <b b.T >b ]T back >a"),
    "a listener that is attached in willDeliver hears the event (10, 44)":
      Row(
        "a", "probe; A", ["[A": "attach d state"], "[A d+ <d d~L >d <a a.A >a <d d.A >d ]A",
        state: .inactive),
  ])

  @Test("probes", arguments: rows)
  func row(_ row: Row) async { #expect(await row.play() == row.expected) }

  @Test("each call has its own event, start and duration, also one with others inside (43, 56)")
  func nested() throws {
    final class Slow: AppNamedListener {
      let (listenerName, spent) = ("slow", Duration.milliseconds(5))
      var act: () -> Void = {}
      func onAppDidBecomeActive() {
        let start = SuspendingClock.now
        while start.duration(to: .now) < spent {}
        act()
      }
    }
    let (bus, probe, slow) = (TestBus(), FakeProbe(), Slow())
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
    let (bus, probe) = (TestBus(initialState: .background), FakeProbe())
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
    final class Named: AppLifecycleProbe {
      let note: (String) -> Void
      init(_ note: @escaping (String) -> Void) { self.note = note }
      func willDeliver(_ context: AppLifecycleContext) { note("begin") }
      func willCall(_ listener: String, for context: AppLifecycleContext) { note("will") }
      func didCall(_ call: AppLifecycleProbeCall) { note("did") }
      func didDeliver(_ context: AppLifecycleContext) { note("end") }
    }
    let bus = TestBus()
    var heard: [String] = []
    bus.mediator.probe = Named { heard.append("own \($0)") }
    let added = Named { heard.append("added \($0)") }
    for _ in 1...2 { bus.mediator.add(added) }
    bus.mediator.attach(ClosureListener("a") { _ in heard.append("called") })
    bus.post(.didBecomeActive)
    #expect(
      heard == [
        "added begin", "own begin", "added will", "own will", "called", "added did", "own did",
        "added end", "own end",
      ])
  }
}

/// A probe that records its calls.
final class FakeProbe: AppLifecycleProbe {
  /// "begin event", "event listener", "replay event listener" and "end event", in order.
  private(set) var lines: [String] = []
  private(set) var calls: [AppLifecycleProbeCall] = []
  private(set) var contexts: [AppLifecycleContext] = []

  func willDeliver(_ context: AppLifecycleContext) {
    lines.append("begin \(context.event)")
    contexts.append(context)
  }

  func didCall(_ call: AppLifecycleProbeCall) {
    lines.append("\(call.isReplay ? "replay " : "")\(call.event) \(call.listener)")
    calls.append(call)
  }

  func didDeliver(_ context: AppLifecycleContext) { lines.append("end \(context.event)") }
}
