import Foundation
import LifecycleBus
import Listeners
import TestSupport
import Testing

/// A nested run loop may post `willTerminate` inside a callback, and the system may end the process
/// as soon as that post returns.
@MainActor
@Suite("willTerminate inside a callback")
struct UrgentEventTests {
  @Test("willTerminate in a callback is delivered at once (37, 56)")
  func reachesEveryListener() {
    let bus = TestBus()
    bus.attach("1")
    bus.attach("2") { [unowned bus] in
      guard $0.event == .didBecomeActive else { return }
      bus.post(.didReceiveMemoryWarning, .willTerminate)
      #expect(
        bus.calls == [
          "1.didBecomeActive", "2.didBecomeActive", "3.didBecomeActive",
          "1.didReceiveMemoryWarning", "2.didReceiveMemoryWarning", "3.didReceiveMemoryWarning",
          "1.willTerminate", "2.willTerminate", "3.willTerminate",
        ])
      bus.clear()
    }
    bus.attach("3")
    bus.post(.didBecomeActive)
    #expect(bus.calls.isEmpty)
    #expect(bus.mediator.state == .terminated)
  }

  @Test("an urgent end is preceded by didEnterBackground (28, 32)")
  func legalWalk() {
    let bus = TestBus(policy: .lifecycle)
    bus.attach("1")
    bus.attach("2") { [unowned bus] in
      if $0.event == .didBecomeActive { bus.post(.willTerminate) }
    }
    bus.attach("3")
    bus.post(.didFinishLaunching, .willEnterForeground, .didBecomeActive)
    for name in ["1", "2", "3"] {
      #expect(
        bus.calls.filter { $0.hasPrefix(name) } == [
          "\(name).didFinishLaunching", "\(name).willEnterForeground", "\(name).didBecomeActive",
          "\(name).willResignActive", "\(name).didEnterBackground", "\(name).willTerminate",
        ])
    }
  }

  @Test("an urgent end comes after synthesized steps (27)")
  func insideSynthesizedStep() {
    let bus = TestBus(policy: .lifecycle.mirrored, initialState: .active)
    bus.attach("1")
    bus.attach("2") { [unowned bus] in
      if $0.event == .willResignActive { bus.post(.willTerminate) }
    }
    bus.post(.didEnterBackground)
    #expect(
      bus.calls == [
        "2.willResignActive", "1.willResignActive", "2.didEnterBackground", "1.didEnterBackground",
        "2.willTerminate", "1.willTerminate",
      ])
  }

  @Test("an urgent end comes after each event that one name stands for (56)")
  func oneNameForTwoEvents() {
    let center = NotificationCenter()
    let name = Notification.Name("KioskDidSleep")
    let first = AppLifecycleMediator(
      vocabulary: AppLifecycleVocabulary([.willResignActive: name, .willTerminate: .init("End")]),
      notificationCenter: center)
    first.observe(center, vocabulary: AppLifecycleVocabulary([.didEnterBackground: name]))
    let second = AppLifecycleMediator(
      vocabulary: AppLifecycleVocabulary([.willResignActive: name, .willTerminate: .init("End")]),
      notificationCenter: center)
    var heard: [[AppLifecycleEvent]] = [[], []]
    first.on {
      heard[0].append($0.event)
      if $0.event == .willResignActive { center.post(name: .init("End"), object: nil) }
    }
    second.on { heard[1].append($0.event) }
    center.post(name: name, object: nil)
    #expect(
      heard == [
        [.willResignActive, .didEnterBackground, .willTerminate],
        [.willResignActive, .willTerminate],
      ])
  }

  @Test("an urgent end reaches each mediator in order (49)")
  func allMediators() {
    let bus = TestBus()
    bus.attach("1") { [unowned bus] in
      if $0.event == .didEnterBackground {
        bus.post(.willTerminate)
        #expect(bus.calls.last == "1.willTerminate")
      }
    }
    let second = AppLifecycleMediator(notificationCenter: bus.center)
    var heard: [AppLifecycleEvent] = []
    second.on { heard.append($0.event) }
    bus.post(.didEnterBackground)
    #expect(heard == [.didEnterBackground, .willTerminate])
    #expect(bus.calls == ["1.didEnterBackground", "1.willTerminate"])
  }

  @Test("an urgent end on another center leaves the order of the mediators (49, 56)")
  func onAnotherCenter() {
    let bus = TestBus()
    let other = NotificationCenter()
    let second = AppLifecycleMediator(notificationCenter: bus.center)
    second.observe(other)
    var calls: [String] = []
    bus.mediator.on(.didBecomeActive) { _ in
      calls.append("first")
      other.post(.willTerminate)
    }
    bus.mediator.on(.didBecomeActive) { _ in calls.append("first, rest") }
    second.on { calls.append("second.\($0.event)") }
    bus.post(.didBecomeActive)
    #expect(
      calls == ["first", "first, rest", "second.didBecomeActive", "second.willTerminate"])
  }

  @Test("an urgent end comes after the event in a mediator that is released in it (14, 56)")
  func mediatorGoesBefore() {
    let slot = Slot<AppLifecycleMediator>()
    let center = NotificationCenter()
    slot.value = AppLifecycleMediator(notificationCenter: center)
    let second = AppLifecycleMediator(notificationCenter: center)
    var calls: [String] = []
    slot.value?.on { _ in
      slot.value = nil
      center.post(.willTerminate)
    }
    slot.value?.on { calls.append("first.\($0.event)") }
    second.on { calls.append("second.\($0.event)") }
    center.post(.didEnterBackground)
    #expect(
      calls == ["first.didEnterBackground", "second.didEnterBackground", "second.willTerminate"])
  }

  @Test(
    "an urgent end comes after the event in a group that is detached in it (8, 56)",
    arguments: [false, true], [false, true])
  func groupGoesBefore(isWeak: Bool, isNew: Bool) {
    let bus = TestBus()
    let group = ListenerGroup()
    var (calls, attachment): ([String], AppLifecycleAttachment?) = ([], nil)
    group.attach(
      bus.listener("in the group") { _ in
        attachment?.detach()
        bus.post(.willTerminate)
      })
    group.attach(ClosureListener { calls.append("group.\($0.event)") })
    let attach = {
      attachment =
        isWeak
        ? bus.mediator.attach(weakly: group, replay: .state)
        : bus.mediator.attach(group, replay: .state)
    }
    // A new one receives the event last.
    if isNew { bus.mediator.on(.didEnterBackground) { _ in attach() } } else { attach() }
    bus.mediator.on { calls.append("rest.\($0.event)") }
    bus.post(.didEnterBackground)
    #expect(Set(calls.prefix(2)) == ["group.didEnterBackground", "rest.didEnterBackground"])
    #expect(calls.last == "rest.willTerminate" && calls.count == 3)
  }

  @Test("a probe sees an interrupted event end once (43)")
  func probed() {
    final class Borders: AppLifecycleProbe {
      var lines: [String] = []
      func relayWillBegin(_ context: AppLifecycleContext) { lines.append("begin \(context.event)") }
      func relayDidCall(_ call: AppLifecycleProbeCall) {}
      func relayDidEnd(_ context: AppLifecycleContext) { lines.append("end \(context.event)") }
    }
    let bus = TestBus()
    let probe = Borders()
    bus.mediator.probe = probe
    bus.attach("1") { [unowned bus] in
      if $0.event == .didBecomeActive { bus.post(.willTerminate) }
    }
    bus.attach("2")
    bus.post(.didBecomeActive)
    #expect(
      probe.lines == [
        "begin didBecomeActive", "end didBecomeActive", "begin willTerminate", "end willTerminate",
      ])
    #expect(bus.calls.count == 4)
  }

  @Test("willTerminate in its own callback waits (17)")
  func insideItself() {
    let bus = TestBus()
    var count = 0
    bus.mediator.on(.willTerminate) { [unowned bus] _ in
      count += 1
      if count < 100_000 { bus.post(.willTerminate) }
    }
    bus.post(.willTerminate)
    #expect(count == 100_000)
  }

  @Test("an urgent end comes after the replay that is under way (29, 71)")
  func insideReplay() {
    let bus = TestBus(policy: .lifecycle, initialState: .active)
    bus.attach("it", replay: .state) { [unowned bus] in
      if $0.event == .didFinishLaunching { bus.post(.willTerminate) }
    }
    #expect(
      bus.calls == [
        "it.didFinishLaunching", "it.willEnterForeground", "it.didBecomeActive",
        "it.willResignActive", "it.didEnterBackground", "it.willTerminate",
      ])
  }

  @Test("a mediator released by an urgent end delivers the rest (14)")
  func mediatorGoes() {
    let live = LiveCount()
    let slot = Slot<AppLifecycleMediator>()
    let center = NotificationCenter()
    var heard: [AppLifecycleEvent] = []
    slot.value = AppLifecycleMediator(notificationCenter: center)
    slot.value?.attach(live.listener { heard.append($0.event) })
    slot.value?.on(.didBecomeActive) { _ in
      center.post(.willTerminate)
      slot.value = nil
    }
    slot.value?.attach(live.listener { heard.append($0.event) })
    center.post(.didBecomeActive)
    #expect(heard == [.didBecomeActive, .didBecomeActive, .willTerminate, .willTerminate])
    #expect(live.count == 0)
  }
}
