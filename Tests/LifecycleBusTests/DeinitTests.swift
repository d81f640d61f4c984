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
      let mediator = AppLifecycleMediator(policy: .balanced, notificationCenter: center)
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
}
