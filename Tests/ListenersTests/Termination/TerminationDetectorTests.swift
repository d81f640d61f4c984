import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("A termination detector")
struct TerminationDetectorTests {
  let folder = TemporaryFolder()
  private let clock = ManualClock()
  private var file: URL { folder.file("state/last-run") }

  /// A run of the program in a process of its own, which ends when this is released.
  @MainActor
  private final class Run {
    let bus: TestBus
    let records = RunRecords()
    let detector: TerminationDetector
    var ending: PreviousRun.Ending { detector.previousRun.ending }
    /// Why it is not known how the run before ended.
    var error: ListenerFileError? { if case .unknown(let error) = ending { error } else { nil } }

    init(
      _ file: URL, _ clock: ManualClock, isAttached: Bool = true,
      policy: AppLifecycleMediator.Policy = .lifecycle.mirrored
    ) {
      bus = TestBus(policy: policy)
      detector = TerminationDetector(
        file: file,
        environment: RunEnvironment(
          boot: .identifier("boot"), appVersion: nil, systemVersion: "os", isDebugged: false,
          now: { clock.date }), records: records)
      if isAttached { attach() }
    }

    func post(_ events: [AppLifecycleEvent]) { bus.post(events) }

    func attach() { bus.mediator.attach(detector) }
  }

  private func run(isAttached: Bool = true) -> Run { Run(file, clock, isAttached: isAttached) }

  /// How a run ends that does something and is killed then, as the next run tells it.
  private func ending(isAttached: Bool = true, _ act: (Run) throws -> Void) rethrows
    -> PreviousRun.Ending
  {
    do {
      let first = run(isAttached: isAttached)
      try act(first)
      withExtendedLifetime(first) {}
    }
    return run().ending
  }

  private nonisolated static let launch: [AppLifecycleEvent] = [
    .didFinishLaunching, .didBecomeActive,
  ]

  @Test(
    "each run finds the record of the run before",
    arguments: [
      ([], PreviousRun.Ending.beforeForeground),
      ([.didFinishLaunching], .beforeForeground),
      ([.didFinishLaunching, .didEnterBackground], .inBackground),
      (launch, .inForeground),
      (launch + [.willResignActive], .inForeground),
      (launch + [.didEnterBackground], .inBackground),
      (launch + [.didEnterBackground, .willEnterForeground], .inForeground),
      (launch + [.willTerminate], .clean),
      ([.willTerminate], .clean),
    ] as [([AppLifecycleEvent], PreviousRun.Ending)])
  func runs(events: [AppLifecycleEvent], expected: PreviousRun.Ending) {
    var first: Run? = run()
    #expect(first?.ending == .firstLaunch)
    first?.attach()
    first?.post(events)
    let record = first?.detector.record
    #expect(first?.detector.problem == nil)
    first = nil
    var second: Run? = run()
    #expect(second?.ending == expected)
    #expect(second?.detector.previousRun.record == record)
    second = nil
    #expect(run().ending == .beforeForeground)
    #expect(folder.names == ["state"])
  }

  @Test("the record holds its start and last change; a condition changes nothing")
  func dates() {
    let first = run()
    for event in [AppLifecycleEvent.didFinishLaunching, .didReceiveMemoryWarning] {
      clock.advance(by: .seconds(60))
      first.post([event])
    }
    let record = first.detector.record
    #expect(record.lastChange.timeIntervalSince(record.start) == 60)
  }

  /// What the next run would report if a run crashed in a listener, for each of its events; the last
  /// one is that of a run that ends.
  private func endings(
    _ before: [AppLifecycleEvent], ending: [AppLifecycleEvent] = [],
    _ after: [AppLifecycleEvent] = [], policy: AppLifecycleMediator.Policy = .lifecycle.mirrored
  ) -> [PreviousRun.Ending] {
    let first = Run(file, clock, policy: policy)
    let now = first.detector.record
    var endings: [PreviousRun.Ending] = []
    func note() {
      guard let bytes = try? Array(Data(contentsOf: file)),
        let newest = try? RunRecordFormat.newest(bytes)
      else { return }
      endings.append(PreviousRun(record: newest.record, now: now).ending)
    }
    first.bus.attach("last") { _ in note() }
    first.post(before)
    for event in ending {
      first.bus.center.post(event, userInfo: ["LifecycleBus.signal": SIGTERM])
    }
    first.post(after)
    note()
    return endings
  }

  // Resigning and going to the background are synthesized, as on a Mac, or posted by a signal source.
  @Test(
    "a crash on the way to the end is one where the app was, the foreground or the background",
    arguments: [
      (launch, [], [.willTerminate], [.inForeground, .inForeground, .inForeground, .clean]),
      (
        launch, [.willResignActive, .didEnterBackground, .willTerminate], [],
        [.inForeground, .inForeground, .inForeground, .clean]
      ),
      (launch + [.didEnterBackground], [.willTerminate], [], [.inBackground, .clean]),
      // Back in the foreground after a way down that did not end it.
      (
        launch, [.didEnterBackground],
        [.willEnterForeground, .didEnterBackground, .significantTimeChange], [.inBackground]
      ),
    ] as [([AppLifecycleEvent], [AppLifecycleEvent], [AppLifecycleEvent], [PreviousRun.Ending])])
  func crashOnTheWayDown(
    before: [AppLifecycleEvent], ending: [AppLifecycleEvent], after: [AppLifecycleEvent],
    expected: [PreviousRun.Ending]
  ) {
    let endings = endings(before, ending: ending, after)
    #expect(endings.suffix(expected.count) == expected[...])
  }

  @Test("called first with .lifecycle, a crash before willTerminate is one in the foreground")
  func crashAfterTheDetector() {
    #expect(
      endings(Self.launch + [.willTerminate], policy: .lifecycle).suffix(4)
        == [.inForeground, .inForeground, .clean, .clean])
  }

  @Test(
    "attached late without a replay, it records the mediator's state",
    arguments: [
      (launch, PreviousRun.Ending.inForeground), (launch + [.didEnterBackground], .inBackground),
      ([.didFinishLaunching], .beforeForeground),
    ] as [([AppLifecycleEvent], PreviousRun.Ending)])
  func late(events: [AppLifecycleEvent], expected: PreviousRun.Ending) {
    let ending = ending(isAttached: false) {
      $0.post(events)
      $0.attach()
    }
    #expect(ending == expected)
  }

  @Test("called for the first time while active, it was in the foreground")
  func calledLate() {
    let context = AppLifecycleContext(event: .willResignActive, previousState: .active)
    let ending = ending(isAttached: false) {
      $0.detector.onAppEvent(.willResignActive, context: context)
    }
    #expect(ending == .inForeground)
  }

  @Test("many copies have a file each, and the next run removes all but the first")
  func manyCopies() {
    var runs: [Run] = []
    for _ in 1...20 { runs.append(run()) }
    #expect(folder.names(in: "state").count == 20)
    #expect(runs[1].ending == .stillRunning)
    #expect(runs[1].detector.previousRun.record == runs[0].detector.record)
    // A living one in the middle keeps those before it.
    let middle = runs[9]
    middle.post(Self.launch)
    runs = [middle]
    let next = run()
    #expect(next.ending == .beforeForeground)
    #expect(folder.names(in: "state").count == 10)
    #expect(run().ending == .stillRunning)
    withExtendedLifetime((runs, next)) {}
  }

  @Test("detectors of one process share a record, also when the first is released")
  func oneProcess() {
    var first: Run? = run()
    first?.post(Self.launch)
    first = nil
    var second: Run? = run()
    weak var released: TerminationDetector?
    let records = second?.records ?? RunRecords()
    for _ in 1...3 {
      let detector = TerminationDetector(
        file: file, environment: RunEnvironment(), records: records)
      #expect(detector.previousRun.ending == .inForeground)
      released = detector
    }
    #expect(released == nil)
    second?.post([.willTerminate])
    second = nil
    withExtendedLifetime(records) { #expect(run().ending == .stillRunning) }
  }

  @Test("an event costs one system call, and a condition none")
  func cost() {
    let first = run()
    let plan = FaultPlan()
    plan.run { first.post(Self.launch + [.didReceiveMemoryWarning, .userDidTakeScreenshot]) }
    #expect(plan.calls == [.write, .write])
  }

  @Test("writes alternate between the lines, so that the record before is always whole")
  func alternatingLines() throws {
    let first = run()
    for event in [AppLifecycleEvent.didFinishLaunching, .didBecomeActive, .willResignActive] {
      let before = first.detector.record
      first.post([event])
      let bytes = Array(try Data(contentsOf: file))
      let lines = try [
        bytes.prefix(RunRecordFormat.lines.length), bytes.suffix(RunRecordFormat.lines.length),
      ].map { try RunRecordFormat.newest(Array($0))?.record }
      let after = first.detector.record
      #expect(lines == [before, after] || lines == [after, before])
    }
  }

  @Test("a write that fails is reported once, and the record before it stays")
  func failingWrite() {
    var problems: [ListenerFileError.Code] = []
    let ending = ending {
      $0.detector.onProblem = { problems.append($0.code) }
      $0.post(Self.launch)
      let first = $0
      failing([.write], with: EIO) { first.post([.willResignActive, .didEnterBackground]) }
    }
    #expect(problems == [.unwritable])
    #expect(ending == .inForeground)
  }

  @Test(
    "where the file system has no locks, a record belongs to its process while that exists",
    arguments: [(getppid(), PreviousRun.Ending.stillRunning), (Int32.max, .inForeground)])
  func noLocks(process: Int32, expected: PreviousRun.Ending) throws {
    failing([.lock], with: ENOLCK) { run().post(Self.launch) }
    var record = try #require(try RunRecordFormat.newest(Array(Data(contentsOf: file)))).record
    record.processIdentifier = process
    let fields = RunRecordFormat.fixedFields(of: record)
    try Data(RunRecordFormat.line(record, fixedFields: fields, sequence: 9)).write(to: file)
    failing([.lock], with: ENOLCK) { #expect(run().ending == expected) }
  }

  @Test(
    "a damaged record is set aside, and the ending is unknown",
    arguments: [
      ("{}", ListenerFileError.Code.wrongFormat), ("LifecycleBus-run 2 x=1\n", .wrongVersion),
      ("LifecycleBus-run 1\0\0\0", .wrongFormat), ("LifecycleBus-run  x", .wrongFormat),
      ("LifecycleBus-run 1 sequence=1 check=0\n", .wrongChecksum),
      ("LifecycleBus-run 1 sequence=1\n", .truncated),
      (String(repeating: "x", count: 70_000), .tooLarge), ("", .truncated),
    ])
  func damaged(text: String, code: ListenerFileError.Code) throws {
    _ = run()
    try folder.write(text, to: file)
    let next = run()
    let error = try #require(next.error)
    #expect(error.code == code)
    #expect(error.setAsidePath == file.path + ".set-aside-\(code.rawValue)-1")
    #expect(next.detector.problem == nil)
  }

  @Test("a folder that cannot be written to tells the ending all the same")
  func readOnly() {
    for (events, ending) in [
      (Self.launch, PreviousRun.Ending.inForeground), ([], .beforeForeground),
    ] {
      run().post(events)
      let isFirst = LockedCount(1)
      let next = FileFaults.$plan.withValue(
        .init { call in
          guard call == .openFile, isFirst.value == 1 else { return nil }
          isFirst.decrement()
          return EROFS
        }
      ) { run() }
      #expect(next.ending == ending)
      #expect(next.detector.problem?.code == .unreadable)
    }
  }

  @Test("a directory, a pipe and a link are set aside", arguments: ["directory", "pipe", "link"])
  func irregular(kind: String) throws {
    let manager = FileManager.default
    let directory = file.deletingLastPathComponent()
    try manager.createDirectory(at: directory, withIntermediateDirectories: true)
    switch kind {
    case "directory": try manager.createDirectory(at: file, withIntermediateDirectories: false)
    case "pipe": #expect(mkfifo(file.path, 0o600) == 0)
    default: try manager.createSymbolicLink(at: file, withDestinationURL: folder.file("nowhere"))
    }
    var next: Run? = run()
    #expect(next?.error?.setAsidePath != nil)
    #expect(next?.detector.problem == nil)
    next = nil
    #expect(run().ending == .beforeForeground)
    #expect(!folder.names.contains("nowhere"))
  }

  @Test("a record that cannot be opened for now is left as is", arguments: [EACCES, EMFILE, EIO])
  func unreadable(errorNumber: Int32) throws {
    run().post(Self.launch)
    let before = try Data(contentsOf: file)
    try failing([.openFile], with: errorNumber) {
      let next = run()
      let error = try #require(next.error)
      #expect(error.code == .unreadable)
      #expect(next.detector.problem == error)
      next.post(Self.launch)
    }
    #expect(try Data(contentsOf: file) == before)
    #expect(run().ending == .inForeground)
  }

  @Test("a failing write is reported once", arguments: SystemPaths.unwritable.map { "\($0)/run" })
  func unwritable(path: String) {
    let run = Run(URL(fileURLWithPath: path), clock)
    var problems: [ListenerFileError] = []
    run.detector.onProblem = { problems.append($0) }
    run.post(Self.launch + [.willTerminate])
    #expect(problems.map(\.code) == [.unwritable])
    #expect(run.detector.record.state == .terminated)
  }
}
