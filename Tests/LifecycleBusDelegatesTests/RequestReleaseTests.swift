import Foundation
import LifecycleBus
import LifecycleBusDelegates
import TestSupport
import Testing

/// A weakly attached listener may lose its last reference on any thread, also while the main actor
/// goes over the listeners. Then the main actor's own reference is the last one, and releasing it
/// runs the listener's `deinit` there.
@MainActor
@Suite("Listeners that other threads release", .timeLimit(.minutes(hangMinutes)))
struct RequestReleaseTests {
  /// A weakly attached listener. Where it is freed on the main actor, it detaches itself and others.
  private final class Passing: AppURLOpening, AppSceneListener {
    var attachment: AppLifecycleAttachment?
    var others: [AppLifecycleAttachment] = []
    private let alive: LockedCount

    init(_ alive: LockedCount) { self.alive = alive }

    deinit {
      alive.decrement()
      guard Thread.current.threadDictionary[Bin.mark] == nil else { return }
      MainActor.assumeIsolated {
        attachment?.detach()
        for other in others { other.detach() }
      }
    }

    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool { false }
    func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {}
  }

  /// A listener that stays, and counts.
  private final class Staying: AppURLOpening, AppSceneListener {
    var urlCount = 0
    var sceneCount = 0
    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
      urlCount += 1
      return false
    }
    func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) { sceneCount += 1 }
  }

  /// Threads that release what is thrown into it.
  private final class Bin: @unchecked Sendable {
    static let mark = "releases listeners"
    // Proof for @unchecked: both fields are read and written under the condition's lock only.
    private let condition = NSCondition()
    private var objects: [Passing] = []
    private var isClosed = false

    init(threads: Int) {
      for _ in 0..<threads {
        Thread.detachNewThread { [self] in
          Thread.current.threadDictionary[Self.mark] = true
          while take() != nil {}
        }
      }
    }

    func put(_ new: [Passing]) {
      condition.withLock { objects += new }
      condition.broadcast()
    }

    func close() {
      condition.withLock { isClosed = true }
      condition.broadcast()
    }

    private func take() -> Passing? {
      condition.withLock {
        while objects.isEmpty, !isClosed { condition.wait() }
        return objects.popLast()
      }
    }
  }

  @Test("requests, counts and scene events go over listeners that threads release meanwhile (60)")
  func walks() async {
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator(notificationCenter: center)
    mediator.observeScenes(on: center)
    let rounds = Sanitizer.rounds(400)
    let size = 20
    let bin = Bin(threads: 2)
    let alive = LockedCount(rounds * size)
    let staying = [Staying(), Staying(), Staying()]
    let scene = NSObject()
    let url = URL(filePath: "/")
    mediator.attach(staying[0], priority: 1)
    for round in 0..<rounds {
      let passing = (0..<size).map { _ in Passing(alive) }
      for listener in passing { listener.attachment = mediator.attach(weakly: listener) }
      passing[size / 2].others = passing.compactMap(\.attachment)
      if round == rounds / 2 { mediator.attach(staying[1]) }
      bin.put(passing)
      _ = consume passing
      mediator.askToOpen(url)
      #expect(mediator.listenerCount >= 1)
      center.post(.didActivate, scene: scene)
      mediator.askToOpen(url)
    }
    mediator.attach(staying[2])
    bin.close()
    while alive.value > 0 { await Task.yield() }
    mediator.post(.didBecomeActive)
    #expect(mediator.listenerCount == 3)
    mediator.askToOpen(url)
    #expect(staying.map(\.urlCount) == [2 * rounds + 1, rounds + 1, 1])
    #expect(staying.map(\.sceneCount) == [rounds, rounds / 2, 0])
  }
}
