import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("A recording in a file", .timeLimit(.minutes(hangMinutes)))
struct FlightFileTests {
  private let folder = TemporaryFolder()
  private let clock = ManualClock()
  private var file: URL { folder.file("new/flight") }

  /// A recorder of a process of its own, which has ended when nothing is left of it.
  private func recorder(_ files: FlightFiles = FlightFiles()) -> FlightRecorder {
    FlightRecorder(file: file, clock: clock, files: files)
  }

  /// What a file holds by now.
  private func contents(_ name: String = "flight") throws -> FlightRecording {
    let bytes = Array(try Data(contentsOf: folder.file("new/\(name)")))
    return try #require(try FlightContents(bytes)?.recording)
  }

  private func bus(_ recorder: FlightRecorder) -> TestBus {
    let bus = TestBus(policy: .lifecycle)
    bus.mediator.probe = recorder
    return bus
  }

  /// Records a launch, and what else a test wants.
  private func run(_ more: (TestBus) -> Void = { _ in }) -> FlightRecording {
    let recorder = recorder()
    let bus = bus(recorder)
    bus.mediator.attach(
      ClosureListener("search index") { [clock] _ in clock.advance(by: .milliseconds(3)) })
    bus.mediator.attach(ClosureListener("50 %\n\u{E9}") { _ in })
    bus.post(.didFinishLaunching, .didBecomeActive)
    more(bus)
    return recorder.recording
  }

  @Test("the next run reads what this one recorded, replays too, to the microsecond")
  func readBack() throws {
    let first = recorder()
    #expect(first.problem == nil && first.previousRecording == nil)
    withExtendedLifetime(first) {}
    let written = run {
      $0.post(.didEnterBackground)
      $0.attach("late", replay: .state)
    }
    let next = recorder()
    let read = try #require(next.previousRecording)
    #expect(read.events == written.events)
    #expect(read.events.map(\.origin).contains(.synthesized))
    #expect(read.events.last?.origin == .replayed)
    #expect(read.interruptedCall == nil && read.problem == nil && next.problem == nil)
    #expect(abs(read.startDate.timeIntervalSince(written.startDate)) < 0.000_002)
    #expect(read.processIdentifier == written.processIdentifier)
  }

  @Test("the file is its owner's alone, and has its whole length from the beginning on")
  func fixedSize() throws {
    func size() throws -> Int { try Data(contentsOf: file).count }
    let recorder = recorder()
    #expect(try folder.permissions("new") == 0o700)
    #expect(try folder.permissions("new/flight") == 0o600)
    #expect(try size() == FlightContents.length)
    let bus = bus(recorder)
    bus.mediator.attach(ClosureListener(String(repeating: "long name ", count: 100)) { _ in })
    for _ in 0..<600 { bus.post(.didReceiveMemoryWarning) }
    #expect(try size() == FlightContents.length)
    let lines = try Data(contentsOf: file).split(separator: 10)
    #expect(lines.count == FlightContents.lineCount)
    #expect(lines.allSatisfy { $0.count == FlightContents.lines.length - 1 })
  }

  @Test("the oldest calls are overwritten and their events counted")
  func bounded() throws {
    _ = run { bus in for _ in 0..<1_000 { bus.post(.didReceiveMemoryWarning) } }
    let read = try #require(recorder().previousRecording)
    // Three lines an event: two calls and the end.
    #expect(read.events.count == 170)
    #expect(read.events.last?.number == 1_002)
    #expect(read.droppedCount == 832)
    #expect(read.problem == nil)
  }

  @Test("a run that ends inside a call leaves the listener's name and the time", arguments: [0, 2])
  func interrupted(seconds: Int) throws {
    let copy = folder.file("copy")
    let recorder = recorder()
    let bus = bus(recorder)
    bus.attach("first")
    bus.mediator.attach(
      ClosureListener("SearchIndex") { [clock, file] _ in
        clock.advance(by: .seconds(seconds))
        if seconds > 0 { recorder.noteTime() }
        try? FileManager.default.copyItem(at: file, to: copy)
      })
    bus.mediator.attach(ClosureListener("never") { _ in })
    bus.post(.didFinishLaunching)
    let next = FlightRecorder(file: copy, files: FlightFiles())
    let read = try #require(next.previousRecording)
    #expect(read.interruptedCall?.listener == "SearchIndex")
    #expect(read.interruptedCall?.duration == .seconds(seconds))
    #expect(read.events.last?.calls.map(\.listener) == ["JournalingListener", "SearchIndex"])
    #expect(read.events.last?.duration == .seconds(seconds))
  }

  @Test("a run without events hides the one before it")
  func emptyRun() throws {
    _ = run()
    withExtendedLifetime(recorder()) {}
    #expect(try #require(recorder().previousRecording).events == [])
  }

  @Test("a copy that runs at the same time has a file of its own, and the interrupted one is told")
  func copies() throws {
    let (one, other) = (recorder(), recorder())
    #expect(folder.names(in: "new") == ["flight", "flight.2"])
    #expect(one.problem == nil && other.problem == nil && other.previousRecording == nil)
    let (first, second) = (bus(one), bus(other))
    first.attach("a")
    second.attach("b")
    for _ in 0..<300 {
      first.post(.didBecomeActive, .willResignActive)
      second.post(.didReceiveMemoryWarning)
    }
    // Its process ends inside a call.
    other.relayWillBegin(AppLifecycleContext(event: .didEnterBackground))
    other.relayWillCall("b", context: AppLifecycleContext(event: .didEnterBackground))
    for name in ["flight", "flight.2"] {
      let read = try contents(name)
      #expect(read.problem == nil)
      #expect(
        read.events.last?.event == (name == "flight" ? .willResignActive : .didEnterBackground))
    }
  }

  @Test("recorders of one process share the file")
  func shared() throws {
    let files = FlightFiles()
    do {
      let one = recorder(files)
      clock.advance(by: .seconds(5))
      let other = recorder(files)
      for (recorder, event) in [
        (one, AppLifecycleEvent.didFinishLaunching), (other, .systemDidWake),
      ] {
        recorder.relayWillBegin(AppLifecycleContext(event: event))
        recorder.relayWillCall("listener", context: AppLifecycleContext(event: event))
        recorder.relayDidCall(.init(event: event, listener: "listener", duration: .zero))
        recorder.relayDidEnd(AppLifecycleContext(event: event))
      }
    }
    #expect(folder.names(in: "new") == ["flight"])
    let read = try contents()
    #expect(read.events.map(\.number) == [1, 2])
    #expect(read.events.map(\.start) == [.seconds(5), .seconds(5)])
  }

  @Test("a damaged line is left out and said, whichever it is", arguments: [0, 2, 3, 4, 5, 6])
  func damaged(line: Int) throws {
    _ = run()
    var bytes = Array(try Data(contentsOf: file))
    bytes[line * FlightContents.lines.length + 30] ^= 1
    try Data(bytes).write(to: file)
    let read = try #require(recorder().previousRecording)
    #expect(read.problem?.line == line + 1)
    #expect(read.events.count >= 1)
    #expect(read.events.allSatisfy { $0.calls.allSatisfy { $0.duration >= .zero } })
  }

  @Test("a file of another kind or version is set aside and said, and a new one begun")
  func foreign() throws {
    try FileManager.default.createDirectory(
      at: folder.file("new"), withIntermediateDirectories: true)
    for (text, code) in [
      ("precious", ListenerFileError.Code.wrongFormat),
      ("LifecycleBus-flight 2 run=1 check=0123456789abcdef", .wrongVersion), ("", .truncated),
    ] {
      try folder.write(text, to: file)
      let recorder = recorder()
      #expect(recorder.problem?.code == code)
      let aside = try #require(recorder.problem?.setAsidePath)
      #expect(try String(contentsOfFile: aside, encoding: .utf8) == text)
      #expect(recorder.previousRecording == nil)
      #expect(try Data(contentsOf: file).count == FlightContents.length)
    }
  }

  @Test("where there is no file, the recorder goes on in memory, and says why")
  func memoryOnly() {
    let recorder = FlightRecorder(file: URL(fileURLWithPath: "/dev/null/flight"))
    #expect(recorder.problem?.code == .unwritable)
    let bus = bus(recorder)
    bus.post(.didFinishLaunching)
    #expect(recorder.recording.events.count == 1 && recorder.previousRecording == nil)
  }

  #if os(macOS) || os(Linux)
    @Test(
      "after a process was killed or has crashed in a listener's call, the next one names it",
      arguments: [("wait", "died 9"), ("trap", "died 4"), ("abort", "died 6"), ("fork", "died 6")])
    func childEnds(how: String, end: String) async throws {
      let child = try ChildProcess("FilesChild", ["flight", file.path, how])
      if how == "wait" {
        try await child.output.wait(for: "noted")
        child.send(SIGKILL)
      }
      let ended = try await child.wait()
      // A trap is SIGILL or SIGTRAP, as the processor has it.
      #expect(ended == end || how == "trap" && ended == "died 5", "\(child.output.all)")
      defer {
        if let forked = child.output.all.last.flatMap({ Int32($0) }), forked > 0 {
          kill(forked, SIGKILL)
        }
      }
      let recorder = recorder()
      #expect(recorder.problem == nil)
      let call = try #require(recorder.previousRecording?.interruptedCall)
      #expect(call.listener == "Crasher")
      #expect(recorder.previousRecording?.events.last?.event == .didBecomeActive)
      if how == "wait" { #expect(call.duration >= .milliseconds(400)) }
    }

    @Test("a process that is killed while it records leaves whole lines")
    func killedWhileWriting() async throws {
      for kill in 1...(LongTests.areOn ? 300 : 15) {
        let child = try ChildProcess("FilesChild", ["flight", file.path, "repeat"])
        try await child.kill(soonAfter: "ready")
        let read = try contents()
        try #require(read.problem == nil && read.events.count > 0, "kill \(kill)")
      }
    }
  #endif
}
