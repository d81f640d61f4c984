import Foundation
import TestSupport
import Testing

@Suite(
  "The journal, fed by a script", .timeLimit(.minutes(hangMinutes)),
  .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)))
struct JournalScriptTests {
  @Test("lines are saved and numbered, events are shown, and it exits with 0")
  func lines() async throws {
    let folder = try JournalFolder()

    let printed = try await folder.run(
      "first line\n\n  two  \n::colon\n:nope\n:list\n:quit\nlate\n")

    #expect(
      printed.prefix(14) == [
        "  . didFinishLaunching: notRunning -> inactive",
        "  . willEnterForeground: inactive -> inactive",
        "  . didBecomeActive: inactive -> active",
        "0 lines in \(folder.path)",
        "1  first line",
        "2    two  ",
        "3  :colon",
        ":nope is not a command; :help lists them.",
        "1  first line",
        "2    two  ",
        "3  :colon",
        "  . willResignActive: active -> inactive",
        "  . didEnterBackground: inactive -> background",
        "  . willTerminate: background -> terminated",
      ])
    #expect(printed.last == "exit 0")
    #expect(folder.text == "first line\n  two  \n:colon\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("the end of the input ends it in order, and the end says how it went")
  func endOfInput() async throws {
    let folder = try JournalFolder()

    let printed = try await folder.run("one\n")

    #expect(printed.contains { $0.hasPrefix("  . read the journal: succeeded") })
    #expect(printed.contains { $0.hasPrefix("  . the session:") })
    #expect(printed.contains("  . the run before: This is the first run."))
    let timeline = try #require(folder.savedFile("timeline.svg"))
    #expect(printed.contains("  . the timeline of this run: \(timeline.path)"))
    let picture = try String(contentsOf: timeline, encoding: .utf8)
    #expect(picture.hasPrefix("<svg"))
    #expect(picture.contains("didBecomeActive"))
    #expect(printed.last == "exit 0")
  }

  @Test("the next run goes on where the last one has ended, and says how that was")
  func secondRun() async throws {
    let folder = try JournalFolder()
    _ = try await folder.run("one\n")

    let printed = try await folder.run("two")

    #expect(printed.contains("1 line in \(folder.path)"))
    #expect(printed.contains("2  two"))
    #expect(printed.contains("  . the run before: The last run ended in order."))
    #expect(printed.last == "exit 0")
    #expect(folder.text == "one\ntwo\n")
  }

  @Test("a file that cannot be made: the path, the reason, exit code 1, and the lines back")
  func unwritable() async throws {
    let folder = try JournalFolder()
    try Data().write(to: folder.url.appending(path: "file"))
    let path = folder.url.appending(path: "file/journal.txt").path

    let printed = try await folder.run("precious\nwords\n", path: path)

    let sentence = "journal: The journal cannot be kept in \(path): File exists."
    #expect(printed.contains { $0.hasPrefix(sentence) })
    #expect(printed.contains("precious"))
    #expect(printed.contains("words"))
    #expect(printed.last == "exit 1")
  }

  @Test("a disk that fills up: what was saved stays whole, and the rest is printed back")
  func fullDisk() async throws {
    let folder = try JournalFolder()
    // One block of 512 bytes, or of 1024 in some shells, is all that a file may grow to.
    let long = String(repeating: "x", count: 700)

    let printed = try await folder.run(
      "short\n\(long)\n\(long)\nlast\n", before: FileSizeLimit.script(blocks: 1))

    #expect(folder.text.hasPrefix("short\n"))
    #expect(folder.text.split(separator: "\n").allSatisfy { $0 == "short" || $0 == long })
    #expect(printed.contains { $0.contains("\(folder.path): File too large") })
    #expect(printed.suffix(20).contains("last"))
    #expect(printed.contains(long))
    #expect(printed.last == "exit 1")
  }

  @Test("a file that was replaced is opened again, and no line is lost")
  func replaced() async throws {
    let folder = try JournalFolder()
    let child = try await folder.start(typing: "one")

    // As `sed -i` and most editors do.
    let copy = folder.path + ".new"
    try Data("other\n".utf8).write(to: URL(fileURLWithPath: copy))
    #expect(rename(copy, folder.path) == 0)
    child.tell("two")
    try await child.output.wait(for: "2  two")
    child.tell("three")
    try await child.output.wait(for: "3  three")

    child.tell(":quit")
    #expect(try await child.wait() == "exited 0")
    #expect(folder.text == "other\ntwo\nthree\n")
  }

}

/// A folder of its own for one journal, with the program's state directory in it; it goes with this
/// object.
final class JournalFolder: Sendable {
  let url: URL
  var path: String { url.appending(path: "journal.txt").path }

  init(in parent: URL = TestFiles.folder) throws {
    url = parent.appending(path: "journal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The program's state directory and home, for a run in this folder.
  var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(
      ["XDG_STATE_HOME": url.appending(path: "state").path, "HOME": url.path]
    ) { $1 }
  }

  /// The file of this name that a run has saved in the state directory.
  func savedFile(_ name: String) -> URL? {
    let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }.first {
      $0.lastPathComponent == name && $0.path.contains("/runs/")
    }
  }

  /// What the journal has saved.
  var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

  /// Runs the journal on piped lines. Returns what it wrote to both outputs, and "exit CODE" as the
  /// last line.
  func run(
    _ input: String, path: String? = nil, before: String = ""
  ) async throws -> [String] {
    let program = ChildProcess.path(of: "journal")
    let script = "\(before)printf '%s' \"$1\" | \"$0\" \"$2\" 2>&1; echo \"exit $?\""

    let child = try ChildProcess(
      "/bin/sh", ["-c", script, program, input, path ?? self.path],
      environment: environment)
    try await child.output.waitForEnd()
    return child.output.all
  }

  /// Starts the journal, and types its first line.
  func start(typing line: String) async throws -> ChildProcess {
    let child = try ChildProcess("journal", [path], environment: environment)
    child.tell(line)
    try await child.output.wait(for: "1  \(line)")
    return child
  }
}
