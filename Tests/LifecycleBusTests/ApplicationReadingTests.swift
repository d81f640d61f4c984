import TestSupport
import Testing

@testable import LifecycleBus
@testable import LifecycleBusDelegates

/// Each platform has an application object that reports a state; these rules need none.
@MainActor
@Suite("A state that the application reports")
struct ApplicationReadingTests {
  @Test(
    "the background counts, unless the app has scenes and none of them is there (25)",
    arguments: ApplicationReading.Claim.allCases, [nil, false, true])
  func state(claim: ApplicationReading.Claim, hasBackgroundScene: Bool?) {
    let expected: AppLifecycleState =
      switch (claim, hasBackgroundScene) {
      case (.active, _): .active
      case (.background, nil), (.background, true): .background
      case (.background, false), (.inactive, _): .inactive
      }
    let reading = ApplicationReading(claim: claim, hasBackgroundScene: hasBackgroundScene)
    #expect(reading.state == expected)
  }

  @Test("it is taken once, and gives way to the first event (25)")
  func once() {
    let bus = TestBus(policy: .lifecycle)
    #expect(bus.mediator.assume(.background))
    #expect(!bus.mediator.assume(.active))
    #expect(bus.mediator.state == .background)
    bus.attach("it")
    // Legal while the app is active only, so that the assumption was wrong.
    bus.post(.willResignActive)
    #expect(bus.calls == ["it.willResignActive"])
    #expect(bus.mediator.state == .inactive)
  }

  @Test("it is not taken after an event, nor after a state that was given (25)")
  func late() {
    let launched = TestBus()
    launched.post(.didFinishLaunching)
    #expect(!launched.mediator.assume(.active))
    #expect(launched.mediator.state == .inactive)
    #expect(!TestBus(initialState: .background).mediator.assume(.active))
  }
}
