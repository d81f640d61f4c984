import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Holds that are taken while others expire")
struct ExpiringHoldTests {
  private let bus = TestBus()
  private let clock = ManualClock()

  /// Lets the budget of the open holds run out.
  private func expire() async -> [String] {
    async let expired = bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock)
    _ = await clock.nextSleep()
    clock.advance(by: .seconds(5))
    return await expired
  }

  @Test("a hold that is taken in onExpiration is not open, then or later (41)")
  func takenInOnExpiration() async {
    let taken = Slot<AppLifecycleHold>()
    var wasOpen: Bool?
    let hold = bus.mediator.hold("first") { [bus] in
      taken.value = bus.mediator.hold("late")
      wasOpen = taken.value?.isOpen
    }
    #expect(await expire() == ["first"])
    #expect(wasOpen == false && taken.value?.isOpen == false && !hold.isOpen)
    #expect(bus.mediator.openHolds == [])
    #expect(
      await bus.mediator.waitForHolds(upTo: .seconds(5), clock: ManualClock(isSleepAllowed: false))
        == [])
    #expect(taken.value?.isOpen == false)
  }

  @Test("a hold that is taken after the expiration counts for the next wait (41, 58)")
  func takenAfterwards() async {
    let first = bus.mediator.hold("first")
    #expect(await expire() == ["first"])
    let next = bus.mediator.hold("next")
    #expect(next.isOpen && bus.mediator.openHolds == ["next"])
    #expect(await expire() == ["next"])
    #expect(!next.isOpen && !first.isOpen)
  }

  /// The system's time, which a test lets run out.
  private final class SystemTime: AppLifecycleBackgroundTime {
    private(set) var expire: @MainActor @Sendable () -> Void = {}

    func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {
      expire = onExpiration
    }

    func end() {}
  }

  @Test("a hold that is taken in onExpiration is not open where the system's time ends there (41)")
  func systemTimeRunsOutToo() async {
    let system = SystemTime()
    bus.mediator.backgroundTime = system
    let taken = Slot<[AppLifecycleHold]>([])
    let holds = ["first", "second"].map { reason in
      bus.mediator.hold(reason) { [bus, unowned system] in
        system.expire()
        taken.value?.append(bus.mediator.hold("late"))
      }
    }
    #expect(await expire() == ["first", "second"])
    #expect(taken.value?.map(\.isOpen) == [false, false])
    #expect(bus.mediator.openHolds == [])
    withExtendedLifetime(holds) {}
  }
}
