import Foundation
import TestSupport
import Testing

@Suite("The journal, fed by a script")
struct JournalScriptTests {
  static let up = [
    "  . didFinishLaunching: notRunning -> inactive",
    "  . willEnterForeground: inactive -> inactive",
    "  . didBecomeActive: inactive -> active",
  ]
  static let down = [
    "  . willResignActive: active -> inactive",
    "  . didEnterBackground: inactive -> background",
    "  . willTerminate: background -> terminated",
  ]

  @Test("lines are kept and numbered, events are shown, and it exits with 0")
  func lines() async throws {
    let folder = try JournalFolder()
    let printed = try await folder.run(
      "first line\n\n  two  \n::colon\n:nope\n:list\n:quit\nlate\n")
    #expect(Array(printed.prefix(3)) == Self.up)
    #expect(printed[3] == "0 lines in \(folder.path)")
    #expect(
      Array(printed[4...10]) == [
        "1  first line", "2    two  ", "3  :colon", ":nope is not a command; :help lists them.",
        "1  first line", "2    two  ", "3  :colon",
      ])
    #expect(Array(printed[11...13]) == Self.down)
    #expect(printed.last == "exit 0")
    #expect(folder.text == "first line\n  two  \n:colon\n")
  }

  @Test("the end of the input ends it in order, and the next run goes on")
  func endOfInput() async throws {
    let folder = try JournalFolder()
    #expect(try await folder.run("one\n").last == "exit 0")
    let printed = try await folder.run("two")
    #expect(printed.contains("1 line in \(folder.path)"))
    #expect(printed.contains("2  two"))
    #expect(printed.contains("  . the run before: The last run ended in order."))
    #expect(printed.last == "exit 0")
    #expect(folder.text == "one\ntwo\n")
  }

  @Test("the end says how it went, and where the timeline is")
  func farewell() async throws {
    let folder = try JournalFolder()
    let printed = try await folder.run("one\n")
    #expect(printed.contains { $0.hasPrefix("  . open the journal   critical") })
    #expect(printed.contains { $0.hasPrefix("  . the session:") })
    #expect(printed.contains("  . the run before: This is the first run."))
    let timeline = folder.path + ".timeline.svg"
    #expect(printed.contains("  . the timeline of this run: \(timeline)"))
    let picture = try String(contentsOfFile: timeline, encoding: .utf8)
    #expect(picture.hasPrefix("<svg") && picture.contains("didBecomeActive"))
  }

  @Test("a file that cannot be made: the path, the reason, exit code 1, and the lines back")
  func unwritable() async throws {
    let folder = try JournalFolder()
    try Data().write(to: folder.url.appending(path: "file"))
    let path = folder.url.appending(path: "file/journal.txt").path
    let printed = try await folder.run("precious\nwords\n", path: path)
    #expect(
      printed.contains {
        $0.hasPrefix("journal: The journal cannot be kept in \(path): File exists.")
      })
    #expect(printed.contains("precious") && printed.contains("words"))
    #expect(printed.last == "exit 1")
  }

  @Test(
    "what is no regular file is not taken for a journal", arguments: SystemPaths.devices)
  func device(path: String) async throws {
    let printed = try await JournalFolder().run("precious\n", path: path)
    #expect(printed.contains { $0.contains("\(path): it is not a regular file") })
    #expect(printed.contains("precious"))
    #expect(printed.last == "exit 1")
  }

  @Test("a disk that fills up: what was kept stays whole, and the rest is printed back")
  func fullDisk() async throws {
    let folder = try JournalFolder()
    // One block of 512 bytes, or of 1024 in some shells, is all that a file may grow to.
    let long = String(repeating: "x", count: 700)
    let printed = try await folder.run(
      "short\n\(long)\n\(long)\nlast\n", before: "ulimit -f 1; ")
    #expect(folder.text.hasPrefix("short\n"))
    #expect(folder.text.split(separator: "\n").allSatisfy { $0 == "short" || $0 == long })
    #expect(printed.contains { $0.contains("\(folder.path): File too large") })
    #expect(printed.suffix(20).contains("last"))
    #expect(printed.contains(long))
    #expect(printed.last == "exit 1")
  }

  @Test("with --trace each event is a line with its time")
  func trace() async throws {
    let printed = try await JournalFolder().run("one\n", options: "--trace")
    let line =
      #/  \. \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z didBecomeActive inactive -> active/#
    #expect(printed.contains { $0.wholeMatch(of: line) != nil })
  }

  @Test("an option that is not known is an error with the usage")
  func unknownOption() async throws {
    let printed = try await JournalFolder().run("one\n", options: "--nope")
    #expect(printed.first == "journal: --nope is not an option.")
    #expect(printed.contains("usage: journal [--trace] [PATH]"))
    #expect(printed.last == "exit 2")
  }
}
