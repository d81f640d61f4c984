import Foundation
import LifecycleBus
import LifecycleBusSignals
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("The default mediator")
struct DefaultMediatorTests {
  private let center = NotificationCenter()
  private let folder = TemporaryFolder()
  private let lines = CallJournal()

  private var notes: [String] { lines.lines.filter { $0.hasPrefix("lifecycle: ") } }
  private var everything: AppLifecycleMediator.DefaultLog {
    .everything(to: { [lines] in lines.write($0) })
  }
  private var notices: AppLifecycleMediator.DefaultLog {
    .notices(to: { [lines] in lines.write($0) })
  }

  /// The detector of a process of its own.
  private func detector(_ records: RunRecords = RunRecords()) -> TerminationDetector {
    TerminationDetector(file: folder.file("run"), environment: RunEnvironment(), records: records)
  }

  private func mediator(
    _ log: AppLifecycleMediator.DefaultLog?, recorder: FlightRecorder? = FlightRecorder(),
    detector: TerminationDetector? = nil, initialState: AppLifecycleState = .notRunning,
    listeners: [any AppLifecycleListener] = []
  ) -> AppLifecycleMediator {
    .makeDefaultMediator(
      notificationCenter: center, initialState: initialState, log: log, recorder: recorder,
      detector: detector
    ) { listeners }
  }

  private func post(_ events: [AppLifecycleEvent]) { for event in events { center.post(event) } }

  @Test("the default mediator logs, records, and detects how the last run ended")
  func whole() throws {
    let (recorder, heard) = (FlightRecorder(), RecordingListener())
    let mediator = mediator(
      everything, recorder: recorder, detector: detector(), listeners: [heard])
    #expect(mediator.listenerCount == 3)
    #expect(mediator.probe === recorder)
    post([.didFinishLaunching, .didBecomeActive, .willTerminate])
    #expect(
      heard.events == [
        .didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
        .willTerminate,
      ])
    #expect(recorder.recording.events.count == 5)
    #expect(notes.first == "lifecycle: This is the first run.")
    #expect(
      notes.contains(
        "lifecycle: didEnterBackground was missing before willTerminate; it was synthesized."))
    #expect(lines.lines.contains { $0.hasSuffix("didBecomeActive inactive -> active") })
    let newest = try RunRecordFormat.newest(Array(Data(contentsOf: folder.file("run"))))
    #expect(newest?.record.state == .terminated)
  }

  @Test(
    "an ending that may be a crash is a notice, also at the launch, and no other one",
    arguments: [
      ([], ["lifecycle: The last run ended before it came to the foreground."]),
      ([.didFinishLaunching], ["lifecycle: The last run ended before it came to the foreground."]),
      ([.didFinishLaunching, .didEnterBackground], []), ([.willTerminate], []),
      ([.didBecomeActive], ["lifecycle: The last run crashed or was killed in the foreground."]),
    ] as [([AppLifecycleEvent], [String])])
  func notices(events: [AppLifecycleEvent], expected: [String]) {
    for expected in [[], expected] {
      let mediator = mediator(notices, detector: detector())
      post(events)
      withExtendedLifetime(mediator) {}
      #expect(lines.lines == expected)
    }
  }

  /// What happens, whether it is a notice, and a line that tells it.
  private static let table: [(what: String, isNotice: Bool, line: String)] = [
    ("the last run crashed or was killed in the foreground", true, "killed in the foreground."),
    ("the last run ended before it came to the foreground", true, "came to the foreground."),
    ("the record cannot be read", true, "It is not known how the last run ended."),
    ("a hold is open when its time runs out", true, "holds still open: upload"),
    ("other code has taken a signal", true, "SIGTERM goes to other code"),
    ("another ending of the last run", false, "The last run ended in order."),
    ("an event", false, "didBecomeActive inactive -> active"),
    ("an event that was missing, and was added", false, "it was synthesized."),
    ("a listener that takes long", false, "are allowed: slow"),
  ]

  @Test("a failure is a notice, and everything else is a detail")
  func rows() async throws {
    let (notices, details) = (CallJournal(), CallJournal())
    let slow = ClosureListener("slow", .didReceiveMemoryWarning) { _ in }
    func run(_ events: AppLifecycleEvent...) async {
      let mediator = mediator(
        .init(notice: { notices.write($0) }, detail: { details.write($0) }),
        recorder: FlightRecorder(allowance: .zero), detector: detector(), listeners: [slow])
      post(events)
      mediator.report(.signalHandledElsewhere(.terminate))
      let hold = mediator.hold("upload")
      await mediator.waitForHolds(upTo: .zero)
      withExtendedLifetime(hold) {}
    }
    await run(.didFinishLaunching, .didBecomeActive, .didReceiveMemoryWarning)
    await run(.didFinishLaunching)
    await run(.didFinishLaunching, .didBecomeActive, .willTerminate)
    await run()
    try Data("{}".utf8).write(to: folder.file("run"))
    await run()
    for (what, isNotice, line) in Self.table {
      #expect(notices.lines.contains { $0.contains(line) } == isNotice, "\(what)")
      #expect(details.lines.contains { $0.contains(line) } == !isNotice, "\(what)")
    }
    #expect(notices.lines.allSatisfy { $0.hasPrefix("lifecycle: ") })
  }

  @Test("the parts of the page's table")
  func contents() throws {
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, recorder: FlightRecorder(),
      detector: TerminationDetector(file: folder.file("last-run")))
    #if canImport(Darwin)
      #expect(mediator.listenerCount == 2)
    #else
      #expect(mediator.listenerCount == 1)
    #endif
    #expect(mediator.probe is FlightRecorder)
    for (name, size) in [("last-run", 4_096)] {
      #expect(try Data(contentsOf: folder.file(name)).count == size)
    }
  }

  @Test("two default mediators in one process are one run, and no crash")
  func twice() {
    let records = RunRecords()
    for number in 1...2 {
      let detector = detector(records)
      let mediator = mediator(notices, detector: detector)
      post([.didBecomeActive])
      #expect(detector.previousRun.ending == .firstLaunch, "mediator \(number)")
      #expect(lines.lines == [])
      withExtendedLifetime(mediator) {}
    }
    #expect(folder.names == ["run"])
  }

  @Test("made while the app is active and then killed, it was in the foreground")
  func madeLate() {
    withExtendedLifetime(mediator(nil, detector: detector(), initialState: .active)) {}
    #expect(detector().previousRun.ending == .inForeground)
  }

  @Test("a part passed as nil is left out")
  func parts() {
    let mediator = mediator(nil, recorder: nil)
    #expect(mediator.listenerCount == 0)
    #expect(mediator.probe == nil && mediator.onAnomaly == nil)
  }

  @Test("a closure that the caller has set on a part is kept")
  func callersOwn() {
    let recorder = FlightRecorder(allowance: .zero)
    var slowEvents = 0
    recorder.onSlowEvent = { _ in slowEvents += 1 }
    let mediator = mediator(everything, recorder: recorder, detector: detector())
    post([.didReceiveMemoryWarning])
    withExtendedLifetime(mediator) {}
    #expect(slowEvents == 1)
    #expect(notes.count == 1)
  }

  @Test("an unwritable record is logged once", arguments: [true, false])
  func unwritable(hasDirectory: Bool) {
    let detector =
      hasDirectory
      ? TerminationDetector(file: URL(fileURLWithPath: "/dev/null/run"))
      : TerminationDetector(
        RecordedRun(
          RunRecord(environment: RunEnvironment()),
          problem: ListenerFileError(code: .noDirectory, path: "~", sentence: "No home.")),
        RunEnvironment())
    let mediator = mediator(everything, detector: detector)
    post([.didFinishLaunching, .didBecomeActive, .willResignActive])
    withExtendedLifetime(mediator) {}
    #expect(notes.count == 1)
    #expect(lines.lines.count == 4)
  }

  @Test("an error thrown by the log is ignored")
  func throwingLog() {
    let mediator = mediator(.everything(to: { _ in throw CocoaError(.fileWriteOutOfSpace) }))
    post([.didBecomeActive])
    #expect(mediator.state == .active)
  }

  #if !canImport(Darwin)
    @Test("the default record is in the state directory, with permissions for the owner only")
    func child() async throws {
      #expect(try await childNotes(state) == ["lifecycle: This is the first run."])
      #expect(try await childNotes(state) == ["lifecycle: The last run ended in order."])
      #expect(folder.names == ["probe"])
      #expect(try folder.permissions("probe") == 0o700)
      #expect(try folder.permissions("probe/last-run") == 0o600)
    }

    @Test("a crash at the launch is said")
    func crashAtTheLaunch() async throws {
      let child = try ChildProcess("FilesChild", ["default", "crash"], environment: state)
      #expect(try await child.wait() == "died 6")
      let notice = try #require(try await childNotes(state).first)
      #expect(
        notice.hasPrefix(
          "lifecycle: The last run ended before it came to the foreground."), "\(notice)")
    }

    @Test("a missing home directory is logged once")
    func homeless() async throws {
      let notes = try await childNotes([:])
      #expect(notes.count == 1)
      #expect(notes.first?.contains("Neither XDG_STATE_HOME nor HOME is an absolute path.") == true)
    }

    private var state: [String: String] { ["XDG_STATE_HOME": folder.url.path] }

    /// The notes that a program with the default mediator logs, without events, repairs, and
    /// listeners that are slow because the machine is busy.
    private func childNotes(_ environment: [String: String]) async throws -> [String] {
      let child = try ChildProcess("FilesChild", ["default"], environment: environment)
      try await child.wait()
      let lines = child.output.all
      #expect(lines.contains { $0.hasSuffix("willTerminate background -> terminated") })
      return lines.filter {
        $0.hasPrefix("lifecycle: ") && !$0.contains("synthesized") && !$0.contains(" took ")
      }
    }

    @Test(
      "the state directory follows systemd and the XDG specification",
      arguments: [
        (["XDG_STATE_HOME": "/x", "HOME": "/h"], "/x/app"),
        (["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/app"),
        (["XDG_STATE_HOME": "", "HOME": "/h"], "/h/.local/state/app"),
        (["HOME": "/h"], "/h/.local/state/app"), (["HOME": "h"], nil), ([:], nil),
        (["STATE_DIRECTORY": "/var/lib/app:/var/lib/b", "XDG_STATE_HOME": "/x"], "/var/lib/app"),
        (["STATE_DIRECTORY": "/var/lib/b", "HOME": "/h"], "/var/lib/b/app"),
        (["STATE_DIRECTORY": ":/var/lib/app", "HOME": "/h"], "/h/.local/state/app"),
        (["STATE_DIRECTORY": "app", "XDG_STATE_HOME": "/x/app"], "/x/app/app"),
        (["XDG_STATE_HOME": "/x\u{FFFD}", "HOME": "/h"], nil), (["HOME": "/h\u{FFFD}"], nil),
      ])
    func stateDirectory(environment: [String: String], path: String?) {
      let url = try? StateDirectory.url(for: "app", environment: environment)
      #expect(url.map { $0.appending(path: "file").path } == path.map { $0 + "/file" })
    }

    @Test(
      "a program's name becomes one directory name; an empty name is an error",
      arguments: ["", ".", ".."])
    func applicationNames(name: String) throws {
      let home = ["HOME": "/h"]
      let url = try StateDirectory.url(for: "../a/b", environment: home)
      #expect(url.path == "/h/.local/state/..-a-b")
      let error = #expect(throws: ListenerFileError.self) {
        try StateDirectory.url(for: name, environment: home)
      }
      #expect(error?.code == .noDirectory)
    }
  #endif
}
