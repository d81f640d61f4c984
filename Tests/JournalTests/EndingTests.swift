import Foundation
import TestSupport
import Testing

/// The ends of programs that are hard to survive, many times each: nothing that was acknowledged is
/// lost, and nothing hangs.
///
/// `LIFECYCLEBUS_ENDINGS=500` ends each kind so many times; else a few are enough to see that the
/// trials work. Times are printed and not judged, beyond the limits of each wait.
@Suite("Endings, many times", .serialized)
struct EndingTests {
  static let count =
    ProcessInfo.processInfo.environment["LIFECYCLEBUS_ENDINGS"].flatMap { Int($0) } ?? 4

  /// Does it so many times, a few at once.
  static func rounds(
    of kind: String, atOnce width: Int = 4, _ end: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    for first in stride(from: 0, to: count, by: width) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for round in first..<min(first + width, count) {
          group.addTask { try await end(round) }
        }
        try await group.waitForAll()
      }
    }
    let seconds = Int(start.duration(to: clock.now) / .seconds(1))
    print("note: \(count) endings by \(kind) in \(seconds) s")
  }

  /// What each ending must leave behind: the lines, and a record that says it was in order.
  static func expectOrder(_ folder: JournalFolder, _ text: String, _ round: Int) async throws {
    #expect(folder.text == text, "round \(round)")
    let next = try await folder.run("")
    #expect(
      next.contains("  . the run before: The last run ended in order."), "round \(round): \(next)")
    #expect(!next.contains { $0.hasPrefix("journal: ") }, "round \(round): \(next)")
  }

  /// The lines that a round types, and the file that keeps them.
  static func lines(_ count: Int) -> String {
    (1...count).map { "line \($0)\n" }.joined()
  }

  @Test("a terminal that dies, with SIGHUP or silently")
  func deadTerminal() async throws {
    try await Self.rounds(of: "a dead terminal") { round in
      let folder = try JournalFolder()
      let terminal = try PseudoTerminal()
      let line = open(terminal.path, O_RDWR | O_NOCTTY)
      let child = try ChildProcess(
        "journal", [folder.path], environment: folder.environment,
        descriptors: [0: line, 1: line, 2: line])
      close(line)
      let count = 1 + round % 5
      try await terminal.close(after: "\(count)  line \(count)", pressing: Self.lines(count))
      // The kernel sends it to the session of the terminal. Without it the input ends.
      if round.isMultiple(of: 2) { child.send(SIGHUP) }
      let end = try await child.end.wait(for: "").last ?? ""
      #expect(["exited 0", "exited 1", "died \(SIGHUP)"].contains(end), "round \(round)")
      try await Self.expectOrder(folder, Self.lines(count), round)
    }
  }

  @Test("a reader that goes: journal | head")
  func closedReader() async throws {
    try await Self.rounds(of: "a closed reader") { round in
      let folder = try JournalFolder()
      let shown = 2 + round % 40
      // The writer keeps the pipe open, so that only the reader can be the reason to end.
      let script = """
        { i=0; while [ $i -lt 500 ]; do i=$((i+1)); echo "line $i" || exit; done; } 2>&1 |
          "$0" "$1" 2>"$1.errors" | head -n \(shown)
        """
      let shell = try ChildProcess(
        "/bin/sh", ["-c", script, ChildProcess.path(of: "journal"), folder.path],
        environment: folder.environment)
      try await shell.wait()
      let acknowledged = shell.output.all.filter { $0.contains("  line ") }
      #expect(acknowledged.count == shown - 1, "round \(round): \(shell.output.all)")
      let kept = folder.text.split(separator: "\n")
      for (index, line) in acknowledged.enumerated() {
        #expect(kept.indices.contains(index), "round \(round)")
        #expect(kept.indices.contains(index) && line.hasSuffix("  \(kept[index])"))
      }
      try await Self.expectOrder(folder, Self.lines(max(1, kept.count)), round)
    }
  }

  /// Which of 0, 1 and 2 are closed at the start.
  static let closed: [[Int32]] = [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]

  @Test("standard descriptors that are closed at the start")
  func closedDescriptors() async throws {
    try await Self.rounds(of: "closed descriptors") { round in
      let folder = try JournalFolder()
      // A file of the user that no line of the program's own may reach.
      _ = try await folder.run("before\n")
      let descriptors = Self.closed[round % Self.closed.count]
      let redirections = descriptors.map { $0 == 0 ? "<&-" : "\($0)>&-" }.joined(separator: " ")
      let script = """
        { echo one; echo two; echo :quit; } | { "$0" "$1" \(redirections); echo "exit $?" >&3; }
        """
      let output = try ChannelEnds()
      let shell = try ChildProcess(
        "/bin/sh", ["-c", script, ChildProcess.path(of: "journal"), folder.path],
        environment: folder.environment, descriptors: [3: output.write])
      close(output.write)
      let status = LineReader(output.read)
      try await status.wait(for: "exit")
      try await shell.wait()
      let isReading = !descriptors.contains(0)
      #expect(
        status.all.last == (isReading ? "exit 0" : "exit 1"), "round \(round): \(descriptors)")
      try await Self.expectOrder(folder, isReading ? "before\none\ntwo\n" : "before\n", round)
    }
  }

  @Test("an end that is frozen in the middle, for longer than its budget")
  func frozen() async throws {
    try await Self.rounds(of: "frozen in the middle", atOnce: 32) { round in
      let folder = try JournalFolder()
      let child = try ChildProcess("journal", [folder.path], environment: folder.environment)
      child.tell("line 1")
      try await child.output.wait(for: "1  line 1")
      child.send(SIGTERM)
      // Where it is frozen is what is tested: some rounds before the end, some after it.
      usleep(UInt32(round % 16) * 500)
      child.send(SIGSTOP)
      // The time is what is tested: more than the budget of 5 seconds and its grace.
      try await Task.sleep(for: .milliseconds(5_600))
      child.send(SIGCONT)
      #expect(["exited 0", "died \(SIGTERM)"].contains(try await child.wait()), "round \(round)")
      try await Self.expectOrder(folder, "line 1\n", round)
    }
  }

  @Test("work under a hold that is frozen for longer than its budget is finished")
  func frozenWork() async throws {
    try await Self.rounds(of: "frozen work", atOnce: 32) { round in
      let (end, trace) = try await FrozenWork.trial { FrozenWork.bySignal($0) }
      #expect(end == "exited 3", "round \(round)")
      #expect(!trace.contains("expired"), "round \(round)")
    }
  }

  @Test("a handler of other code: refused at the start, or an anomaly before the signal comes")
  func foreignHandler() async throws {
    try await Self.rounds(of: "a foreign handler") { round in
      let kind = ["plain", "dispatch"][round % 2]
      if round % 4 < 2 {
        let child = try ChildProcess("SignalProbe", ["--taken", kind])
        let line = try await child.output.wait(for: "error").last ?? ""
        #expect(line.contains("SIGTERM is handled by other code"), "round \(round)")
        child.send(SIGTERM)
        #expect(try await child.wait() == "exited 9", "round \(round)")
      } else {
        let child = try ChildProcess("SignalProbe")
        try await child.output.wait(for: "ready")
        child.tell("taken \(kind)")
        // It is noticed by itself, a second after the start, or when any signal comes.
        if round % 8 < 4 { child.send(SIGCONT) }
        try await child.output.wait(for: "anomaly SIGTERM")
        child.send(SIGTERM)
        #expect(try await child.wait() == "exited 9", "round \(round)")
      }
    }
  }
}
