import Foundation
import LifecycleBus
import TestSupport
import Testing

/// Posted sequences, and the events that balanced listeners receive. The single steps are in
/// TransitionsTests.
@MainActor
@Suite("Admission")
struct AdmissionTests {
  struct Sequence: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let posted: String
    let heard: String
    var anomalies: [AppLifecycleAnomaly] = []
  }

  nonisolated static let letters: [Character: AppLifecycleEvent] = [
    "L": .didFinishLaunching, "F": .willEnterForeground, "A": .didBecomeActive,
    "R": .willResignActive, "B": .didEnterBackground, "T": .willTerminate,
    "M": .didReceiveMemoryWarning,
  ]

  nonisolated static let sequences = [
    Sequence(
      testDescription: "the same event twice (26)", posted: "LLFFAARRBB", heard: "LFARB",
      anomalies: [
        .duplicate(.didFinishLaunching), .duplicate(.willEnterForeground),
        .duplicate(.didBecomeActive), .duplicate(.willResignActive),
        .duplicate(.didEnterBackground),
      ]),
    Sequence(
      testDescription: "background from active (27)", posted: "LAB", heard: "LARB",
      anomalies: [.synthesized(.willResignActive, before: .didEnterBackground)]),
    Sequence(
      testDescription: "active from the background (27)", posted: "LBA", heard: "LBFA",
      anomalies: [.synthesized(.willEnterForeground, before: .didBecomeActive)]),
    Sequence(
      testDescription: "active before the launch (27)", posted: "A", heard: "LA",
      anomalies: [.synthesized(.didFinishLaunching, before: .didBecomeActive)]),
    Sequence(
      testDescription: "background before the launch (27)", posted: "B", heard: "LB",
      anomalies: [.synthesized(.didFinishLaunching, before: .didEnterBackground)]),
    Sequence(
      testDescription: "a launch after its synthesis (27, 31)", posted: "FL", heard: "LF",
      anomalies: [
        .synthesized(.didFinishLaunching, before: .willEnterForeground),
        .unexpected(.didFinishLaunching, state: .inactive),
      ]),
    Sequence(
      testDescription: "terminated from active (28)", posted: "LAT", heard: "LARBT",
      anomalies: [
        .synthesized(.willResignActive, before: .willTerminate),
        .synthesized(.didEnterBackground, before: .willTerminate),
      ]),
    Sequence(
      testDescription: "terminated in an interruption (28)", posted: "LART", heard: "LARBT",
      anomalies: [.synthesized(.didEnterBackground, before: .willTerminate)]),
    Sequence(
      testDescription: "terminated right after the launch (28)", posted: "LT", heard: "LBT",
      anomalies: [.synthesized(.didEnterBackground, before: .willTerminate)]),
    Sequence(
      testDescription: "terminated in the background (28)", posted: "LARBT", heard: "LARBT"),
    Sequence(testDescription: "terminated before the launch (28)", posted: "T", heard: "T"),
    Sequence(
      testDescription: "everything after termination (29)", posted: "TLFARBTM", heard: "T",
      anomalies: "LFARBTM".compactMap { letters[$0] }.map { .afterTermination($0) }),
    Sequence(testDescription: "a background launch (30)", posted: "LB", heard: "LB"),
    Sequence(
      testDescription: "a background launch that is opened (30)", posted: "LBFA", heard: "LBFA"),
    Sequence(testDescription: "a cold launch with foreground (30)", posted: "LFA", heard: "LFA"),
    Sequence(testDescription: "a cold launch without (30)", posted: "LA", heard: "LA"),
    Sequence(
      testDescription: "foreground while active (31)", posted: "LAF", heard: "LA",
      anomalies: [.unexpected(.willEnterForeground, state: .active)]),
    Sequence(
      testDescription: "resigned in the background (31)", posted: "LBR", heard: "LB",
      anomalies: [.unexpected(.willResignActive, state: .background)]),
    Sequence(
      testDescription: "conditions in any state (20)", posted: "MLMFMAMRMBM",
      heard: "MLMFMAMRMBM"),
  ]

  @Test(
    ".lifecycle delivers a legal sequence and reports each repair (26-31)", arguments: sequences)
  func balanced(sequence: Sequence) {
    let bus = TestBus(policy: .lifecycle)
    var heard: [AppLifecycleEvent] = []
    bus.attach("it") { heard.append($0.event) }
    for event in sequence.posted.compactMap({ Self.letters[$0] }) { bus.post(event) }
    #expect(heard == sequence.heard.compactMap { Self.letters[$0] })
    #expect(bus.anomalies == sequence.anomalies)
  }

  @Test(".relay delivers each post as it is", arguments: sequences)
  func asPosted(sequence: Sequence) {
    let bus = TestBus(policy: .relay)
    let events = sequence.posted.compactMap { Self.letters[$0] }
    bus.attach("it")
    for event in events { bus.post(event) }
    #expect(bus.calls == events.map { "it.\($0)" })
    #expect(bus.anomalies.isEmpty)
  }

  @Test("a missing step is marked as synthesized (27)")
  func synthesizedContexts() {
    let bus = TestBus(policy: .lifecycle.mirrored, initialState: .active)
    var seen: [String] = []
    bus.attach("it") {
      seen.append("\($0.event) \($0.origin) \($0.previousState)-\($0.state) \($0.order)")
    }
    bus.post(.willTerminate)
    #expect(
      seen == [
        "willResignActive synthesized active-inactive mirrored",
        "didEnterBackground synthesized inactive-background mirrored",
        "willTerminate posted background-terminated mirrored",
      ])
  }

  @Test("a post in a synthesized step waits for the posted event (15, 27)")
  func postInSynthesizedStep() {
    let bus = TestBus(policy: .lifecycle, initialState: .background)
    bus.attach("it") { context in
      if context.event == .willEnterForeground { bus.post(.didReceiveMemoryWarning) }
    }
    bus.post(.didBecomeActive)
    #expect(
      bus.calls == ["it.willEnterForeground", "it.didBecomeActive", "it.didReceiveMemoryWarning"])
  }

  @Test("unknown names are not relayed (33)")
  func unknownNames() {
    let bus = TestBus()
    bus.attach("it")
    bus.center.post(name: Notification.Name("UISceneDidActivateNotification"), object: nil)
    bus.center.post(.didBecomeActive, vocabulary: .appKit)
    #expect(bus.calls.isEmpty)
    #expect(bus.mediator.state == .notRunning)
  }

  @Test("two vocabularies on one center stay apart (33)")
  func twoVocabularies() {
    let bus = TestBus()
    let mac = AppLifecycleMediator(vocabulary: .appKit, notificationCenter: bus.center)
    var heard: [AppLifecycleEvent] = []
    mac.on { heard.append($0.event) }
    bus.attach("it")
    bus.center.post(.didBecomeActive, vocabulary: .appKit)
    bus.center.post(.didFinishLaunching, vocabulary: .uiKit)
    #expect(heard == [.didBecomeActive])
    #expect(bus.calls == ["it.didFinishLaunching"])
  }
}
