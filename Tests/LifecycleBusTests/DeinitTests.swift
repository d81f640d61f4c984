import Foundation
import LifecycleBus
import TestSupport
import Testing

/// A deinit may use the mediator that released the object, so the mediator must be consistent at
/// each release.
@MainActor
@Suite("Deinits")
struct DeinitTests {
  enum Act: CaseIterable, Sendable {
    case post, attach, attachWithReplay, attachWeakly, detach, read, removeObserver
  }
  enum Moment: CaseIterable, Sendable {
    case detachedOutside, detachedInItsCall, detachedByAnother, arrivedAndLeft
  }

  @Test(
    "a listener's deinit may use the mediator (18)",
    arguments: Act.allCases, Moment.allCases)
  func listenerGoes(act: Act, moment: Moment) {
    let bus = TestBus()
    let live = LiveCount()
    bus.post(.didFinishLaunching)
    let other = bus.listener("other")
    let perform = action(act, on: bus, detaching: other)
    var attachment: AppLifecycleAttachment?
    if moment == .detachedByAnother || moment == .arrivedAndLeft {
      bus.mediator.on(.didReceiveMemoryWarning) { _ in
        if moment == .arrivedAndLeft {
          attachment = bus.mediator.attach(live.listener(onDeinit: perform))
        }
        attachment?.detach()
      }
    }
    if moment != .arrivedAndLeft {
      attachment = bus.mediator.attach(
        live.listener(
          perform: { _ in if moment == .detachedInItsCall { attachment?.detach() } },
          onDeinit: perform))
    }
    bus.mediator.attach(other)
    if moment == .detachedOutside {
      attachment?.detach()
    } else {
      bus.post(.didReceiveMemoryWarning)
    }
    #expect(live.count == 0)
    if act == .detach { bus.mediator.attach(other) }
    bus.clear()
    bus.post(.willResignActive)
    let arrivals = act == .attach || act == .attachWithReplay
    #expect(bus.calls.first == "other.willResignActive")
    #expect(bus.calls.count(where: { $0 == "late.willResignActive" }) == (arrivals ? 1 : 0))
    #expect(bus.calls.count == (arrivals ? 2 : 1))
  }

  @Test("a listener attached in a deinit gets the new state (10)")
  func lateInDeinit() {
    let bus = TestBus()
    let live = LiveCount()
    bus.post(.didFinishLaunching)
    var attachment: AppLifecycleAttachment?
    attachment = bus.mediator.attach(
      live.listener(
        perform: { _ in attachment?.detach() },
        onDeinit: { bus.attach("late", replay: .state) }))
    bus.post(.didBecomeActive)
    #expect(live.count == 0)
    #expect(
      bus.calls == [
        "late.didFinishLaunching", "late.willEnterForeground", "late.didBecomeActive",
      ])
  }

  @Test("a post in the last listener's deinit is delivered")
  func postInDeinit() {
    let bus = TestBus()
    let live = LiveCount()
    bus.attach("other")
    let attachment = bus.mediator.attach(
      live.listener(onDeinit: { bus.post(.didReceiveMemoryWarning) }))
    attachment.detach()
    #expect(bus.calls == ["other.didReceiveMemoryWarning"])
  }

  @Test(
    "the deinit of a mediator's last listener may post (14)",
    .timeLimit(.minutes(hangMinutes)))
  func mediatorGoes() {
    let center = NotificationCenter()
    let live = LiveCount()
    let name = Notification.Name("its own")
    let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in }
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: center)
    var done = 0
    mediator?.attach(
      live.listener(
        onDeinit: {
          center.post(.willTerminate)
          center.removeObserver(token)
          done += 1
        }))
    mediator = nil
    #expect(done == 1)
    #expect(live.count == 0)
  }

  @Test("a probe's deinit may use the mediator (18)", arguments: Act.allCases)
  func probeGoes(act: Act) {
    final class Parting: AppLifecycleProbe {
      let parting: @MainActor () -> Void
      init(_ parting: @escaping @MainActor () -> Void) { self.parting = parting }
      deinit { MainActor.assumeIsolated(parting) }
      func relayDidCall(_ call: AppLifecycleProbeCall) {}
    }
    let bus = TestBus()
    bus.post(.didFinishLaunching)
    let other = bus.listener("other")
    bus.mediator.attach(other)
    var parted = 0
    let perform = action(act, on: bus, detaching: other)
    bus.mediator.probe = Parting {
      parted += 1
      perform()
    }
    bus.mediator.probe = nil
    #expect(parted == 1)
  }

  @Test("a deinit from an anomaly handler may use the mediator (18)", arguments: Act.allCases)
  func handlerGoes(act: Act) {
    let bus = TestBus()
    let live = LiveCount()
    bus.post(.didFinishLaunching)
    let other = bus.listener("other")
    bus.mediator.attach(other)
    do {
      let held = live.listener(onDeinit: action(act, on: bus, detaching: other))
      bus.mediator.onAnomaly = { _ in withExtendedLifetime(held) {} }
    }
    bus.mediator.onAnomaly = nil
    #expect(live.count == 0)
  }

  @Test(
    "a deinit from launch values may use the mediator (18)", arguments: Act.allCases)
  func launchUserInfoGoes(act: Act) {
    let bus = TestBus()
    let live = LiveCount()
    let other = bus.listener("other")
    bus.mediator.attach(other)
    let perform = action(act, on: bus, detaching: other)
    bus.center.post(.didFinishLaunching, userInfo: ["it": live.listener(onDeinit: perform)])
    #expect(live.count == 1)
    bus.post(.didFinishLaunching)
    #expect(live.count == 0)
  }

  @Test(
    "a deinit from an undelivered post may post (14)",
    .timeLimit(.minutes(hangMinutes)))
  func waitingUserInfoGoes() async {
    let center = NotificationCenter()
    let live = LiveCount()
    let gone = Gate()
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: center)
    #expect(mediator?.listenerCount == 0)
    // The main actor is busy here until the mediator is released, so the post waits in its inbox.
    let posted = DispatchSemaphore(value: 0)
    let remote = RemotePoster(center)
    remote.post(
      .didBecomeActive,
      carrying: live.listener(onDeinit: {
        center.post(.willTerminate)
        gone.open()
      }), then: posted)
    posted.block()
    mediator = nil
    await gone.wait()
  }

  /// An act in a deinit.
  private func action(
    _ act: Act, on bus: TestBus, detaching other: JournalingListener
  ) -> @MainActor () -> Void {
    let token = bus.center.addObserver(forName: .init("its own"), object: nil, queue: nil) { _ in }
    return {
      switch act {
      case .post: bus.center.post(.protectedDataDidBecomeAvailable)
      case .attach: bus.attach("late")
      case .attachWithReplay: bus.attach("late", replay: .state)
      case .attachWeakly: bus.mediator.attach(weakly: bus.listener("brief"))
      case .detach: bus.mediator.detach(other)
      case .read: _ = (bus.mediator.state, bus.mediator.listenerCount)
      case .removeObserver: bus.center.removeObserver(token)
      }
    }
  }
}
