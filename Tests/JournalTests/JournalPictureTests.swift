import Foundation
import TestSupport
import Testing

@Suite("The picture of the journal")
struct JournalPictureTests {
  @Test("it shows what the journal writes when the same keys are pressed")
  func session() async throws {
    let folder = try JournalFolder()
    let job = try await folder.open()
    job.press("dear diary\n")
    try await job.screen.wait(containing: "1  dear diary")
    job.press("\u{1A}")
    try await job.news.wait(for: "stopped \(SIGTSTP)")
    job.shell("fg")
    try await job.screen.wait(containing: "didBecomeActive: inactive -> active")
    job.press("back again\n")
    try await job.screen.wait(containing: "2  back again")
    job.press("\u{3}")
    try await job.news.wait(for: "died")
    try await job.screen.wait(containing: "the launch:")

    let written = Self.ownLines(job.screen.all)
    #expect(written.count == 13)
    let shown = try Self.ownLines(Self.recordedLines())
    #expect(shown == written, "the picture shows an older journal; run Docs/make-pictures")
  }

  /// The lines of the recording that the picture is drawn from.
  private static func recordedLines() throws -> [String] {
    let file = PictureFiles.facts.appending(path: "journal.cast")
    let entries = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    let text = try entries.map { entry in
      let parts = try JSONSerialization.jsonObject(with: Data(entry.utf8)) as? [Any]
      return try #require(parts?.last as? String)
    }
    return text.joined().components(separatedBy: "\r\n")
  }

  /// What the journal itself writes before its report: no prompt, no echo, no word of a shell.
  private static func ownLines(_ lines: [String]) -> [String] {
    // What is typed early is echoed before the prompt, which then stands before the answer.
    lines.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(#/^(> )+/#, with: "") }
      .prefix { !$0.hasPrefix("  . the launch") }
      .filter {
        $0.hasPrefix("  . ") || $0.hasPrefix("Type a line") || $0.contains(#/^[0-9]+ {2}/#)
      }
  }
}
