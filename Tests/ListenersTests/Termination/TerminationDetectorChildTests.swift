#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Listeners

  @MainActor
  @Suite("Endings of real processes", .timeLimit(.minutes(hangMinutes)))
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
        events: launch, ending: "return", isKilled: false, signal: 0, expected: .exited),
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
        events: launch + ["willTerminate"], ending: "crash", isKilled: false, signal: SIGABRT,
        expected: .inForeground),
      Life(
        events: launch + leave + ["willTerminate"], ending: "crash", isKilled: false,
        signal: SIGABRT, expected: .inBackground),
      Life(
        events: [], ending: "abort", isKilled: false, signal: SIGABRT, expected: .beforeForeground),
    ]

    @Test("the next run reports how a process ended", arguments: lives)
    func realProcess(life: Life) async throws {
      let folder = try TemporaryFolder()
      let file = folder.file("last-run.json")
      let child = try ChildProcess("FilesChild", ["run", file.path, life.ending] + life.events)
      if life.ending != "crash" { #expect(try await child.output.wait(for: "") == ["ready"]) }
      if life.isKilled { child.send(SIGKILL) }
      #expect(try await child.wait() == (life.signal == 0 ? "exited 0" : "died \(life.signal)"))
      let detector = TerminationDetector(file: file)
      #expect(detector.previousRun.ending == life.expected)
      #expect(detector.problem == nil)
    }

    #if os(Linux)
      @Test("a process that is traced has a debugger")
      func traced() async throws {
        let child = try ChildProcess("FilesChild", ["traced"])
        try await child.wait()
        // A system may forbid tracing.
        #expect([["false", "true"], ["false", "refused"]].contains(child.output.all))
      }
    #endif

    @Test("a forked child that lives on does not hide its parent's crash")
    func forked() async throws {
      let folder = try TemporaryFolder()
      let file = folder.file("last-run")
      let child = try ChildProcess("FilesChild", ["run", file.path, "fork"] + Self.launch)
      try await child.wait()
      let forked = try #require(child.output.all.dropFirst(2).first.flatMap { Int32($0) })
      try #require(forked > 0)
      defer { kill(forked, SIGKILL) }
      #expect(kill(forked, 0) == 0)
      #expect(TerminationDetector(file: file).previousRun.ending == .inForeground)
    }

    @Test("a process that is killed while it writes its record leaves a whole one")
    func killedWhileWriting() async throws {
      let kills = LongTests.areOn ? 300 : 25
      let folder = try TemporaryFolder()
      let file = folder.file("last-run")
      var generator = SystemRandomNumberGenerator()
      for kill in 1...kills {
        let child = try ChildProcess("FilesChild", ["run", file.path, "repeat"] + Self.launch)
        try await child.output.wait(for: "ready")
        for _ in 0..<Int.random(in: 0..<20_000, using: &generator) { _ = ContinuousClock.now }
        child.send(SIGKILL)
        try await child.wait()
        let newest = try RunRecordFormat.newest(Array(Data(contentsOf: file)))
        try #require(newest?.record.wasInForeground == true, "kill \(kill)")
      }
      print("\(kills) kills while a record was written, a whole record after each")
    }

    /// How one of two copies ends.
    enum CopyEnding: CaseIterable, Sendable {
      case inOrder, exited, killedInForeground, killedInBackground

      var arguments: [String] {
        switch self {
        case .inOrder: ["terminate"] + launch
        case .exited, .killedInForeground: ["wait"] + launch
        case .killedInBackground: ["wait"] + launch + leave
        }
      }

      var expected: PreviousRun.Ending {
        switch self {
        case .inOrder: .clean
        case .exited: .exited
        case .killedInForeground: .inForeground
        case .killedInBackground: .inBackground
        }
      }

      var weight: Int {
        switch self {
        case .inOrder, .exited: 0
        case .killedInBackground: 1
        case .killedInForeground: 2
        }
      }

      func end(_ child: ChildProcess) async throws {
        if weight > 0 { child.send(SIGKILL) } else { child.tell("") }
        try await child.wait()
      }
    }

    @Test(
      "of two living copies, neither is a crash, and the worst ending is reported",
      arguments: CopyEnding.allCases, CopyEnding.allCases)
    func twoCopies(first: CopyEnding, second: CopyEnding) async throws {
      for endsFirstFirst in [true, false] {
        let folder = try TemporaryFolder()
        let file = folder.file("last-run")
        var children: [ChildProcess] = []
        for (copy, said) in [
          (first, "This is the first run."), (second, "Another copy of the program is running."),
        ] {
          let child = try ChildProcess("FilesChild", ["run", file.path] + copy.arguments)
          #expect(try await child.output.wait(for: said) == ["ready", said])
          children.append(child)
        }
        for number in endsFirstFirst ? [0, 1] : [1, 0] {
          try await [first, second][number].end(children[number])
        }
        let ending = TerminationDetector(file: file).previousRun.ending
        if first.weight == second.weight {
          #expect([first.expected, second.expected].contains(ending))
        } else {
          #expect(ending == (first.weight > second.weight ? first : second).expected)
        }
        // The second copy's file has been reported, and is gone.
        #expect(folder.names == ["last-run"])
      }
    }
  }
#endif
