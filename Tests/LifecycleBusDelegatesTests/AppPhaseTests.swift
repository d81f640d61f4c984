import LifecycleBus
import LifecycleBusDelegates
import Observation
import TestSupport
import Testing

@MainActor
@Suite("The state for SwiftUI")
struct AppPhaseTests {
  @Test("a view that reads the state is told of each change, and of nothing else")
  func changes() {
    let bus = TestBus(initialState: .inactive)
    let phase = AppPhase(bus.mediator)
    #expect(phase.state == .inactive)
    var changes = 0
    func read() {
      withObservationTracking {
        _ = phase.state
      } onChange: {
        MainActor.assumeIsolated {
          changes += 1
        }
      }
    }
    read()
    bus.post(.didReceiveMemoryWarning)
    #expect(changes == 0)
    bus.post(.didBecomeActive)
    #expect(changes == 1)
    #expect(phase.state == .active)
  }

  @Test("the mediator does not keep it")
  func lifetime() {
    let bus = TestBus()
    var phase: AppPhase? = AppPhase(bus.mediator)
    weak let watched = phase
    phase = nil
    #expect(watched == nil)
    #expect(bus.mediator.listenerCount == 0)
  }
}
