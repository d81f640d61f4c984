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
  (run.boot, run.appVersion, run.isDebugged) = (boot, version, isDebugged)
  return run
}

@Suite("How the last run ended")
struct PreviousRunTests {
  private func ending(
    of last: RunRecord = run(), _ change: (inout RunRecord) -> Void
  ) -> PreviousRun.Ending {
    var last = last
    change(&last)
    return PreviousRun(record: last, before: run(2)).ending
  }

  @Test("the rules")
  func rules() {
    func shown(_ record: inout RunRecord) {
      (record.hasLaunched, record.isInFront) = (true, true)
    }
    func ended(_ record: inout RunRecord) { record.hasEnded = true }
    #expect(PreviousRun(record: nil, before: run()).ending == .firstLaunch)
    #expect(ending(ended) == .clean)
    #expect(ending(shown) == .crashedOrKilled)
    // Also if it was launched for a push and never shown.
    #expect(ending { $0.hasLaunched = true } == .inBackground)
    // The launch did not return.
    #expect(ending { _ in } == .crashedOrKilled)
    let inBackground = ending {
      $0.hasLaunched = true
      $0.call = .init(listener: "Upload", event: .didEnterBackground)
    }
    #expect(inBackground == .crashedOrKilled)
    #expect(ending(of: run(boot: "earlier"), shown) == .externalCause)
    #expect(ending(of: run(version: "0"), shown) == .externalCause)
    #expect(ending(of: run(isDebugged: true), shown) == .externalCause)
    #expect(ending(of: run(boot: "earlier"), ended) == .clean)
    // It has started itself anew by exec.
    #expect(ending(of: run(2), shown) == .clean)
  }

  @Test("the sentence names the listener, claims no crash, and is one")
  func sentences() {
    var record = run()
    func sentence() -> String { "\(PreviousRun(ending: .crashedOrKilled, record: record))" }
    let begin = "The last run crashed, or was ended by a signal that it does not handle, "
    #expect(sentence() == begin + "during its launch.")
    record.hasLaunched = true
    #expect(sentence() == begin + "in the foreground.")
    record.call = .init(listener: "Cache", event: .didBecomeActive)
    #expect(sentence() == begin + "while Cache was being called for didBecomeActive.")
  }
}

@Suite("The file of a record")
struct RunFormatTests {
  private var record: RunRecord {
    var record = run(version: "1 😀")
    for event in AppLifecycleEvent.allCases + AppLifecycleEvent.allCases {
      record.note(event)
    }
    return record
  }

  private func file(_ first: [UInt8], _ record: RunRecord) -> Data {
    Data(first + RunFormat.line(record))
  }

  @Test("it is read as it was written, and what a longer line has left is ignored")
  func roundTrip() throws {
    let record = record
    #expect(record.events.count == 16)
    for (first, call) in [
      (RunFormat.idle, nil),
      (
        RunFormat.line(.init(listener: "a\"\\\u{1}é😀".plain, event: .systemDidWake)),
        PreviousRun.Call(listener: "a___é😀", event: .systemDidWake)
      ),
    ] as [([UInt8], PreviousRun.Call?)] {
      #expect(first.count == RunFormat.callLength)
      var expected = record
      expected.call = call
      let data = file(first, record)
      for rest in ["", "rest of a longer line\n"] {
        let read = try #require(RunFormat.record(data + Data(rest.utf8)))
        #expect("\(read)" == "\(expected)" && read.date == expected.date)
      }
    }
    #expect(RunFormat.record(file(RunFormat.ended, record))?.hasEnded == true)
  }

  @Test("the longest call fits in its line, and a record in a few kilobytes")
  func sizes() throws {
    let name = String(repeating: "é", count: 1_000).plain
    #expect(name.utf8.count == 100)
    #expect(("a" + String(repeating: "😀", count: 30)).plain.utf8.count == 97)
    let event = AppLifecycleEvent.allCases.max { $0.rawValue.count < $1.rawValue.count }
    var longest = run(version: name)
    longest.shownVersion = name
    for _ in 1...16 { longest.note(try #require(event)) }
    #expect(file(RunFormat.idle, longest).count < 4_096)
    for event in AppLifecycleEvent.allCases {
      let line = RunFormat.line(.init(listener: name, event: event))
      #expect(line.count == RunFormat.callLength)
      let read = RunFormat.record(file(line, record))
      #expect(read?.call?.listener == name && read?.call?.event == event)
    }
  }

  @Test("no other bytes trap, and a cut or changed record is none or reads")
  func hostile() throws {
    let whole = file(RunFormat.idle, record)
    for count in 0..<whole.count - 1 { #expect(RunFormat.record(whole.prefix(count)) == nil) }
    var generator = SeededGenerator(seed: .random(in: 0 ... .max))
    for _ in 0..<2_000 {
      var changed = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        changed[Int.random(in: 0..<whole.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      if let read = RunFormat.record(changed) {
        _ = "\(PreviousRun(record: read, before: run()))"
      }
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

  /// The launch has returned.
  private func nextTurn() async { await Task { @MainActor in }.value }

  @Test("each event and each call is written before the listener is called")
  func beforeTheCall() async {
    let detector = detector(1)
    #expect(detector.previousRun.ending == .firstLaunch)
    bus.mediator.attach(detector)
    var seen: [String] = []
    bus.mediator.attach(
      ClosureListener("Cache") { context in
        let call = self.written?.call
        seen.append("\(call?.listener ?? "-") \(call?.event.rawValue ?? "-")")
        #expect(self.written?.events.last == context.event)
        if seen.count < 3 { #expect(self.written?.hasLaunched == false) }
        #expect(self.written?.hasEnded == false)
      })
    bus.post(.didFinishLaunching, .willEnterForeground)
    #expect(seen == ["Cache didFinishLaunching", "Cache willEnterForeground"])
    #expect(written?.call == nil && written?.isInFront == true)
    await nextTurn()
    #expect(written?.hasLaunched == true)
    bus.post(.willTerminate)
    #expect(seen.last == "Cache willTerminate")
    #expect(written?.hasEnded == true && detector.problem == nil)
  }

  @Test("a replay is named and leaves no call, and so does a call that ends the app")
  func replayAndEnd() {
    bus.mediator.attach(detector(1))
    bus.post(.didFinishLaunching)
    var seen: [String?] = []
    let late = ClosureListener("Late\"") { context in
      seen.append(self.written?.call?.listener)
      if context.event == .didBecomeActive { self.bus.post(.willTerminate) }
    }
    bus.mediator.attach(late, replay: .launch)
    #expect(seen == ["Late_"] && written?.call == nil)
    bus.post(.didBecomeActive)
    #expect(seen == Array(repeating: "Late_", count: 5))
    #expect(written?.call == nil && written?.hasEnded == true)
  }

  @Test("the next run reads how this one ended, and what came last", arguments: [true, false])
  func nextRun(isInFront: Bool) async {
    let first = detector(1)
    bus.mediator.attach(first)
    let events: [AppLifecycleEvent] =
      [.didFinishLaunching, .didBecomeActive]
      + (isInFront ? [] : [.willResignActive, .didEnterBackground])
    bus.post(events)
    await nextTurn()
    first.leave()
    let second = detector(2)
    #expect(second.previousRun.ending == (isInFront ? .crashedOrKilled : .inBackground))
    #expect(second.previousRun.events == events)
    #expect(second.previousRun.date == first.record.date)
    #expect(second.previousRun.appVersion == "1")
    #expect(second.record.events == [] && written?.events == [])
  }

  @Test("a launch is the first one until a run was in front, with that version")
  func launches() async {
    func launch(_ number: Int32, _ version: String?, isShown: Bool) async -> String {
      let (detector, bus) = (detector(number, version: version), TestBus(policy: .balanced))
      bus.mediator.attach(detector)
      bus.post(.didFinishLaunching)
      if isShown { bus.post(.willEnterForeground) }
      await nextTurn()
      detector.leave()
      return "\(detector.isFirstLaunch) \(detector.isFirstLaunchOfVersion)"
    }
    #expect(await launch(1, "1", isShown: false) == "true true")
    #expect(await launch(2, "1", isShown: true) == "true true")
    #expect(await launch(3, "1", isShown: true) == "false false")
    #expect(await launch(4, "2", isShown: false) == "false true")
    #expect(await launch(5, "2", isShown: true) == "false true")
    #expect(await launch(6, "2", isShown: true) == "false false")
    #expect(await launch(7, nil, isShown: true) == "false true")
  }

  @Test(
    "a version that JSON would escape is told without what is escaped, and is the same one again")
  func version() async {
    for expected in [nil, "1 ___😀"] as [String?] {
      let detector = TerminationDetector(file: file, appVersion: "1 \"\\\n😀")
      #expect(detector.previousRun.appVersion == expected)
      #expect(detector.isFirstLaunchOfVersion == (expected == nil))
      let bus = TestBus(policy: .balanced)
      bus.mediator.attach(detector)
      bus.post(.didFinishLaunching, .willEnterForeground, .willTerminate)
      detector.leave()
    }
  }

  @Test("made late, it knows the state")
  func late() {
    let bus = TestBus(policy: .balanced, initialState: .active)
    bus.mediator.attach(detector(1))
    #expect(written?.isInFront == true && written?.hasLaunched == true)
  }

  @Test("a second copy is told so, and leaves the record alone")
  func secondCopy() throws {
    let first = detector(1)
    let before = try Data(contentsOf: file)
    let second = detector(2)
    #expect(second.previousRun.ending == .stillRunning && second.problem == nil)
    bus.mediator.attach(second)
    bus.post(.didFinishLaunching, .willTerminate)
    withExtendedLifetime(first) { #expect(try! Data(contentsOf: file) == before) }
  }

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

  @Test(
    "a folder in its place is an error, and memory goes on", arguments: [true, false])
  func unwritable(isFolder: Bool) {
    let url = isFolder ? file : URL(fileURLWithPath: "/dev/null/last-run")
    if isFolder { mkdir(file.path, 0o700) }
    let detector = TerminationDetector(file: url, run())
    bus.mediator.attach(detector)
    bus.post(.didFinishLaunching)
    #expect(detector.problem?.code == .unwritable)
    #expect(detector.record.events.count == 1)
    if case .unknown = detector.previousRun.ending {} else { Issue.record("It is known.") }
  }

  #if os(Linux)
    @Test("a descriptor that other code has closed is never written to")
    func closedDescriptor() throws {
      let detector = detector(1)
      bus.mediator.attach(detector)
      let number = try folder.descriptor(of: "last-run")
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

#if os(macOS) || os(Linux)
  /// What only the end of a process shows.
  @MainActor
  @Suite("A termination detector in another process", .timeLimit(.minutes(hangMinutes)))
  struct TerminationDetectorChildTests {
    private let folder = TemporaryFolder()

    private func child(_ ending: String) async throws -> (end: String, said: [String]) {
      let child = try ChildProcess("DetectorChild", [folder.file("last-run").path, ending])
      return (try await child.wait(), child.output.all)
    }

    @Test(
      "each way to end",
      arguments: [
        ("return", "exited 0", "The last run ended in order."),
        ("kill", "died 9", "while Crasher was being called for didBecomeActive."),
        ("exec", "exited 0", "The last run ended in order."),
        ("fork", "exited 0", "The last run ended in order."),
        // Nothing is recorded then.
        ("lateLimit", "exited 0", "in the foreground."),
        ("limit", "exited 0", "This is the first run."),
      ])
    func ending(ending: String, how: String, sentence: String) async throws {
      let run = try await child(ending)
      #expect(run.end == how, "\(run.said)")
      if ending == "limit" {
        #expect(run.said.first?.contains("ulimit -f") == true)
      } else {
        #expect(run.said.first == "This is the first run.")
      }
      if ending == "exec" { #expect(run.said.dropFirst(2).first == "The last run ended in order.") }
      #expect(try await child("return").said.first?.hasSuffix(sentence) == true)
    }

    @Test("kills at random moments leave a record that reads")
    func killed() async throws {
      for number in 0..<Rounds.count(60) {
        let child = try ChildProcess("DetectorChild", [folder.file("last-run").path, "repeat"])
        try await child.kill(soonAfter: "ready")
        let said = child.output.all.first ?? ""
        #expect(!said.contains("not known"), "\(said)")
        if number > 0 { #expect(said.contains("crashed"), "\(said)") }
      }
    }
  }
#endif
