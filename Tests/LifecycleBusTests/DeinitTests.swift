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

    func didCall(_ call: AppLifecycleProbeCall) {}
    func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {}
    func end() {}
  }

  enum Owner: CaseIterable {
    case attachment, group, hold, probe, anomalyHandler, valuesOfTheLaunch, backgroundTime, mediator
  }

  /// Gives the object to an owner, and returns how the owner lets go of it.
  private func give(_ it: Parting, to owner: Owner, of bus: TestBus) -> @MainActor () -> Void {
    let mediator = bus.mediator
    switch owner {
    case .attachment:
      return mediator.attach(it).detach
    case .group:
      return mediator.attach(ListenerGroup { it }).detach
    case .hold:
      return mediator.hold("it") { withExtendedLifetime(it) {} }.release

    case .probe:
      mediator.probe = it
      return { mediator.probe = nil }
    case .anomalyHandler:
      mediator.onAnomaly = { _ in withExtendedLifetime(it) {} }
      return { mediator.onAnomaly = nil }
    case .backgroundTime:
      mediator.backgroundTime = it
      return { mediator.backgroundTime = nil }

    case .valuesOfTheLaunch:
      bus.center.post(.didFinishLaunching, userInfo: ["it": it])
      return { bus.post(.didFinishLaunching) }
    case .mediator:
      let other = Slot(AppLifecycleMediator(listeners: [it], notificationCenter: bus.center))
      return { other.value = nil }
    }
  }

  @Test(
    "a deinit may attach, detach, post and read, whoever has let go of the object (18, 59, 60)",
    arguments: Owner.allCases, [false, true])
  func everywhere(owner: Owner, isInCallback: Bool) {
    let bus = TestBus(vocabulary: .uiKit)
    let other = bus.listener("other")
    let hold = Slot<AppLifecycleHold>()
    var acts = 0
    func part() {
      acts += 1
      bus.mediator.detach(other)
      bus.mediator.attach(other, replay: .state)
      hold.value = bus.mediator.hold("taken")
      bus.post(.significantTimeChange)
      _ = bus.mediator.state
      _ = bus.mediator.listenerCount
    }
    bus.mediator.attach(other)
    let letGo = give(Parting(part), to: owner, of: bus)
    #expect(acts == 0)

    if isInCallback {
      let attachment = bus.mediator.on(.didReceiveMemoryWarning) { _ in letGo() }
      bus.post(.didReceiveMemoryWarning)
      attachment.detach()
    } else {
      letGo()
    }

    #expect(acts == 1)
    #expect(bus.calls.contains("other.significantTimeChange"))
    #expect(bus.mediator.listenerCount == 1)
    #expect(bus.mediator.openHolds == ["taken"])
    hold.value = nil
  }

  private final class Keeping: AppLifecycleListener {
    var attachment: AppLifecycleAttachment?
  }

  private struct Watched {
    weak var object: AnyObject?
  }

  /// Makes a mediator with all that it may keep, and returns all of it.
  private func fullMediator(_ index: Int, on center: NotificationCenter) -> [Watched] {
    let mediator = AppLifecycleMediator(policy: .balanced, notificationCenter: center)
    let probe = FakeProbe()
    let group = ListenerGroup()
    let listeners = (0..<3).map { _ in Keeping() }

    listeners[0].attachment = mediator.attach(listeners[0])
    listeners[1].attachment = group.attach(listeners[1])
    listeners[2].attachment = mediator.attach(weakly: listeners[2])
    mediator.attach(group, replay: .state)
    mediator.onAnomaly = { [weak mediator] _ in _ = mediator?.state }
    mediator.observeScenes(on: center)
    if index.isMultiple(of: 2) {
      mediator.probe = probe
    }

    center.post(.didFinishLaunching, userInfo: ["it": listeners[0]])
    if index.isMultiple(of: 3) {
      listeners[0].attachment?.detach()
    }

    let all = [mediator, probe, group] + listeners as [AnyObject]
    return all.map { Watched(object: $0) }
  }

  @Test("nothing is left alive of 100 mediators with all that they may keep (8, 14)")
  func leaks() {
    let center = NotificationCenter()

    let left = (0..<100).flatMap { fullMediator($0, on: center) }

    #expect(left.count == 600)
    #expect(left.allSatisfy { $0.object == nil })
    center.post(.willTerminate)
  }
}
