import TestSupport
import Testing

@testable import LifecycleBus

/// Each platform has an application object that reports a state; these rules need none. What each
/// object reports is tested in Tests/ApplePlatforms.
@MainActor
@Suite("A state that the application reports")
struct AssumedStateTests {
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

  @Test("an app that was assumed to have ended begins anew with its first event (25)")
  func end() {
    let bus = TestBus(policy: .lifecycle, initialState: .terminated)
    bus.attach("it")
    bus.post(.didBecomeActive)
    #expect(bus.calls == ["it.didFinishLaunching", "it.didBecomeActive"])
    #expect(bus.mediator.state == .active)
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
