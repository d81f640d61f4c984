import Foundation
import LifecycleBus
import TestSupport
import Testing

/// Listeners and payloads that attach, detach and post at random, in their calls and deinits.
@MainActor
private final class Leavers {
  private var random: SeededGenerator
  private let center = NotificationCenter()
  private var mediators: [AppLifecycleMediator] = []
  private var attachments: [AppLifecycleAttachment] = []
  /// The only references to listeners that are attached weakly.
  private var weaklyAttached: [Leaver] = []
  private var (posts, actsLeft) = (0, 0)
  /// What two listeners have heard that are attached from the beginning to the end.
  private var heard: [[Int]] = [[], []]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    mediators = heard.indices.map { index in
      let mediator = AppLifecycleMediator(notificationCenter: center)
      mediator.on(.didBecomeActive, .willTerminate) { [weak self] in
        self?.heard[index].append($0.userInfo?["number"] as? Int ?? 0)
      }
      return mediator
    }
  }

  /// True if everything that was posted has been heard when the act returns.
  func heardAllAfterAct() -> Bool {
    actsLeft = 30
    act()
    let all = (0..<posts).map { $0 + 1 }
    return heard == [all, all]
  }

  private func upTo(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  func act() {
    if actsLeft == 0 { return }
    actsLeft -= 1
    let (choice, leaver, mediator) = (upTo(8), Leaver(self), mediators[upTo(2)])
    switch choice {
    case 0, 1: attachments.append(mediator.attach(leaver, priority: choice, replay: .state))
    case 2:
      weaklyAttached.append(leaver)
      mediator.attach(weakly: leaver, priority: upTo(3))
    case 3: if !weaklyAttached.isEmpty { _ = weaklyAttached.remove(at: upTo(weaklyAttached.count)) }
    case 4, 5: if !attachments.isEmpty { attachments.remove(at: upTo(attachments.count)).detach() }
    default:
      posts += 1
      let event = choice == 6 ? AppLifecycleEvent.willTerminate : .didBecomeActive
      center.post(event, userInfo: ["number": posts, "payload": leaver])
    }
  }
}

private final class Leaver: AppLifecycleListener {
  private weak var world: Leavers?

  init(_ world: Leavers) { self.world = world }

  deinit { MainActor.assumeIsolated { [world] in world?.act() } }

  func onAttach(to mediator: AppLifecycleMediator) { world?.act() }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) { world?.act() }
}

@MainActor
@Suite("Deinits at random")
struct RandomDeinitTests {
  @Test("a deinit may post, attach and detach, and each post arrives in order (59, 60)")
  func deinits() {
    for seed in 1...100 as ClosedRange<UInt64> {
      let leavers = Leavers(seed: seed)
      for _ in 0..<100 { #expect(leavers.heardAllAfterAct(), "seed \(seed)") }
    }
  }
}
