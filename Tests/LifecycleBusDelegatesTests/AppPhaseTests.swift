import LifecycleBus
import LifecycleBusDelegates
import Observation
import TestSupport
import Testing

@MainActor
@Suite("The state for SwiftUI")
struct AppPhaseTests {
  @Test("a view that reads the state is updated with each change, and with nothing else")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func changes() {
    let bus = TestBus(initialState: .inactive)
    let phase = AppPhase(bus.mediator)
    #expect(phase.state == .inactive)

    var changes = 0
    withObservationTracking {
      _ = phase.state
    } onChange: {
      MainActor.assumeIsolated {
        changes += 1
      }
    }

    bus.post(.didReceiveMemoryWarning)
    #expect(changes == 0)

    bus.post(.didBecomeActive)
    #expect(changes == 1)
    #expect(phase.state == .active)
    #expect(phase.isInForeground)
  }
}
