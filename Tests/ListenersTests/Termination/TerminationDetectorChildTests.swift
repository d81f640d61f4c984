#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Listeners

  @MainActor
  @Suite("Endings of real processes", .timeLimit(.minutes(hangMinutes)))
  struct TerminationDetectorChildTests {
    let folder = TemporaryFolder()
    private var file: URL { folder.file("last-run") }

    private nonisolated static let launch = [
      "didFinishLaunching", "willEnterForeground", "didBecomeActive",
    ]
    private nonisolated static let leave = ["willResignActive", "didEnterBackground"]

    private func child(_ ending: String, _ events: [String]) throws -> ChildProcess {
      try ChildProcess("FilesChild", ["run", file.path, ending] + events)
    }

    @Test(
      "the next run reports how a process ended",
      arguments: [
        (launch + ["willTerminate"], "return", "exited 0", .clean),
        (launch, "return", "exited 0", .exited), (launch, "abort", "died 6", .inForeground),
        (launch, "wait", "died 9", .inForeground),
        (launch + leave, "wait", "died 9", .inBackground),
        (launch + leave, "abort", "died 6", .inBackground),
        (launch + ["willTerminate"], "crash", "died 6", .inForeground),
        (launch + leave + ["willTerminate"], "crash", "died 6", .inBackground),
        ([], "abort", "died 6", .beforeForeground),
      ] as [([String], String, String, PreviousRun.Ending)])
    func realProcess(events: [String], ending: String, end: String, expected: PreviousRun.Ending)
      async throws
    {
      let child = try child(ending, events)
      if ending != "crash" { #expect(try await child.output.wait(for: "") == ["ready"]) }
      if ending == "wait" { child.send(SIGKILL) }
      #expect(try await child.wait() == end)
      let detector = TerminationDetector(file: file)
      #expect(detector.previousRun.ending == expected)
      #expect(detector.problem == nil)
    }

    #if os(Linux)
      @Test("a process that is traced has a debugger")
      func traced() async throws {
        let child = try ChildProcess("TracedChild")
        try await child.wait()
        // A system may forbid tracing.
        #expect([["false", "true"], ["false", "refused"]].contains(child.output.all))
      }
    #endif

    @Test("a forked child that lives on does not hide its parent's crash")
    func forked() async throws {
      let child = try child("fork", Self.launch)
      try await child.wait()
      let forked = try #require(child.output.all.dropFirst(2).first.flatMap { Int32($0) })
      try #require(forked > 0)
      defer { kill(forked, SIGKILL) }
      #expect(kill(forked, 0) == 0)
      #expect(TerminationDetector(file: file).previousRun.ending == .inForeground)
    }

    @Test("a process that is killed while it writes its record leaves a whole one")
    func killedWhileWriting() async throws {
      for kill in 1...(LongTests.areOn ? 300 : 25) {
        try await child("repeat", Self.launch).kill(soonAfter: "ready")
        let newest = try RunRecordFormat.newest(Array(Data(contentsOf: file)))
        try #require(newest?.record.wasInForeground == true, "kill \(kill)")
      }
    }

    /// How one of two copies ends.
    enum CopyEnding: CaseIterable, Sendable {
      case inOrder, exited, killedInForeground, killedInBackground

      /// What it does, what the next run reports of it, and how much that matters.
      var values: (arguments: [String], expected: PreviousRun.Ending, weight: Int) {
        switch self {
        case .inOrder: (["terminate"] + launch, .clean, 0)
        case .exited: (["wait"] + launch, .exited, 0)
        case .killedInBackground: (["wait"] + launch + leave, .inBackground, 1)
        case .killedInForeground: (["wait"] + launch, .inForeground, 2)
        }
      }

      func end(_ child: ChildProcess) async throws {
        if values.weight > 0 { child.send(SIGKILL) } else { child.tell("") }
        try await child.wait()
      }
    }

    @Test(
      "of two living copies, neither is a crash, and the worst ending is reported",
      arguments: CopyEnding.allCases, CopyEnding.allCases)
    func twoCopies(first: CopyEnding, second: CopyEnding) async throws {
      for endsFirstFirst in [true, false] {
        let folder = TemporaryFolder()
        let file = folder.file("last-run")
        var children: [ChildProcess] = []
        for (copy, said) in [
          (first, "This is the first run."), (second, "Another copy of the program is running."),
        ] {
          let child = try ChildProcess("FilesChild", ["run", file.path] + copy.values.arguments)
          #expect(try await child.output.wait(for: said) == ["ready", said])
          children.append(child)
        }
        for number in endsFirstFirst ? [0, 1] : [1, 0] {
          try await [first, second][number].end(children[number])
        }
        let worst = max(first.values.weight, second.values.weight)
        let expected = [first, second].filter { $0.values.weight == worst }.map(\.values.expected)
        #expect(expected.contains(TerminationDetector(file: file).previousRun.ending))
        // The second copy's file has been reported, and is gone.
        #expect(folder.names == ["last-run"])
      }
    }
  }
#endif
