import BenchmarkListeners
import Foundation
import LifecycleBus
import Listeners

/// Work in so many units, each of which should cost the same however many there are.
extension RelayCounts {
  @MainActor
  static let growth: [String: @MainActor (_ units: Int) -> Void] = [
    // Groups in groups: built from the inside, and from the outside in an attached one.
    "nested_groups": { units in
      var outer = ListenerGroup()
      for _ in 0..<units {
        let inner = outer
        outer = ListenerGroup { inner }
      }
      let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())
      var innermost = ListenerGroup()
      mediator.attach(innermost)
      for _ in 0..<units {
        let next = ListenerGroup()
        innermost.attach(next)
        innermost = next
      }
      withExtendedLifetime((outer, mediator)) { exit(0) }
    },
    // Centers of one mediator.
    "centers": { units in
      let mediator = AppLifecycleMediator(
        vocabulary: twoEvents, notificationCenter: NotificationCenter())
      for _ in 0..<units { mediator.observe(NotificationCenter()) }
      withExtendedLifetime(mediator) { exit(0) }
    },
    // Mediators that are released in one callback, before it posts the end.
    "released_mediators": { units in
      let center = NotificationCenter()
      let first = AppLifecycleMediator(vocabulary: twoEvents, notificationCenter: center)
      var others = (0..<units).map { _ in
        AppLifecycleMediator(vocabulary: twoEvents, notificationCenter: center)
      }
      first.on(.didBecomeActive) { [unowned first] _ in
        others = []
        first.post(.willTerminate)
      }
      first.post(.didBecomeActive)
      withExtendedLifetime(first) {}
    },
    // Scenes that are connected, and stay.
    "scenes": { units in
      let center = NotificationCenter()
      let mediator = AppLifecycleMediator(notificationCenter: center)
      mediator.observeScenes(on: center)
      let scenes = (0..<units).map { _ in NSObject() }
      for scene in scenes { center.post(.willConnect, scene: scene) }
      withExtendedLifetime((mediator, scenes)) {}
    },
    // Attached objects, of which each asks how many there are.
    "listener_count": { units in
      let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())
      var sum = 0
      for listener in distinctListeners(units) {
        mediator.attach(listener)
        sum += mediator.listenerCount
      }
      precondition(sum == units * (units + 1) / 2, "A listener was not counted.")
    },
    // Holds that are released in the order in which they were taken.
    "holds": { units in
      let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())
      for hold in (0..<units).map({ _ in mediator.hold("work") }) { hold.release() }
    },
    // Listeners of mixed priorities, and the first event that they receive.
    "priorities": { units in
      let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())
      for (index, listener) in distinctListeners(units).enumerated() {
        mediator.attach(listener, priority: index * 7_919 % units)
      }
      mediator.post(.didBecomeActive)
    },
    // Listeners that are detached in the order in which they were attached.
    "detached": { units in
      let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())
      let listeners = distinctListeners(units)
      for listener in listeners { mediator.attach(listener) }
      for listener in listeners { mediator.detach(listener) }
    },
  ]

  /// A mediator of few names, because each name costs more than what is counted.
  private static let twoEvents = AppLifecycleVocabulary(
    [AppLifecycleEvent.didBecomeActive, .willTerminate].reduce(into: [:]) {
      $0[$1] = Notification.Name("\($1)")
    })
}
