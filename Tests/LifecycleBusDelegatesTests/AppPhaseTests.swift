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
  }

  @Test("after a launch in the background the app isn't in the foreground until it's shown (20)")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func backgroundLaunch() {
    let bus = TestBus()
    let phase = AppPhase(bus.mediator)
    var contexts: [Bool] = []
    bus.mediator.on { contexts.append($0.isInForeground) }

    for (event, isInForeground) in [
      (AppLifecycleEvent.didFinishLaunching, false), (.didReceiveMemoryWarning, false),
      (.willEnterForeground, true), (.didEnterBackground, false),
    ] {
      bus.post(event)
      #expect(phase.isInForeground == isInForeground)
      #expect(bus.mediator.isInForeground == isInForeground)
    }
    #expect(contexts == [false, false, true, false])
  }

  @Test("the mediator does not keep it")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func lifetime() {
    let bus = TestBus()
    var phase: AppPhase? = AppPhase(bus.mediator)
    weak let watched = phase

    phase = nil

    #expect(watched == nil)
    #expect(bus.mediator.listenerCount == 0)
  }
}
