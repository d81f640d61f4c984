import LifecycleBus
import ServiceLifecycle

/// Relays the life of a service group to a mediator: the group keeps the signals, and the listeners
/// are told the same as with a source of signals.
struct LifecycleService: Service {
  let mediator: AppLifecycleMediator

  func run() async throws {
    await post(.didFinishLaunching, .willEnterForeground, .didBecomeActive)
    // Throws when the group is cancelled, which is an end as well.
    try? await gracefulShutdown()
    await post(.willResignActive, .didEnterBackground)
    await mediator.waitForHolds(upTo: .seconds(5))
    await post(.willTerminate)
  }

  private func post(_ events: AppLifecycleEvent...) async {
    for event in events { await mediator.post(event) }
  }
}
