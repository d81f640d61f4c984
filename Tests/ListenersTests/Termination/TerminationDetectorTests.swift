import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("A termination detector")
struct TerminationDetectorTests {
  let folder: TemporaryFolder
  let file: URL
  private let clock = ManualClock()

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("state/last-run.json")
  }

  private func detector(app: String? = nil) -> TerminationDetector {
    TerminationDetector(
      file: file,
      environment: RunEnvironment(
        boot: .identifier("boot"), appVersion: app, systemVersion: "os",
        now: { [clock] in clock.date }))
  }

  @Test(
    "each run finds the record of the run before",
    arguments: [
      ([], PreviousRun.Ending.beforeForeground),
      ([.didFinishLaunching], .beforeForeground),
      ([.didFinishLaunching, .didEnterBackground], .inBackground),
      ([.didFinishLaunching, .didBecomeActive], .inForeground),
      ([.didFinishLaunching, .didBecomeActive, .willResignActive], .inForeground),
      ([.didFinishLaunching, .didBecomeActive, .didEnterBackground], .inBackground),
      (
        [.didFinishLaunching, .didBecomeActive, .didEnterBackground, .willEnterForeground],
        .inForeground
      ),
      ([.didFinishLaunching, .didBecomeActive, .willTerminate], .clean),
      ([.willTerminate], .clean),
    ] as [([AppLifecycleEvent], PreviousRun.Ending)])
  func runs(events: [AppLifecycleEvent], expected: PreviousRun.Ending) {
    let bus = TestBus(policy: .lifecycle)
    let first = detector()
    #expect(first.previousRun.ending == .firstLaunch)
    bus.mediator.attach(first)
    bus.mediator.attach(first)
    for event in events { bus.post(event) }
    let second = detector()
    #expect(second.previousRun.ending == expected)
    #expect(second.previousRun.record == first.record)
    #expect(first.problem == nil && second.problem == nil)
    #expect(detector().previousRun.ending == .beforeForeground)
  }

  @Test("the record holds its start and last change; a condition changes nothing")
  func dates() {
    let bus = TestBus()
    let first = detector()
    bus.mediator.attach(first)
    clock.advance(by: .seconds(60))
    bus.post(.didFinishLaunching)
    clock.advance(by: .seconds(60))
    bus.post(.didReceiveMemoryWarning)
    #expect(first.record.lastChange.timeIntervalSince(first.record.start) == 60)
    #expect(detector().previousRun.record == first.record)
  }

  @Test("a crash in another listener's willTerminate is not an orderly end")
  func crashOnTheWayDown() {
    let bus = TestBus(policy: .lifecycle)
    var seen: PreviousRun.Ending?
    bus.mediator.attach(detector())
    bus.attach("last") { [file] context in
      // What a run would find that began now, because this one has just crashed.
      let record = try? JSONDecoder().decode(Marker.self, from: Data(contentsOf: file)).run
      if context.event == .willTerminate, let record {
        seen = PreviousRun(record: record, now: record).ending
      }
    }
    bus.post(.didFinishLaunching, .didBecomeActive, .willTerminate)
    #expect(seen == .inBackground)
    #expect(detector().previousRun.ending == .clean)
  }

  private struct Marker: Decodable { let run: RunRecord }

  @Test("attached late with a replay, it records the current state")
  func late() {
    let bus = TestBus()
    bus.post(.didFinishLaunching, .didBecomeActive)
    bus.mediator.attach(detector(), replay: .state)
    #expect(detector().previousRun.ending == .inForeground)
  }

  @Test(
    "a damaged record is set aside, and the ending is unknown",
    arguments: [
      ("", ListenerFileError.Code.undecodable), ("{}", .undecodable), ("[1, 2", .undecodable),
      (#"{"format": 2, "run": {}}"#, .wrongVersion),
      (String(repeating: " ", count: 70_000), .tooLarge),
    ])
  func damaged(text: String, code: ListenerFileError.Code) throws {
    _ = detector()
    try Data(text.utf8).write(to: file)
    let next = detector()
    guard case .unknown(let error) = next.previousRun.ending else {
      Issue.record("\(next.previousRun)")
      return
    }
    #expect(error.code == code)
    #expect(error.setAsidePath == file.path + ".set-aside-\(code.rawValue)-1")
    #expect(next.problem == nil)
    #expect(detector().previousRun.ending == .beforeForeground)
  }

  @Test(
    "a failing write is reported once", arguments: SystemPaths.unwritable.map { "\($0)/run" })
  func unwritable(path: String) {
    let bus = TestBus()
    let detector = TerminationDetector(file: URL(fileURLWithPath: path))
    var problems: [ListenerFileError] = []
    detector.onProblem = { problems.append($0) }
    bus.mediator.attach(detector)
    bus.post(.didFinishLaunching, .didBecomeActive, .willTerminate)
    #expect(problems.map(\.code) == [.unwritable])
    #expect(detector.record.state == .terminated)
  }

  @Test("of two runs with one file, the last to write wins")
  func shared() {
    let (one, two) = (TestBus(), TestBus())
    one.mediator.attach(detector())
    two.mediator.attach(detector())
    one.post(.didFinishLaunching, .didBecomeActive)
    two.post(.didFinishLaunching, .willTerminate)
    #expect(detector().previousRun.ending == .clean)
    #expect(folder.names == ["state"])
  }
}
