import Foundation
import LifecycleBus
import TestSupport
import Testing

/// Nothing is promised about the moment of a release, but a `deinit` may use what released it.
@MainActor
@Suite("Deinits")
struct DeinitTests {
  /// Acts when it is freed.
  final class Parting: AppLifecycleListener, AppLifecycleProbe, AppLifecycleBackgroundTime {
    let act: @MainActor () -> Void
    init(_ act: @escaping @MainActor () -> Void) { self.act = act }
    deinit { MainActor.assumeIsolated(act) }
    func relayDidCall(_ call: AppLifecycleProbeCall) {}
    func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {}
    func end() {}
  }

  nonisolated static let owners = [
    "attachment", "group", "hold", "probe", "anomaly handler", "values of the launch",
    "background time", "mediator",
  ]

  /// Gives the object to an owner, and returns how the owner lets go of it.
  private func give(_ it: Parting, to owner: String, _ bus: TestBus) -> @MainActor () -> Void {
    let mediator = Slot<AppLifecycleMediator>()
    switch owner {
    case "attachment": return bus.mediator.attach(it).detach
    case "group": return bus.mediator.attach(ListenerGroup { it }).detach
    case "hold": return bus.mediator.hold("it") { withExtendedLifetime(it) {} }.release
    case "probe": bus.mediator.probe = it
    case "anomaly handler": bus.mediator.onAnomaly = { _ in withExtendedLifetime(it) {} }
    case "values of the launch": bus.center.post(.didFinishLaunching, userInfo: ["it": it])
    case "background time": bus.mediator.backgroundTime = it
    default:
      mediator.value = AppLifecycleMediator(listeners: [it], notificationCenter: bus.center)
    }
    return {
      bus.mediator.probe = nil
      bus.mediator.onAnomaly = nil
      bus.mediator.backgroundTime = nil
      mediator.value = nil
      bus.post(.didFinishLaunching)
    }
  }

  @Test(
    "a deinit may attach, detach, post and read, whoever has let go of the object (18, 59, 60)",
    arguments: owners, [false, true])
  func everywhere(owner: String, isInCallback: Bool) {
    let bus = TestBus()
    let other = bus.listener("other")
    bus.mediator.attach(other)
    let hold = Slot<AppLifecycleHold>()
    var acts = 0
    let parting: @MainActor () -> Void = {
      acts += 1
      bus.mediator.detach(other)
      bus.mediator.attach(other, replay: .state)
      hold.value = bus.mediator.hold("taken")
      bus.post(.significantTimeChange)
      _ = (bus.mediator.state, bus.mediator.listenerCount)
    }
    let letGo = give(Parting(parting), to: owner, bus)
    #expect(acts == 0)
    let attachment = bus.mediator.on(.didReceiveMemoryWarning) { _ in letGo() }
    if isInCallback { bus.post(.didReceiveMemoryWarning) } else { letGo() }
    attachment.detach()
    #expect(acts == 1 && bus.calls.contains("other.significantTimeChange"))
    #expect(bus.mediator.listenerCount == 1 && bus.mediator.openHolds == ["taken"])
    hold.value = nil
  }

  @Test("nothing is left alive of 100 mediators with all that they may keep (8, 14)")
  func leaks() {
    final class Keeping: AppLifecycleListener {
      var attachment: AppLifecycleAttachment?
    }
    struct Watched { weak var object: AnyObject? }
    let center = NotificationCenter()
    var left: [Watched] = []
    for index in 0..<100 {
      let mediator = AppLifecycleMediator(policy: .lifecycle, notificationCenter: center)
      let (probe, group) = (FakeProbe(), ListenerGroup())
      let listeners = (0..<3).map { _ in Keeping() }
      listeners[0].attachment = mediator.attach(listeners[0])
      listeners[1].attachment = group.attach(listeners[1])
      listeners[2].attachment = mediator.attach(weakly: listeners[2])
      mediator.attach(group, replay: .state)
      if index.isMultiple(of: 2) { mediator.probe = probe }
      mediator.onAnomaly = { [weak mediator] _ in _ = mediator?.state }
      mediator.observeScenes(on: center)
      center.post(.didFinishLaunching, userInfo: ["it": listeners[0]])
      if index.isMultiple(of: 3) { listeners[0].attachment?.detach() }
      let all = [mediator, probe, group] + listeners as [AnyObject]
      left += all.map { Watched(object: $0) }
    }
    #expect(left.count == 600 && left.allSatisfy { $0.object == nil })
    center.post(.willTerminate)
  }

  @Test("random deinits may post, attach and detach, and each post arrives in order (59, 60)")
  func deinits() {
    for seed in 1...100 as ClosedRange<UInt64> {
      let leavers = Leavers(seed: seed)
      for _ in 0..<50 { #expect(leavers.heardAllAfterAct(), "seed \(seed)") }
    }
  }
}

/// Listeners and payloads that attach, detach and post at random, in their calls and deinits.
@MainActor
private final class Leavers {
  private var random: SeededGenerator
  private let center = NotificationCenter()
  private var mediators: [AppLifecycleMediator] = []
  private var attachments: [AppLifecycleAttachment] = []
  /// The only references to listeners that are attached weakly.
  private var weaklyAttached: [Leaver] = []
  private var actsLeft = 0
  private var posted: [Int] = []
  /// What two listeners have heard that stay attached.
  private var heard: [[Int]] = [[], []]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for index in heard.indices {
      mediators.append(AppLifecycleMediator(notificationCenter: center))
      mediators[index].on(.didBecomeActive, .willTerminate) { [weak self] in
        self?.heard[index].append($0.userInfo?["number"] as? Int ?? 0)
      }
    }
  }

  /// True if everything that was posted has been heard when the act returns.
  func heardAllAfterAct() -> Bool {
    (actsLeft, posted, heard) = (30, [], [[], []])
    act()
    return heard == [posted, posted]
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
      posted.append(posted.count)
      let event = choice == 6 ? AppLifecycleEvent.willTerminate : .didBecomeActive
      center.post(event, userInfo: ["number": posted.count - 1, "payload": leaver])
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
