import Foundation
import LifecycleBus
import Listeners
import TestSupport
import Testing

/// The files that version 1.0 wrote are read by every later 1.x version; the CHANGELOG promises it.
///
/// `Tests/OldFileFormats/1.0` has them. They were recorded once, and are never recorded again: a new form of
/// a file gets a folder of its own.
@MainActor
@Suite("Files of version 1.0")
struct FormatTests {
  struct Notes: Codable, Sendable, Equatable {
    var lines: [String] = []
  }

  nonisolated static let recorded = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../OldFileFormats/1.0", directoryHint: .isDirectory).standardized
  /// The files in a folder where a listener may write.
  let folder = TemporaryFolder()

  init() throws {
    for name in ["state", "last-run", "session", "launches", "flight"] {
      try Data(contentsOf: Self.recorded.appending(path: name)).write(to: folder.file(name))
    }
  }

  @Test("the state")
  func state() {
    let saver = StateSaver(file: folder.file("state"), initial: Notes(), version: 3)
    #expect(saver.restoration.source == .current)
    #expect(saver.state.lines == ["milk", "Zwiebäcke"])
  }

  @Test("the record of a run")
  func run() {
    let detector = TerminationDetector(file: folder.file("last-run"), appVersion: "2.1 (417)")
    #expect(detector.problem == nil)
    let record = detector.previousRun.record
    #expect(record?.state == .active)
    #expect(record?.wasInForeground == true)
    #expect(record?.appVersion == "2.1 (417)")
  }

  @Test("the open session")
  func session() throws {
    let tracker = SessionTracker(.file(folder.file("session")))
    var changes: [SessionTracker.Change] = []
    tracker.onChange = { changes.append($0) }
    tracker.receive(.didFinishLaunching)
    guard case .ended(let session) = try #require(changes.first) else {
      Issue.record("The session of the file was not reported: \(changes)")
      return
    }
    #expect(session.id.uuidString == "8A1B7B1E-0D51-4D2F-9E0A-0A8E2A6C9F10")
    #expect(session.interruptions == 2)
  }

  @Test("the launches")
  func launches() {
    let history = LaunchHistory(file: folder.file("launches"), version: "2.2")
    #expect(history.launch?.number == 3)
    #expect(history.launch?.previousVersion == "2.1")
  }

  @Test("a recording")
  func recording() throws {
    let lines = try String(
      contentsOf: Self.recorded.appending(path: "recording.jsonl"), encoding: .utf8)
    let recording = FlightRecording(jsonLines: lines)
    #expect(recording.events.map(\.event) == [.didBecomeActive, .willResignActive])
    #expect(recording.events.first?.calls.map(\.listener) == ["SearchIndex"])
    #expect(recording.events.last?.origin == .synthesized)
  }

  /// The first 4,096 bytes of the file that `FilesChild flight FILE abort` has left.
  @Test("the file of a recorder whose process has crashed in a listener")
  func flight() throws {
    let recorder = FlightRecorder(file: folder.file("flight"))
    #expect(recorder.problem == nil)
    let recording = try #require(recorder.previousRecording)
    #expect(recording.problem == nil)
    #expect(recording.interruptedCall?.listener == "Crasher")
    #expect(recording.events.last?.event == .didBecomeActive)
    #expect(recording.events.first?.calls.map(\.listener) == ["Crasher"])
  }
}
