import LifecycleBus
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
    var all: [AppLifecycleContext] = []
    var some: [AppLifecycleContext] = []
    bus.mediator.attach(ClosureListener { all.append($0) })
    bus.mediator.attach(
      ClosureListener("two", .didBecomeActive, .willTerminate) { some.append($0) })

    bus.post(event)

    #expect(all.map(\.event) == [event])
    let own = [AppLifecycleEvent.didBecomeActive, .willTerminate].filter { $0 == event }
    #expect(some.map(\.event) == own)
    #expect((all + some).allSatisfy { $0.previousState == .notRunning })
  }
}
