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
      MainActor.assumeIsolated {
        for attachment in attachments {
          attachment.detach()
        }
      }
    }

    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool { false }
    func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {}
  }

  /// A listener that stays, and counts.
  private final class Staying: AppURLOpening, AppSceneListener {
    private(set) var urls = 0
    private(set) var sceneEvents = 0

    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
      urls += 1
      return false
    }

    func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) { sceneEvents += 1 }
  }

  private let center = NotificationCenter()
  private let mediator: AppLifecycleMediator
  private let queue = DispatchQueue(label: "releases listeners", attributes: .concurrent)

  init() {
    mediator = AppLifecycleMediator(notificationCenter: center)
    mediator.observeScenes(on: center)
  }

  /// Attaches 20 listeners, of which one detaches all others in its `deinit`, and lets two threads
  /// release them.
  private func attachPassingListeners(_ alive: LockedCount) {
    var passing = (0..<20).map { _ in Passing(alive) }
    for listener in passing {
      listener.attachments = [mediator.attach(weakly: listener)]
    }
    passing[10].attachments = passing.flatMap(\.attachments)

    // The main actor lets go of each half at once, so that the threads have the last references.
    for _ in 0..<2 {
      let half = Array(passing.prefix(10))
      passing.removeFirst(10)
      queue.async { withExtendedLifetime(half) {} }
    }
  }

  @Test("requests, counts and scene events go over listeners that threads release meanwhile (60)")
  func walks() async {
    let rounds = Rounds.count(400)
    let alive = LockedCount(rounds * 20)
    let first = Staying()
    let second = Staying()
    let scene = NSObject()
    let url = URL(filePath: "/")
    mediator.attach(first, priority: 1)

    for round in 0..<rounds {
      if round == rounds / 2 {
        mediator.attach(second)
      }
      attachPassingListeners(alive)

      mediator.askToOpen(url)
      #expect(mediator.listenerCount >= 1)
      center.post(.didActivate, scene: scene)
      mediator.askToOpen(url)
    }
    await waitUntil { alive.value == 0 }

    mediator.post(.didBecomeActive)
    #expect(mediator.listenerCount == 2)
    #expect(first.urls == 2 * rounds)
    #expect(first.sceneEvents == rounds)
    let half = rounds - rounds / 2
    #expect(second.urls == 2 * half)
    #expect(second.sceneEvents == half)
  }
}
