import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

@MainActor
@Suite("Anomalies")
struct AnomalyTests {
  nonisolated static let sentences: [(AppLifecycleAnomaly, String)] = [
    (
      .duplicate(.didBecomeActive),
      "didBecomeActive was posted again; the repetition was dropped."
    ),
    (
      .unexpected(.willResignActive, state: .background),
      "willResignActive was posted while the app was background; it was dropped."
    ),
    (
      .synthesized(.willEnterForeground, before: .didBecomeActive),
      "willEnterForeground was missing before didBecomeActive; it was synthesized."
    ),
    (
      .afterTermination(.didBecomeActive),
      "didBecomeActive was posted after willTerminate; it was dropped."
    ),
    (
      .postedOffMain(.didEnterBackground),
      "didEnterBackground was posted off the main actor and relayed on it later; "
        + "post it with `await center.post(.didEnterBackground)`."
    ),
    (
      .attachedAfterLaunch(listener: "Cache"),
      "Cache was attached after the launch and missed it; "
        + "attach it earlier or with `replay: .launch`."
    ),
    (
      .holdsExpired(["upload", "save"]),
      "The time ran out with these holds still open: upload, save; "
        + "release them earlier or ask for a larger budget."
    ),
    (
      .requestExpired("backgroundFetch", listeners: ["News", "Mail"]),
      "The deadline of backgroundFetch passed without an answer from News, Mail, "
        + "which counts as failed; answer earlier, or allow more time."
    ),
    (
      .answeredLate("backgroundFetch", listener: "News"),
      "News answered backgroundFetch after the deadline; the answer was ignored."
    ),
    (
      .sceneMissing(.didActivate),
      "A scene's didActivate was posted without the scene as its object; it was dropped."
    ),
    (
      .scenePostedOffMain(.didActivate),
      "A scene's didActivate was posted off the main actor and relayed on it later."
    ),
    (
      .notAskedAtLaunch(listener: "News"),
      "The app has launched, and nobody asked News to handle it; call `askToHandleLaunch()` "
        + "in the launch method, or derive the delegate from one of LifecycleBusDelegates."
    ),
    (
      .startedAfterLaunchMethod(listener: "News"),
      "News ran after the launch method had returned; call `run()` in it, or in a listener "
        + "that handles the launch."
    ),
  ]

  @Test("each anomaly describes itself in one sentence (34)", arguments: sentences)
  func description(anomaly: AppLifecycleAnomaly, sentence: String) {
    #expect(anomaly.description == sentence)
    #expect(sentence.hasSuffix("."))
    #expect(!sentence.dropLast().contains(". "))
  }

  @Test("a listener that missed the launch is reported (34)")
  func attachedAfterLaunch() {
    struct Late: AppLifecycleListener {}
    let bus = TestBus()
    bus.mediator.attach(Late())
    #expect(bus.anomalies.isEmpty)
    bus.post(.didFinishLaunching)
    bus.mediator.attach(Late(), replay: .launch)
    bus.mediator.attach(Late(), replay: .state)
    bus.mediator.on(.didBecomeActive) { _ in }
    _ = bus.mediator.events()
    #expect(bus.anomalies.isEmpty)
    bus.mediator.attach(Late())
    #expect(bus.anomalies == [.attachedAfterLaunch(listener: "Late")])
  }

  @Test("a closure that missed the launch is reported (34)")
  func closureAfterLaunch() throws {
    let bus = TestBus()
    bus.post(.didFinishLaunching)
    let line: UInt = #line + 1
    bus.mediator.on(.didFinishLaunching) { _ in }
    #expect(
      bus.anomalies == [
        .attachedAfterLaunch(listener: "closure at LifecycleBusTests/AnomalyTests.swift:\(line)")
      ])
  }

  @Test("without a handler no anomaly is made (34)")
  func costsNothing() {
    let relay = EventRelay(policy: .lifecycle, initialState: .notRunning)
    var made = 0
    func anomaly() -> AppLifecycleAnomaly {
      made += 1
      return .duplicate(.didBecomeActive)
    }
    relay.report(anomaly())
    #expect(made == 0)
    var heard: [AppLifecycleAnomaly] = []
    relay.onAnomaly = { heard.append($0) }
    relay.report(anomaly())
    #expect(made == 1)
    #expect(heard == [.duplicate(.didBecomeActive)])
  }

  @Test("without a handler events are still repaired (34)")
  func noHandler() {
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator(policy: .lifecycle, notificationCenter: center)
    var heard: [AppLifecycleEvent] = []
    mediator.on { heard.append($0.event) }
    for event in [AppLifecycleEvent.didBecomeActive, .didBecomeActive, .willEnterForeground] {
      center.post(event)
    }
    #expect(heard == [.didFinishLaunching, .didBecomeActive])
  }

  @Test("an anomaly is reported before the event (34)")
  func beforeTheEvent() {
    let bus = TestBus(policy: .lifecycle)
    var lines: [String] = []
    bus.mediator.onAnomaly = { lines.append($0.description) }
    bus.mediator.on { lines.append("\($0.event)") }
    bus.post(.didBecomeActive)
    #expect(
      lines == [
        "didFinishLaunching was missing before didBecomeActive; it was synthesized.",
        "didFinishLaunching", "didBecomeActive",
      ])
  }

  @Test("an anomaly handler may attach, detach and post (18, 34)")
  func busyHandler() {
    let bus = TestBus(policy: .lifecycle.mirrored, initialState: .background)
    let leaving = bus.listener("leaving")
    bus.mediator.attach(leaving)
    bus.attach("staying")
    bus.mediator.onAnomaly = { anomaly in
      guard case .synthesized = anomaly else { return }
      bus.mediator.detach(leaving)
      bus.attach("late", replay: .state)
      bus.post(.willResignActive)
    }
    bus.post(.didBecomeActive)
    #expect(
      bus.calls == [
        "late.didFinishLaunching", "late.didEnterBackground",
        "staying.willEnterForeground", "late.willEnterForeground",
        "staying.didBecomeActive", "late.didBecomeActive",
        "late.willResignActive", "staying.willResignActive",
      ])
  }

  @Test("an anomaly handler may attach late listeners (34)")
  func attachingHandler() {
    let bus = TestBus()
    bus.post(.didFinishLaunching)
    var left = 3
    bus.mediator.onAnomaly = { _ in
      left -= 1
      if left > 0 { bus.attach("more") }
    }
    bus.attach("late")
    #expect(left == 0)
    #expect(bus.mediator.listenerCount == 3)
  }
}
