#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    "The journal after a power cut",
    .enabled(if: FaultShim.shared != nil, Comment(rawValue: FaultShim.reason)),
    .timeLimit(.minutes(20)))
  struct JournalPowerCutTests {
    private let folder: JournalFolder
    private let log: JournalFolder

    init() throws { (folder, log) = (try JournalFolder(), try JournalFolder()) }

    private static let typed = [["first line", "second line"], ["third line", "fourth line"]]
    private static let path = "notes/new/journal.txt"

    private var file: String { folder.url.appending(path: Self.path).path }

    /// Runs the journal on lines; what it says to the user goes to a file.
    private func run(_ lines: [String], environment: [String: String]) async throws -> [String] {
      let notes = log.url.appending(path: "notes")
      try Data().write(to: notes)
      let errors = open(notes.path, O_WRONLY | O_APPEND | O_CLOEXEC)
      let child = try ChildProcess(
        "journal", [file], environment: environment, descriptors: [2: errors])
      close(errors)
      for line in lines + [":quit"] { child.tell(line) }
      #expect(try await child.wait() == "exited 0")
      let said = try String(contentsOf: notes, encoding: .utf8).split(separator: "\n")
      return child.output.all + said.map(String.init)
    }

    private func record() async throws -> PowerCutTrial {
      let shim = try #require(FaultShim.shared)
      let changes = log.url.appending(path: "changes")
      let environment = shim.environment(changes: changes, of: folder.url)
        .merging(folder.environment.filter { ["HOME", "XDG_STATE_HOME"].contains($0.key) }) { $1 }
      for lines in Self.typed {
        _ = try await run(lines, environment: environment)
        // The process has ended in order.
        let ended = try FileHandle(forWritingTo: changes)
        try ended.seekToEnd()
        try ended.write(contentsOf: Data("said\t6\nended\n".utf8))
        try ended.close()
      }
      return try PowerCutTrial(log: changes, folder: folder.url)
    }

    /// The lines that were acknowledged: "1  first line".
    private func acknowledged(_ said: [String]) -> [String] {
      said.filter { $0.first?.isNumber == true && !$0.contains(" in ") }
        .map { String($0.drop { $0.isNumber }.dropFirst(2)) }
    }

    /// What is wrong with the lines of a journal, of which the last may be one that was cut short.
    private func problem(_ lines: [String], _ said: [String]) -> String? {
      let (kept, all) = (acknowledged(said), Self.typed.flatMap { $0 })
      if Array(lines.prefix(kept.count)) != kept { return "A line is lost: \(lines)" }
      let rest = lines.dropFirst(kept.count)
      if rest.isEmpty { return nil }
      // Zeros stand for bytes that did not come.
      let last = rest.last?.prefix { $0 != "\0" } ?? ""
      let isLast = kept.count < all.count && all[kept.count].hasPrefix(last)
      return rest.count == 1 && isLast ? nil : "A line was never typed: \(lines)"
    }

    @Test("an acknowledged line is in the file after a power cut, and only the last can be half")
    func lines() async throws {
      let trial = try await record()
      #expect(trial.changes.count { if case .said = $0 { true } else { false } } > 6)
      let problems = try await trial.only(below: "notes").run("the journal's file") {
        $0
      } judge: { contents, cut in
        let text = contents.text(Self.path) ?? ""
        return problem(text.split(separator: "\n").map(String.init), cut.said)
      }
      #expect(problems == [])
    }

    @Test("the journal starts after a power cut, shows the lines, and complains about no state")
    func start() async throws {
      let trial = try await record()
      let isLong = ProcessInfo.processInfo.environment["LIFECYCLEBUS_LONG_TESTS"] != nil
      // Each one is a process.
      let problems = try await trial.run(
        "the journal's next start", atMost: isLong ? 2 : 1, stride: isLong ? 2 : 12
      ) {
        contents in
        try contents.write(to: folder.url)
        return try await run([":list"], environment: folder.environment)
      } judge: { said, cut in
        let problems = said.filter { $0.hasPrefix("journal: ") && !$0.contains("last-run") }
        if !problems.isEmpty { return "It complains: \(problems)" }
        return problem(acknowledged(said), cut.said)
      }
      #expect(problems == [])
    }
  }
#endif
