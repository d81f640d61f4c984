import LifecycleBus
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("Closure listener")
struct ClosureListenerTests {
  private let bus = TestBus()

  @Test(
    "a closure is called for its events only, with the context, and without events for each",
    arguments: AppLifecycleEvent.named)
  func events(event: AppLifecycleEvent) {
    var (all, some): ([AppLifecycleContext], [AppLifecycleContext]) = ([], [])
    bus.mediator.attach(ClosureListener { all.append($0) })
    bus.mediator.attach(
      ClosureListener("two", .didBecomeActive, .willTerminate) { some.append($0) })
    bus.post(event)
    #expect(all.map(\.event) == [event])
    let isItsOwn = event == .didBecomeActive || event == .willTerminate
    #expect(some.map(\.event) == (isItsOwn ? [event] : []))
    #expect((all + some).allSatisfy { $0.previousState == .notRunning })
  }

  @Test("two copies are two listeners (5)")
  func copies() {
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
}
