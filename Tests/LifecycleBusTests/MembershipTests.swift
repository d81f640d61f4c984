import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Membership during a relay")
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
}
