import Foundation
import LifecycleBus
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

  @Test("it logs, records, and says how the last run ended")
  func whole() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("last-run.json")
    let recorder = FlightRecorder()
    var journal: [String] = []
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, log: { [lines] in lines.all.append($0) }, recorder: recorder,
      detector: TerminationDetector(file: file)
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
    #expect(recorder.recording.relays.count == 5)
    #expect(lines.notes.first == "lifecycle: This is the first run.")
    #expect(
      lines.notes.contains(
        "lifecycle: didEnterBackground was missing before willTerminate and was put in."))
    #expect(lines.all.contains { $0.hasSuffix("didBecomeActive inactive -> active") })
    #expect(TerminationDetector(file: file).previousRun.ending == .clean)
  }

  @Test("a part that is not wanted is left out")
  func parts() {
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, log: nil, recorder: nil, detector: nil)
    #expect(mediator.listenerCount == 0)
    #expect(mediator.probe == nil && mediator.onAnomaly == nil)
  }

  @Test("what the caller has set on a part stays")
  func callersOwn() throws {
    let folder = try TemporaryFolder()
    let recorder = FlightRecorder(budget: FlightBudget(event: .zero))
    var overruns = 0
    recorder.onOverrun = { _ in overruns += 1 }
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, log: { [lines] in lines.all.append($0) }, recorder: recorder,
      detector: TerminationDetector(file: folder.file("run")))
    center.post(.didReceiveMemoryWarning)
    withExtendedLifetime(mediator) {}
    #expect(overruns == 1)
    #expect(lines.notes.count == 1)
  }

  @Test("where nothing can be written it says so once, and goes on")
  func unwritable() {
    let detectors = [
      TerminationDetector(file: URL(fileURLWithPath: "/dev/null/run")),
      TerminationDetector(
        .failure(ListenerFileError(code: .noDirectory, path: "~", sentence: "No home.")),
        RunEnvironment()),
    ]
    for detector in detectors {
      let lines = Lines()
      let mediator = AppLifecycleMediator.makeDefaultMediator(
        notificationCenter: center, log: { lines.all.append($0) }, detector: detector)
      for event in [AppLifecycleEvent.didFinishLaunching, .didBecomeActive, .willResignActive] {
        center.post(event)
      }
      withExtendedLifetime(mediator) {}
      #expect(lines.notes.count == 1)
      #expect(lines.all.count == 4)
    }
  }

  @Test("a log that throws stops nobody")
  func throwingLog() {
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, log: { _ in throw CocoaError(.fileWriteOutOfSpace) },
      detector: nil)
    center.post(.didBecomeActive)
    #expect(mediator.state == .active)
  }

  @Test("several probes can share a mediator, each told of everything")
  func probeGroup() {
    let bus = TestBus()
    let (one, two) = (FlightRecorder(), FlightRecorder())
    bus.mediator.probe = ProbeGroup(one, two)
    bus.attach("listener")
    bus.post(.didFinishLaunching, .didBecomeActive)
    for recorder in [one, two] {
      #expect(recorder.recording.relays.map(\.calls.count) == [1, 1])
    }
  }

  #if !canImport(Darwin)
    @Test("the one line keeps its record in the state directory, for its owner only")
    func child() async throws {
      let folder = try TemporaryFolder()
      let environment = ["XDG_STATE_HOME": folder.url.path]
      #expect(try await notes(environment) == ["lifecycle: This is the first run."])
      #expect(try await notes(environment) == ["lifecycle: The last run ended in order."])
      #expect(folder.names == ["FilesChild"])
      #expect(try folder.permissions("FilesChild") == 0o700)
      #expect(try folder.permissions("FilesChild/last-run.json") == 0o600)
    }

    @Test("without a home it says so once, and goes on")
    func homeless() async throws {
      let notes = try await notes([:])
      #expect(notes.count == 1)
      #expect(notes.first?.contains("Neither XDG_STATE_HOME nor HOME is an absolute path.") == true)
    }

    /// What a program that has the one line notes in its log, beside events, repairs, and events
    /// that were slow because the machine is busy.
    private func notes(_ environment: [String: String]) async throws -> [String] {
      let lines = try await ChildProcess.onThread {
        let child = try ChildProcess(["default"], environment: environment)
        defer { child.wait() }
        return child.remainingLines()
      }
      #expect(lines.last?.hasSuffix("willTerminate background -> terminated") == true)
      return lines.filter {
        $0.hasPrefix("lifecycle: ") && !$0.contains("put in") && !$0.contains(" took ")
      }
    }

    @Test(
      "the state directory is where the XDG specification says",
      arguments: [
        (["XDG_STATE_HOME": "/x", "HOME": "/h"], "/x/app"),
        (["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/app"),
        (["XDG_STATE_HOME": "", "HOME": "/h"], "/h/.local/state/app"),
        (["HOME": "/h"], "/h/.local/state/app"), (["HOME": "h"], nil), ([:], nil),
      ])
    func stateDirectory(environment: [String: String], path: String?) {
      let url = try? StateDirectory.url(for: "app", environment: environment)
      #expect(url.map { $0.appending(path: "file").path } == path.map { $0 + "/file" })
    }

    @Test("a program's name is one directory, and must be a name", arguments: ["", ".", ".."])
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
