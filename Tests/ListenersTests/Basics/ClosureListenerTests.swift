import LifecycleBus
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("Closure listener")
struct ClosureListenerTests {
  @Test("a closure without events is called for every event", arguments: AppLifecycleEvent.named)
  func everyEvent(event: AppLifecycleEvent) {
    let bus = TestBus()
    var events: [AppLifecycleEvent] = []
    bus.mediator.attach(ClosureListener { events.append($0.event) })
    bus.post(event)
    #expect(events == [event])
  }

  @Test(
    "a closure is called for its events only, with the context", arguments: AppLifecycleEvent.named)
  func someEvents(event: AppLifecycleEvent) {
    let bus = TestBus()
    var contexts: [AppLifecycleContext] = []
    bus.mediator.attach(
      ClosureListener("two", .didBecomeActive, .willTerminate) { contexts.append($0) })
    bus.post(event)
    let isItsOwn = event == .didBecomeActive || event == .willTerminate
    #expect(contexts.map(\.event) == (isItsOwn ? [event] : []))
    #expect(contexts.allSatisfy { $0.previousState == .notRunning })
  }

  @Test("two copies are two listeners (5)")
  func copies() {
    let bus = TestBus()
    var calls = 0
    let listener = ClosureListener { _ in calls += 1 }
    let first = bus.mediator.attach(listener)
    bus.mediator.attach(listener)
    bus.post(.didBecomeActive)
    #expect(calls == 2)
    first.detach()
    bus.post(.willResignActive)
    #expect(calls == 3)
  }

  @Test("it prints its name")
  func name() {
    #expect("\(ClosureListener("purge") { _ in })" == "purge")
    #expect("\(ClosureListener { _ in })" == "closure")
  }
}
