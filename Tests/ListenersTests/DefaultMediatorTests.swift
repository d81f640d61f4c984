import Foundation
import LifecycleBus
import LifecycleBusDelegates
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("The default mediator")
struct DefaultMediatorTests {
  private let center = NotificationCenter()
  private let lines = Lines()

  private final class Lines {
    var all: [String] = []
    var notes: [String] { all.filter { $0.hasPrefix("lifecycle: ") } }
  }

  @Test("the default mediator logs, records, and detects how the last run ended")
  func whole() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("last-run")
    let recorder = FlightRecorder()
    var journal: [String] = []
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, log: .everything(to: { [lines] in lines.all.append($0) }),
      recorder: recorder,
      detector: TerminationDetector(
        file: file, environment: RunEnvironment(), records: RunRecords())
    ) {
      ClosureListener("journal") { journal.append("\($0.event)") }
    }
    #expect(mediator.listenerCount == 3)
    #expect(mediator.probe === recorder)
    center.post(.didFinishLaunching)
    center.post(.didBecomeActive)
    center.post(.willTerminate)
    #expect(
      journal == [
        "didFinishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground",
        "willTerminate",
      ])
    #expect(recorder.recording.events.count == 5)
    #expect(lines.notes.first == "lifecycle: This is the first run.")
    #expect(
      lines.notes.contains(
        "lifecycle: didEnterBackground was missing before willTerminate; it was synthesized."))
    #expect(lines.all.contains { $0.hasSuffix("didBecomeActive inactive -> active") })
    let newest = try RunRecordFormat.newest(Array(Data(contentsOf: file)))
    #expect(newest?.record.state == .terminated)
  }

  @Test("a trailing closure lists listeners")
  func trailingClosure() {
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, log: nil, recorder: FlightRecorder(), detector: nil
    ) { Uploads() }
    #expect(mediator.listenerCount == 1)
  }

  private struct Uploads: AppLifecycleListener {}

  @Test(
    "an ending that may be a crash is a notice, also at the launch, and no other one",
    arguments: [
      ([], "lifecycle: The last run ended before it came to the foreground."),
      ([.didFinishLaunching], "lifecycle: The last run ended before it came to the foreground."),
      ([.didFinishLaunching, .didEnterBackground], nil), ([.willTerminate], nil),
      ([.didBecomeActive], "lifecycle: The last run crashed or was killed in the foreground."),
    ] as [([AppLifecycleEvent], String?)])
  func notices(events: [AppLifecycleEvent], notice: String?) throws {
    let folder = try TemporaryFolder()
    for expected in [nil, notice] {
      lines.all = []
      let mediator = AppLifecycleMediator.makeDefaultMediator(
        notificationCenter: center, log: .notices(to: { [lines] in lines.all.append($0) }),
        recorder: FlightRecorder(),
        detector: TerminationDetector(
          file: folder.file("run"), environment: RunEnvironment(), records: RunRecords()))
      for event in events { center.post(event) }
      withExtendedLifetime(mediator) {}
      #expect(lines.all == [expected].compactMap { $0 })
    }
  }

  @Test("a signal that other code has taken is a notice")
  func takenSignal() {
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, log: .notices(to: { [lines] in lines.all.append($0) }),
      recorder: FlightRecorder(), detector: nil)
    mediator.report(.signalHandledElsewhere("SIGTERM"))
    #expect(lines.all.map { $0.hasPrefix("lifecycle: SIGTERM goes to other code") } == [true])
  }

  @Test("a hold that outlives its time is a notice")
  func expiredHold() async {
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, log: .notices(to: { [lines] in lines.all.append($0) }),
      recorder: FlightRecorder(), detector: nil)
    let hold = mediator.hold("upload")
    await mediator.waitForHolds(upTo: .zero)
    #expect(
      lines.all == [
        "lifecycle: The time ran out with these holds still open: upload; "
          + "release them earlier or ask for a larger budget."
      ])
    withExtendedLifetime(hold) {}
  }

  /// What happens, what it does, and a line that tells it.
  nonisolated private static let table: [(what: String, isNotice: Bool, line: String)] = [
    ("the last run crashed or was killed in the foreground", true, "killed in the foreground."),
    ("the last run ended before it came to the foreground", true, "came to the foreground."),
    ("the record cannot be read", true, "It is not known how the last run ended."),
    ("the recording cannot be written", true, "/dev/null/flight: It cannot be"),
    ("a hold is open when its time runs out", true, "holds still open: upload"),
    ("other code has taken a signal", true, "SIGTERM goes to other code"),
    ("another ending of the last run", false, "The last run ended in order."),
    ("an event", false, "didBecomeActive inactive -> active"),
    ("an event that was missing, and was added", false, "it was synthesized."),
    ("a listener that takes long", false, "are allowed: slow"),
  ]

  @Test("each row of the page's table", arguments: table)
  func table(what: String, isNotice: Bool, line: String) async throws {
    let page = try String(
      contentsOf: PictureFiles.images.appending(path: "../Listeners/WhichListener.md"),
      encoding: .utf8)
    let columns = isNotice ? "a notice | a notice" : "at the debug level | nothing"
    #expect(page.contains("\n| \(what) | \(columns) |\n"))
    let folder = try TemporaryFolder()
    var (notices, details): ([String], [String]) = ([], [])
    func mediator(_ recorder: FlightRecorder) -> AppLifecycleMediator {
      .makeDefaultMediator(
        notificationCenter: center,
        log: .init(notice: { notices.append($0) }, detail: { details.append($0) }),
        recorder: recorder,
        detector: TerminationDetector(
          file: folder.file("run"), environment: RunEnvironment(), records: RunRecords()))
    }
    let clock = ManualClock()
    func run(_ events: [AppLifecycleEvent], _ recorder: FlightRecorder? = nil) async {
      let mediator = mediator(recorder ?? FlightRecorder(clock: clock))
      mediator.attach(
        ClosureListener("slow", .didReceiveMemoryWarning) { _ in clock.advance(by: .seconds(1)) })
      for event in events { center.post(event) }
      mediator.report(.signalHandledElsewhere("SIGTERM"))
      let hold = mediator.hold("upload")
      await mediator.waitForHolds(upTo: .zero)
      withExtendedLifetime(hold) {}
    }
    await run([.didFinishLaunching, .didBecomeActive, .didReceiveMemoryWarning])
    await run([.didFinishLaunching])
    await run(
      [.didFinishLaunching, .didBecomeActive, .willTerminate],
      FlightRecorder(file: URL(fileURLWithPath: "/dev/null/flight"), clock: clock)
    )
    await run([])
    try Data("{}".utf8).write(to: folder.file("run"))
    await run([])
    #expect(notices.contains { $0.contains(line) } == isNotice, "\(notices)")
    #expect(details.contains { $0.contains(line) } == !isNotice, "\(details)")
  }

  @Test("the parts of the page's table")
  func contents() throws {
    let folder = try TemporaryFolder()
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, recorder: FlightRecorder(file: folder.file("flight")),
      detector: TerminationDetector(file: folder.file("last-run")))
    #if canImport(Darwin)
      #expect(mediator.listenerCount == 2)
    #else
      #expect(mediator.listenerCount == 1)
    #endif
    #expect(mediator.probe is FlightRecorder)
    for (name, size) in [("last-run", 4_096), ("flight", 131_072)] {
      #expect(try Data(contentsOf: folder.file(name)).count == size)
    }
  }

  @Test("two default mediators in one process are one run, and no crash")
  func twice() throws {
    let folder = try TemporaryFolder()
    let records = RunRecords()
    for number in 1...2 {
      lines.all = []
      let detector = TerminationDetector(
        file: folder.file("run"), environment: RunEnvironment(), records: records)
      let mediator = AppLifecycleMediator.makeDefaultMediator(
        notificationCenter: center, log: .notices(to: { [lines] in lines.all.append($0) }),
        recorder: FlightRecorder(), detector: detector)
      center.post(.didBecomeActive)
      #expect(detector.previousRun.ending == .firstLaunch, "mediator \(number)")
      #expect(lines.all == [])
      withExtendedLifetime(mediator) {}
    }
    #expect(folder.names == ["run"])
  }

  @Test("made while the app is active and then killed, it was in the foreground")
  func madeLate() throws {
    let folder = try TemporaryFolder()
    func detector() -> TerminationDetector {
      TerminationDetector(
        file: folder.file("run"), environment: RunEnvironment(), records: RunRecords())
    }
    do {
      let mediator = AppLifecycleMediator.makeDefaultMediator(
        notificationCenter: center, initialState: .active, log: nil, recorder: FlightRecorder(),
        detector: detector())
      withExtendedLifetime(mediator) {}
    }
    #expect(detector().previousRun.ending == .inForeground)
  }

  @Test("a part passed as nil is left out")
  func parts() {
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, log: nil, recorder: nil, detector: nil)
    #expect(mediator.listenerCount == 0)
    #expect(mediator.probe == nil && mediator.onAnomaly == nil)
  }

  @Test("a closure that the caller has set on a part is kept")
  func callersOwn() throws {
    let folder = try TemporaryFolder()
    let recorder = FlightRecorder(allowance: .zero)
    var overruns = 0
    recorder.onOverrun = { _ in overruns += 1 }
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, log: .everything(to: { [lines] in lines.all.append($0) }),
      recorder: recorder,
      detector: TerminationDetector(file: folder.file("run")))
    center.post(.didReceiveMemoryWarning)
    withExtendedLifetime(mediator) {}
    #expect(overruns == 1)
    #expect(lines.notes.count == 1)
  }

  @Test("an unwritable record is logged once")
  func unwritable() {
    let detectors = [
      TerminationDetector(file: URL(fileURLWithPath: "/dev/null/run")),
      TerminationDetector(
        RecordedRun(
          RunRecord(environment: RunEnvironment()),
          problem: ListenerFileError(code: .noDirectory, path: "~", sentence: "No home.")),
        RunEnvironment()),
    ]
    for detector in detectors {
      let lines = Lines()
      let mediator = AppLifecycleMediator.makeDefaultMediator(
        notificationCenter: center, log: .everything(to: { lines.all.append($0) }),
        recorder: FlightRecorder(), detector: detector)
      for event in [AppLifecycleEvent.didFinishLaunching, .didBecomeActive, .willResignActive] {
        center.post(event)
      }
      withExtendedLifetime(mediator) {}
      #expect(lines.notes.count == 1)
      #expect(lines.all.count == 4)
    }
  }

  @Test("a recording that cannot be begun is a notice, and the recorder records in memory")
  func unwritableRecording() {
    let recorder = FlightRecorder(file: URL(fileURLWithPath: "/dev/null/flight"))
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, log: .notices(to: { [lines] in lines.all.append($0) }),
      recorder: recorder, detector: nil)
    center.post(.didFinishLaunching)
    #expect(lines.all.map { $0.hasPrefix("lifecycle: /dev/null/flight: It cannot be") } == [true])
    #expect(recorder.recording.events.count == 1)
    withExtendedLifetime(mediator) {}
  }

  @Test("an error thrown by the log is ignored")
  func throwingLog() {
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center,
      log: .everything(to: { _ in throw CocoaError(.fileWriteOutOfSpace) }),
      recorder: FlightRecorder(), detector: nil)
    center.post(.didBecomeActive)
    #expect(mediator.state == .active)
  }

  #if !canImport(Darwin)
    @Test("the default record is in the state directory, with permissions for the owner only")
    func child() async throws {
      let folder = try TemporaryFolder()
      let environment = ["XDG_STATE_HOME": folder.url.path]
      #expect(try await notes(environment) == ["lifecycle: This is the first run."])
      #expect(try await notes(environment) == ["lifecycle: The last run ended in order."])
      #expect(folder.names == ["FilesChild"])
      #expect(try folder.permissions("FilesChild") == 0o700)
      #expect(try folder.permissions("FilesChild/last-run") == 0o600)
      #expect(try folder.permissions("FilesChild/flight") == 0o600)
    }

    @Test("a crash at the launch is said, with the listener that was being called")
    func crashAtTheLaunch() async throws {
      let folder = try TemporaryFolder()
      let environment = ["XDG_STATE_HOME": folder.url.path]
      let child = try ChildProcess("FilesChild", ["default", "crash"], environment: environment)
      #expect(try await child.wait() == "died 6")
      let notice = try #require(try await notes(environment).first)
      #expect(
        notice.hasPrefix(
          "lifecycle: The last run ended before it came to the foreground. "
            + "Crasher was being called for didFinishLaunching, after "), "\(notice)")
    }

    @Test("a missing home directory is logged once")
    func homeless() async throws {
      let notes = try await notes([:])
      #expect(notes.count == 1)
      #expect(notes.first?.contains("Neither XDG_STATE_HOME nor HOME is an absolute path.") == true)
    }

    /// The notes that a program with the default mediator logs, without events, repairs, and
    /// listeners that are slow because the machine is busy.
    private func notes(_ environment: [String: String]) async throws -> [String] {
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
