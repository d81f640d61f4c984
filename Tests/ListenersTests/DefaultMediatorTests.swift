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

  private func post(_ events: AppLifecycleEvent...) {
    for event in events {
      center.post(event)
    }
  }

  @Test("it logs, records, and detects how the last run ended")
  func whole() throws {
    let recorder = FlightRecorder()
    let heard = RecordingListener()
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

  @Test("a crash is one notice, with the listener; another ending, or a second copy, is none")
  func crash() {
    let sentence =
      "lifecycle: The last run crashed, or was ended by a signal that it does not handle, while "
      + "Crasher was being called for didBecomeActive."

    for (number, expected) in [[], [sentence], []].enumerated() {
      let said = lines.lines.count
      let detector = detector(Int32(number))
      let mediator = mediator(detector: detector)
      mediator.attach(
        ClosureListener("Crasher", .didBecomeActive) { _ in
          if number == 0 {
            detector.leave()
          }
        })

      withExtendedLifetime(self.mediator(detector: self.detector())) {
        post(.didFinishLaunching, .didBecomeActive, .willTerminate)
      }
      detector.leave()

      #expect(Array(lines.lines.dropFirst(said)) == expected)
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

    withExtendedLifetime(mediator(details: true, detector: detector)) {
      post(.didFinishLaunching)
    }

    #expect(notes.count == 1 && notes[0].contains("/dev/null/run"))
  }

  @Test("a part passed as nil is left out, and a closure that the caller has set stays")
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

  #if os(Linux)
    @Test(
      "the record is in the state directory, for the owner only, and nothing keeps a thread",
      .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)))
    func child() async throws {
      for _ in 1...2 {
        let child = try ChildProcess(
          "DefaultChild", environment: ["XDG_STATE_HOME": folder.url.path])
        #expect(try await child.wait() == "exited 0")
        #expect(child.output.all == ["background 0"])
      }

      #expect(
        folder.names == ["probe"] && folder.names(in: "probe") == ["last-run", "last-run.lock"])
      #expect(try folder.permissions("probe") == 0o700)
      for name in folder.names(in: "probe") {
        #expect(try folder.permissions("probe/\(name)") == 0o600)
      }
    }

    typealias Place = (name: String, environment: [String: String], path: String?)

    nonisolated static let places: [Place] = [
      ("app", ["XDG_STATE_HOME": "/x", "HOME": "/h"], "/x/app"),
      ("app", ["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/app"),
      ("app", ["XDG_STATE_HOME": "", "HOME": "/h"], "/h/.local/state/app"),
      ("app", ["HOME": "/h"], "/h/.local/state/app"), ("app", ["HOME": "h"], nil),
      ("app", ["STATE_DIRECTORY": "/var/app:/var/b", "XDG_STATE_HOME": "/x"], "/var/app"),
      ("app", ["STATE_DIRECTORY": "/var/b", "HOME": "/h"], "/var/b/app"),
      ("app", ["STATE_DIRECTORY": ":/var/app", "HOME": "/h"], "/h/.local/state/app"),
      ("app", ["XDG_STATE_HOME": "/x\u{FFFD}", "HOME": "/h"], nil), ("app", [:], nil),
      ("../a/b", ["HOME": "/h"], "/h/.local/state/..-a-b"), ("", ["HOME": "/h"], nil),
      (".", ["HOME": "/h"], nil), ("..", ["HOME": "/h"], nil),
    ]

    @Test(
      "the state directory follows systemd and the XDG specification, with a name of one folder",
      arguments: places)
    func stateDirectory(name: String, environment: [String: String], path: String?) {
      var url: URL?
      let code = code { url = try StateDirectory.url(for: name, environment: environment) }

      if let path {
        #expect(url?.appending(path: "file").path == "\(path)/file")
        #expect(code == nil)
      } else {
        #expect(url == nil)
        #expect(code == .unwritable)
      }
    }
  #endif
}
