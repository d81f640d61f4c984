import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("The default mediator", .timeLimit(.minutes(hangMinutes)))
struct DefaultMediatorTests {
  private let center = NotificationCenter()
  private let folder = TemporaryFolder()
  private let lines = CallJournal()

  private var notes: [String] { lines.lines.filter { $0.hasPrefix("lifecycle: ") } }

  private func detector(_ number: Int32 = 1) -> TerminationDetector {
    TerminationDetector(file: folder.file("run"), run(number))
  }

  private func mediator(
    details: Bool = false, recorder: FlightRecorder? = nil, detector: TerminationDetector? = nil,
    listeners: [any AppLifecycleListener] = []
  ) -> AppLifecycleMediator {
    .makeDefaultMediator(
      notificationCenter: center, notice: EventLog(sink: { [lines] in lines.write($0) }),
      detail: EventLog(sink: { [lines] in if details { lines.write($0) } }), recorder: recorder,
      detector: detector
    ) { listeners }
  }

  private func post(_ events: AppLifecycleEvent...) { for event in events { center.post(event) } }

  @Test("it logs, records, and detects how the last run ended")
  func whole() throws {
    let (recorder, heard) = (FlightRecorder(), RecordingListener())
    let detector = detector()
    let mediator = mediator(
      details: true, recorder: recorder, detector: detector, listeners: [heard])
    #expect(mediator.probe === recorder)
    post(.didFinishLaunching, .didBecomeActive, .willTerminate)
    #expect(
      heard.events == [
        .didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
        .willTerminate,
      ])
    #expect(recorder.recording.events.count == 5)
    #expect(detector.record.hasEnded)
    #expect(notes.first == "lifecycle: This is the first run.")
    #expect(
      notes.contains(
        "lifecycle: didEnterBackground was missing before willTerminate; it was synthesized."))
    #expect(lines.lines.contains { $0.hasSuffix("didBecomeActive inactive -> active") })
  }

  @Test("a crash is one notice, with the listener; another ending is none")
  func crash() {
    for (number, expected) in [
      nil,
      "The last run crashed, or was ended by a signal that it does not handle, while Crasher "
        + "was being called for didBecomeActive.", nil,
    ].enumerated() {
      let said = lines.lines.count
      let detector = detector(Int32(number))
      let mediator = mediator(detector: detector)
      var call: RunRecord?
      mediator.attach(
        ClosureListener("Crasher", .didBecomeActive) { _ in if number == 0 { detector.leave() } })
      post(.didFinishLaunching, .didBecomeActive, .willTerminate)
      call = detector.record
      detector.leave()
      #expect(call?.hasEnded == true)
      #expect(lines.lines.dropFirst(said) == (expected.map { ["lifecycle: \($0)"] } ?? [])[...])
      withExtendedLifetime(mediator) {}
    }
  }

  @Test("a failure is a notice, and everything else is a detail")
  func levels() async {
    let mediator = mediator()
    post(.didBecomeActive)
    #expect(lines.lines == [])
    mediator.report(.other(kind: "signalHandledElsewhere", sentence: "SIGTERM goes elsewhere."))
    let hold = mediator.hold("upload")
    await mediator.waitForHolds(upTo: .zero)
    withExtendedLifetime(hold) {}
    #expect(lines.lines.count == 2 && lines.lines[1].contains("upload"))
  }

  @Test("an unwritable record is said once")
  func unwritable() {
    let detector = TerminationDetector(file: URL(fileURLWithPath: "/dev/null/run"), run())
    let mediator = mediator(details: true, detector: detector)
    post(.didFinishLaunching, .didBecomeActive)
    withExtendedLifetime(mediator) {}
    #expect(notes.count == 1 && notes[0].contains("/dev/null/run"))
  }

  @Test("a second one in the process is no crash")
  func twice() {
    let first = mediator(detector: detector(1))
    let second = detector(1)
    withExtendedLifetime((first, mediator(detector: second))) {}
    #expect(second.previousRun.ending == .stillRunning && lines.lines == [])
  }

  @Test("a part passed as nil is left out, and a closure that the caller has set is kept")
  func parts() {
    let recorder = FlightRecorder(allowance: .zero)
    var slow: [AppLifecycleEvent] = []
    recorder.onSlowEvent = { slow.append($0.event) }
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center,
      detail: EventLog(sink: { _ in throw CocoaError(.fileWriteOutOfSpace) }),
      recorder: recorder, detector: nil)
    post(.didBecomeActive)
    #expect(slow.last == .didBecomeActive && mediator.state == .active)
    #expect(self.mediator().probe == nil)
  }

  #if !canImport(Darwin)
    private var state: [String: String] { ["XDG_STATE_HOME": folder.url.path] }

    /// What a program with the default mediator logs about its last run and its files.
    private func childNotes(
      _ ending: String = "end", _ environment: [String: String]? = nil
    ) async throws -> [String] {
      let child = try ChildProcess(
        "DefaultChild", [ending], environment: environment ?? state)
      let end = try await child.wait()
      #expect(end == ["crash": "died 6", "kill": "died 9"][ending, default: "exited 0"])
      return child.output.all
    }

    @Test("the record is in the state directory, for the owner only, and nothing else is")
    func child() async throws {
      #expect(try await childNotes() == [])
      #expect(
        folder.names == ["probe"] && folder.names(in: "probe") == ["last-run", "last-run.lock"])
      #expect(try folder.permissions("probe") == 0o700)
      for name in folder.names(in: "probe") {
        #expect(try folder.permissions("probe/\(name)") == 0o600)
      }
      for ending in ["crash", "kill"] {
        #expect(try await childNotes(ending) == [])
        let notice = try #require(try await childNotes().first)
        #expect(
          notice.hasSuffix("while Crasher was being called for didFinishLaunching."), "\(notice)")
        #expect(try await childNotes() == [])
      }
    }

    @Test("a missing home directory is said once")
    func homeless() async throws {
      let notes = try await childNotes("end", [:])
      #expect(notes.count == 1)
      #expect(notes.first?.contains("Neither XDG_STATE_HOME nor HOME is an absolute path.") == true)
    }

    #if os(Linux)
      @Test("neither it nor another listener keeps a timer, a queue or a thread")
      func idle() async throws {
        let child = try ChildProcess("IdleChild", [], environment: state)
        #expect(try await child.wait() == "exited 0")
        #expect(child.output.all == ["background 0"])
      }
    #endif

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
      #expect(
        try StateDirectory.url(for: "../a/b", environment: home).path == "/h/.local/state/..-a-b")
      #expect(code { try StateDirectory.url(for: name, environment: home) } == .unwritable)
    }
  #endif
}
