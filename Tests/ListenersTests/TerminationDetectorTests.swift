import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

/// The facts of a made-up process.
func run(
  _ number: Int32 = 1, boot: String? = "boot", version: String? = "1", isDebugged: Bool = false
) -> RunRecord {
  var run = RunRecord()
  run.process = "\(number) start"
  run.boot = boot
  run.appVersion = version
  run.isDebugged = isDebugged
  return run
}

@Suite("How the last run ended")
struct PreviousRunTests {
  /// Words about a run of version 1 in this boot: what it has done, and what is otherwise.
  @Test(
    "the record tells how a run ended",
    arguments: [
      ("", .crashedOrKilled),  // its launch did not return
      ("launched", .inBackground),  // also for a push, and never shown
      ("launched front", .crashedOrKilled), ("launched call", .crashedOrKilled),
      ("launched front ended", .clean), ("launched terminated", .crashedOrKilled),
      ("launched front earlier", .externalCause), ("ended earlier", .clean),
      ("launched front old", .externalCause), ("launched front debugged", .externalCause),
      // It has started itself anew by exec.
      ("launched front same", .clean),
      // The system ends it without a word, so only a call that had not returned is a crash.
      ("silent", .externalCause), ("silent launched", .inBackground),
      ("silent launched front", .externalCause), ("silent launched front call", .crashedOrKilled),
    ] as [(String, PreviousRun.Ending)])
  func table(words: String, expected: PreviousRun.Ending) {
    func has(_ word: String) -> Bool { words.contains(word) }
    var last = run(
      has("same") ? 2 : 1, boot: has("earlier") ? "earlier" : "boot",
      version: has("old") ? "0" : "1", isDebugged: has("debugged"))
    last.hasLaunched = has("launched")
    last.isInFront = has("front")
    last.hasEnded = has("ended")
    last.endsSilently = has("silent")
    last.events = has("terminated") ? [.willTerminate] : []
    if has("call") {
      last.call = .init(listener: "Upload", event: .didEnterBackground, isAsync: true)
    }

    #expect(PreviousRun(record: last, before: run(2)).ending == expected)
  }

  @Test("an extension ends so, and an app whose Info.plist asks for it")
  func silentPrograms() {
    let app = "/Applications/Journal.app"
    #expect(RunRecord.endsSilently("\(app)/PlugIns/Share.appex", [:]))
    #expect(RunRecord.endsSilently(app, ["NSSupportsSuddenTermination": true]))
    #expect(RunRecord.endsSilently(app, ["NSSupportsAutomaticTermination": true]))
    #expect(!RunRecord.endsSilently(app, ["NSSupportsSuddenTermination": false]))
    #expect(!RunRecord.endsSilently(app, [:]))
  }

  #if os(Linux)
    @Test("a debugger is the process that traces this one")
    func traced() {
      #expect(RunRecord.isTraced(["Pid:\t3", "TracerPid:\t17", "Uid:\t0"]))
      #expect(!RunRecord.isTraced(["Pid:\t3", "TracerPid:\t0"]))
      #expect(!RunRecord.isTraced([]))
    }
  #endif

  @Test("a launch that did not return has a sentence of its own")
  func sentence() {
    let sentence = "\(PreviousRun(ending: .crashedOrKilled, record: run()))"

    #expect(sentence.hasSuffix(", during its launch."))
  }
}

@Suite("The file of a record")
struct RunFormatTests {
  /// One with as many events as it can have.
  private var fullRecord: RunRecord {
    var record = run(version: "1 😀")
    for event in AppLifecycleEvent.allCases + AppLifecycleEvent.allCases {
      record.note(event)
    }
    return record
  }

  private func file(_ first: [UInt8], _ record: RunRecord) -> Data {
    Data(first + RunFormat.line(record))
  }

  @Test(
    "a record is read as it was written, and what a longer line has left behind it is ignored",
    arguments: [nil, PreviousRun.Call(listener: "a___é😀", event: .systemDidWake, isAsync: false)],
    ["", "rest of a longer line\n"])
  func roundTrip(call: PreviousRun.Call?, rest: String) throws {
    var record = fullRecord
    record.call = call
    let first = call.map { RunFormat.line($0) } ?? RunFormat.idle
    #expect(first.count == RunFormat.callLength)

    let read = try #require(RunFormat.record(file(first, record) + Data(rest.utf8)))

    #expect("\(read)" == "\(record)" && read.date == record.date)
  }

  @Test(
    "a name loses what JSON would escape, and what is longer than 100 bytes, by whole characters")
  func names() {
    #expect("a\"\\\u{1}é😀".plain == "a___é😀")
    #expect(String(repeating: "é", count: 1_000).plain.utf8.count == 100)
    #expect(("a" + String(repeating: "😀", count: 30)).plain.utf8.count == 97)
  }

  @Test("the longest call fits in its line, and the longest record in 4 KiB")
  func longest() throws {
    let name = String(repeating: "é", count: 1_000).plain
    let events = AppLifecycleEvent.allCases.sorted { $0.rawValue.count < $1.rawValue.count }
    let call = PreviousRun.Call(
      listener: name, event: try #require(events.last), isAsync: true)
    var record = run(version: name)
    record.shownVersion = name
    for _ in 1...20 {
      record.note(call.event)
    }

    let file = file(RunFormat.line(call), record)
    let read = try #require(RunFormat.record(file))

    #expect(RunFormat.line(call).count == RunFormat.callLength && file.count < 4_096)
    #expect(read.call == call && read.events.count == 16)
  }

  @Test("a record that was cut is none")
  func cut() {
    let whole = file(RunFormat.idle, fullRecord)

    for count in 0..<whole.count - 1 {
      #expect(RunFormat.record(whole.prefix(count)) == nil)
    }
  }
}

extension TerminationDetector {
  var record: RunRecord { recorder.record }

  /// As a process that is killed leaves it.
  func leave() {
    recorder.file?.leave()
    recorder.file = nil
  }
}

@MainActor
@Suite("A termination detector", .timeLimit(.minutes(hangMinutes)))
struct TerminationDetectorTests {
  private let folder = TemporaryFolder()
  private let bus = TestBus(policy: .balanced)
  private var file: URL { folder.file("last-run") }

  private func detector(_ number: Int32, version: String? = "1") -> TerminationDetector {
    TerminationDetector(file: file, run(number, version: version))
  }

  /// What the next run would read now.
  private var written: RunRecord? { (try? Data(contentsOf: file)).flatMap { RunFormat.record($0) } }

  /// Until the launch has returned.
  private func nextTurn() async { await Task { @MainActor in }.value }

  // MARK: What is written

  @Test("each event and each call is written before the listener is called")
  func beforeTheCall() {
    let detector = detector(1)
    #expect(detector.previousRun.ending == .firstLaunch)
    bus.mediator.attach(detector)
    var seen: [PreviousRun.Call?] = []
    bus.mediator.attach(
      ClosureListener("Cache") { context in
        seen.append(self.written?.call)
        #expect(self.written?.events.last == context.event)
        #expect(self.written?.hasEnded == false)
      })

    bus.post(.didFinishLaunching, .willEnterForeground)
    #expect(
      seen == [
        .init(listener: "Cache", event: .didFinishLaunching, isAsync: false),
        .init(listener: "Cache", event: .willEnterForeground, isAsync: false),
      ])
    #expect(written?.call == nil && written?.isInFront == true)

    bus.post(.willTerminate)
    #expect(seen.last == .init(listener: "Cache", event: .willTerminate, isAsync: false))
    #expect(written?.hasEnded == true && detector.problem == nil)
  }

  @Test("the launch is written as over in the turn of the main actor after it")
  func launchReturns() async {
    bus.mediator.attach(detector(1))

    bus.post(.didFinishLaunching, .willEnterForeground)
    #expect(written?.hasLaunched == false)

    await nextTurn()
    #expect(written?.hasLaunched == true)
  }

  @Test("a replay is named and leaves no call, and so does a call that ends the app")
  func replayAndEnd() {
    bus.mediator.attach(detector(1))
    bus.post(.didFinishLaunching)
    var seen: [String?] = []
    let late = ClosureListener("Late\"") { context in
      seen.append(self.written?.call?.listener)
      if context.event == .didBecomeActive {
        self.bus.post(.willTerminate)
      }
    }

    bus.mediator.attach(late, replay: .launch)
    #expect(seen == ["Late_"] && written?.call == nil)

    bus.post(.didBecomeActive)
    #expect(seen == Array(repeating: "Late_", count: 5))
    #expect(written?.call == nil && written?.hasEnded == true)
  }

  @Test("a call that another probe prevents by detaching the listener is not left in the record")
  func preventedCall() {
    let cache = bus.listener("cache")
    let probe = AnnouncedCalls { listener in
      if listener == "JournalingListener" {
        self.bus.mediator.detach(cache)
      }
    }
    bus.mediator.attach(detector(1))
    bus.mediator.attach(cache)
    bus.mediator.probe = probe

    bus.post(.didFinishLaunching)

    #expect(probe.listeners.contains("JournalingListener") && bus.calls == [])
    #expect(written?.events == [.didFinishLaunching])
    #expect(written?.call == nil)
  }

  // MARK: What the next run reads

  @Test(
    "the next run reads how this one ended, and what came last",
    arguments: [
      (PreviousRun.Ending.crashedOrKilled, [.didFinishLaunching, .didBecomeActive]),
      (
        .inBackground,
        [.didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground]
      ),
    ] as [(PreviousRun.Ending, [AppLifecycleEvent])])
  func nextRun(ending: PreviousRun.Ending, events: [AppLifecycleEvent]) async {
    let first = detector(1)
    bus.mediator.attach(first)
    bus.post(events)
    await nextTurn()
    first.leave()

    let second = detector(2)

    #expect(second.previousRun.ending == ending)
    #expect(second.previousRun.events == events)
    #expect(second.previousRun.date == first.record.date)
    #expect(second.previousRun.appVersion == "1")
    #expect(second.record.events == [] && written?.events == [])
  }

  /// Launches a version of the app, shows it or not, and kills it. "first" of all, or of its "version".
  private func launch(_ version: String?, isShown: Bool) async -> String {
    let bus = TestBus(policy: .balanced)
    let detector = detector(Int32.random(in: 1...(.max)), version: version)
    bus.mediator.attach(detector)

    bus.post(.didFinishLaunching)
    if isShown {
      bus.post(.willEnterForeground)
    }
    await nextTurn()
    detector.leave()

    let words = [(detector.isFirstLaunch, "first"), (detector.isFirstLaunchOfVersion, "version")]
    return words.filter(\.0).map(\.1).joined(separator: " ")
  }

  @Test("a launch is the first one until a run was in front, with that version")
  func launches() async {
    #expect(await launch("1", isShown: false) == "first version")
    #expect(await launch("1", isShown: true) == "first version")
    #expect(await launch("1", isShown: true) == "")

    #expect(await launch("2", isShown: false) == "version")
    #expect(await launch("2", isShown: true) == "version")
    #expect(await launch("2", isShown: true) == "")

    #expect(await launch(nil, isShown: true) == "version")
  }

  @Test(
    "a version that JSON would escape is told without what is escaped, and is the same one again")
  func version() async {
    func run() -> TerminationDetector {
      let detector = TerminationDetector(file: file, appVersion: "1 \"\\\n😀")
      let bus = TestBus(policy: .balanced)
      bus.mediator.attach(detector)
      bus.post(.didFinishLaunching, .willEnterForeground, .willTerminate)
      detector.leave()
      return detector
    }

    let first = run()
    #expect(first.previousRun.appVersion == nil)
    #expect(first.isFirstLaunchOfVersion)

    let second = run()
    #expect(second.previousRun.appVersion == "1 ___😀")
    #expect(!second.isFirstLaunchOfVersion)
  }

  @Test(
    "a detector that is made late knows the state, in a Mac's menu bar, too",
    arguments: [
      (AppLifecycleVocabulary.uiKit, AppLifecycleState.active), (.appKit, .inactive),
    ])
  func late(vocabulary: AppLifecycleVocabulary, state: AppLifecycleState) {
    let bus = TestBus(policy: .balanced, initialState: state, vocabulary: vocabulary)

    bus.mediator.attach(detector(1))

    #expect(written?.isInFront == true && written?.hasLaunched == true)
  }

  @Test("an app of a Mac's menu bar, which is never active, is in front from its launch")
  func menuBar() async {
    let mac = TestBus(policy: .balanced, vocabulary: .appKit)
    let first = detector(1)
    mac.mediator.attach(first)

    mac.post(.didFinishLaunching)
    await nextTurn()
    first.leave()

    let second = detector(2)
    #expect(second.previousRun.ending == .crashedOrKilled)
    #expect(!second.isFirstLaunch)
  }

  @Test("a detector that is released lets go of its file, and the run is over in order")
  func released() throws {
    weak var file: RunFile?
    do {
      let bus = TestBus(policy: .balanced)
      let first = detector(1)
      file = first.recorder.file
      bus.mediator.attach(first)
      bus.post(.didFinishLaunching, .didBecomeActive)
      #expect(written?.isInFront == true)
    }
    #expect(file == nil && written?.hasEnded == true)
    #if os(Linux)
      #expect(folder.descriptor(of: "last-run") == nil)
      #expect(folder.descriptor(of: "last-run.lock") == nil)
    #endif

    #expect(detector(2).previousRun.ending == .clean)
  }

  @Test("a second copy is told so, and leaves the record alone")
  func secondCopy() throws {
    let first = detector(1)
    let before = try Data(contentsOf: file)

    let second = detector(2)
    #expect(second.previousRun.ending == .stillRunning && second.problem == nil)

    bus.mediator.attach(second)
    bus.post(.didFinishLaunching, .willTerminate)
    #expect(try Data(contentsOf: file) == before)
    withExtendedLifetime(first) {}
  }

  // MARK: A record that cannot be used

  @Test(
    "a record that cannot be read is unknown and no first launch, and the next one is whole",
    arguments: ["{}", "LifecycleBus-run 1 sequence=1", String(repeating: "x", count: 70_000)])
  func damaged(contents: String) throws {
    try Data(contents.utf8).write(to: file)

    var detector: TerminationDetector? = detector(1)
    guard case .unknown(let error)? = detector?.previousRun.ending else {
      Issue.record("\(String(describing: detector?.previousRun))")
      return
    }
    #expect(error.code == .undecodable && detector?.isFirstLaunch == false)
    #expect(detector?.problem == nil)

    detector?.leave()
    detector = nil
    #expect(self.detector(2).previousRun.ending == .crashedOrKilled)
  }

  @Test("a place where no file can be made is an error, and memory goes on")
  func unwritable() {
    let detector = TerminationDetector(file: URL(fileURLWithPath: "/dev/null/last-run"), run())
    bus.mediator.attach(detector)
    bus.post(.didFinishLaunching)

    #expect(detector.problem?.code == .unwritable)
    #expect(detector.record.events.count == 1)
    #expect(detector.previousRun.ending == detector.problem.map { .unknown($0) })
  }

  #if os(Linux)
    @Test("a descriptor that other code has closed is never written to")
    func closedDescriptor() throws {
      let detector = detector(1)
      bus.mediator.attach(detector)
      let number = try #require(folder.descriptor(of: "last-run"))
      let own = open(folder.file("own").path, O_RDWR | O_CREAT, 0o600)
      #expect(dup2(own, number) == number)

      bus.post(.didFinishLaunching)

      #expect(detector.problem?.code == .unwritable)
      #expect(try Data(contentsOf: folder.file("own")) == Data())
      close(number)
      close(own)
    }
  #endif
}

/// A probe that acts before each call, with the listener's name.
private final class AnnouncedCalls: AppLifecycleProbe {
  private(set) var listeners: [String] = []
  private let action: (String) -> Void

  init(perform action: @escaping (String) -> Void) { self.action = action }

  func willCall(_ listener: String, for context: AppLifecycleContext) {
    listeners.append(listener)
    action(listener)
  }

  func didCall(_ call: AppLifecycleProbeCall) {}
}

#if os(macOS) || os(Linux)
  /// What only the end of a process shows.
  @MainActor
  @Suite(
    "A termination detector in another process",
    .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)),
    .timeLimit(.minutes(hangMinutes)))
  struct TerminationDetectorChildTests {
    private let folder = TemporaryFolder()

    /// Runs a program until it ends in a certain way, and returns how it ended and what it said.
    private func run(_ ending: String) async throws -> (end: String, said: [String]) {
      let child = try ChildProcess("DetectorChild", [folder.file("last-run").path, ending])
      let end = try await child.wait()
      return (end, child.output.all)
    }

    @Test(
      "the next run tells each way to end",
      arguments: [
        ("return", "exited 0", "The last run ended in order."),
        ("kill", "died 9", "while Crasher was being called for didBecomeActive."),
        ("fork", "exited 0", "The last run ended in order."),
        // The end is not recorded then.
        ("lateLimit", "exited 0", "in the foreground."),
      ])
    func ending(ending: String, how: String, sentence: String) async throws {
      let first = try await run(ending)
      #expect(first.end == how, "\(first.said)")
      #expect(first.said.first == "This is the first run.")

      let next = try await run("return")
      #expect(next.said.first?.hasSuffix(sentence) == true, "\(next.said)")
    }

    @Test("a program that starts itself anew by exec has ended in order")
    func exec() async throws {
      let first = try await run("exec")
      #expect(first.end == "exited 0", "\(first.said)")
      #expect(first.said.first == "This is the first run.")
      #expect(first.said.dropFirst(2).first == "The last run ended in order.")

      let next = try await run("return")
      #expect(next.said.first == "The last run ended in order.")
    }

    @Test("a run that may write no file of that size says so, and leaves no record")
    func limit() async throws {
      let first = try await run("limit")
      #expect(first.end == "exited 0", "\(first.said)")
      #expect(first.said.first?.contains("ulimit -f") == true)

      let next = try await run("return")
      #expect(next.said.first == "This is the first run.")
    }

    @Test("kills at random moments leave a record that reads")
    func killed() async throws {
      for number in 1...Rounds.count(60) {
        let child = try ChildProcess("DetectorChild", [folder.file("last-run").path, "repeat"])
        try await child.kill(soonAfter: "ready")

        let said = child.output.all.first ?? ""
        #expect(!said.contains("not known"), "\(said)")
        if number > 1 {
          #expect(said.contains("crashed"), "\(said)")
        }
      }
    }
  }
#endif
