#if os(macOS) || os(Linux)
  import Foundation
  import Listeners
  import TestSupport
  import Testing

  @MainActor
  @Suite("Endings of real processes", .timeLimit(.minutes(2)))
  struct TerminationDetectorChildTests {
    /// The events of a run, how it ends, and the ending that the next run reports.
    struct Life: CustomTestStringConvertible, Sendable {
      let events: [String]
      let ending: String
      let isKilled: Bool
      let signal: Int32
      let expected: PreviousRun.Ending
      var testDescription: String { "\(events.last ?? "nothing"), \(ending): \(expected)" }
    }

    private nonisolated static let launch = [
      "didFinishLaunching", "willEnterForeground", "didBecomeActive",
    ]
    private nonisolated static let leave = ["willResignActive", "didEnterBackground"]

    nonisolated static let lives = [
      Life(
        events: launch + ["willTerminate"], ending: "return", isKilled: false, signal: 0,
        expected: .clean),
      Life(
        events: launch, ending: "return", isKilled: false, signal: 0, expected: .inForeground),
      Life(
        events: launch, ending: "abort", isKilled: false, signal: SIGABRT, expected: .inForeground),
      Life(
        events: launch, ending: "wait", isKilled: true, signal: SIGKILL, expected: .inForeground),
      Life(
        events: launch + leave, ending: "wait", isKilled: true, signal: SIGKILL,
        expected: .inBackground),
      Life(
        events: launch + leave, ending: "abort", isKilled: false, signal: SIGABRT,
        expected: .inBackground),
      Life(
        events: [], ending: "abort", isKilled: false, signal: SIGABRT, expected: .beforeForeground),
    ]

    @Test("the next run reports how a process ended", arguments: lives)
    func realProcess(life: Life) async throws {
      let folder = try TemporaryFolder()
      let file = folder.file("last-run.json")
      let child = try ChildProcess("FilesChild", ["run", file.path, life.ending] + life.events)
      #expect(try await child.output.wait(for: "") == ["ready"])
      if life.isKilled { child.send(SIGKILL) }
      #expect(try await child.wait() == (life.signal == 0 ? "exited 0" : "died \(life.signal)"))
      let detector = TerminationDetector(file: file)
      #expect(detector.previousRun.ending == life.expected)
      #expect(detector.problem == nil)
    }
  }
#endif
