import Foundation
import LifecycleBusDelegates
import TestSupport
import Testing

@testable import LifecycleBus

/// A weakly attached listener may lose its last reference on any thread, also while the main actor
/// goes over the listeners. Then the main actor's own reference is the last one, and releasing it
/// runs the listener's `deinit` there.
@MainActor
@Suite("Listeners that other threads release", .timeLimit(.minutes(hangMinutes)))
struct RequestReleaseTests {
  /// A weakly attached listener. Where it is freed on the main actor, it detaches itself and others.
  private final class Passing: AppURLOpening, AppSceneListener {
    var attachments: [AppLifecycleAttachment] = []
    private let alive: LockedCount

    init(_ alive: LockedCount) { self.alive = alive }

    deinit {
      alive.add(-1)
      guard MainActorContext.isCurrent else { return }
      MainActor.assumeIsolated { for attachment in attachments { attachment.detach() } }
    }

    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool { false }
    func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {}
  }

  /// A listener that stays, and counts.
  private final class Staying: AppURLOpening, AppSceneListener {
    var counts = [0, 0]
    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
      counts[0] += 1
      return false
    }
    func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) { counts[1] += 1 }
  }

  @Test("requests, counts and scene events go over listeners that threads release meanwhile (60)")
  func walks() async {
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator(notificationCenter: center)
    mediator.observeScenes(on: center)
    let rounds = Rounds.count(400)
    let alive = LockedCount(rounds * 20)
    let staying = [Staying(), Staying()]
    let scene = NSObject()
    let url = URL(filePath: "/")
    let queue = DispatchQueue(label: "releases listeners", attributes: .concurrent)
    mediator.attach(staying[0], priority: 1)
    for round in 0..<rounds {
      var passing = (0..<20).map { _ in Passing(alive) }
      for listener in passing { listener.attachments = [mediator.attach(weakly: listener)] }
      passing[10].attachments = passing.flatMap(\.attachments)
      if round == rounds / 2 { mediator.attach(staying[1]) }
      for _ in 0..<2 {
        let half = Array(passing.prefix(10))
        passing.removeFirst(10)
        queue.async { withExtendedLifetime(half) {} }
      }
      mediator.askToOpen(url)
      #expect(mediator.listenerCount >= 1)
      center.post(.didActivate, scene: scene)
      mediator.askToOpen(url)
    }
    while alive.value > 0 { await Task.yield() }
    mediator.post(.didBecomeActive)
    #expect(mediator.listenerCount == 2)
    #expect(staying.map(\.counts) == [[2 * rounds, rounds], [rounds, rounds / 2]])
  }
}
