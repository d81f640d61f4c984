import Foundation
import TestSupport

/// A folder of its own for one journal, which goes with this object.
final class JournalFolder: Sendable {
  let url: URL
  var path: String { url.appending(path: "journal.txt").path }

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// What the journal has kept.
  var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

  /// Runs the journal on piped lines. Returns what it wrote to both outputs, and "exit CODE" as the
  /// last line.
  func run(
    _ input: String, path: String? = nil, options: String = "", before: String = ""
  ) async throws -> [String] {
    let program = ChildProcess.path(of: "journal")
    let script = """
      \(before)printf '%s' "$1" | "$0" \(options) "$2" 2>&1; echo "exit $?"
      """
    let child = try ChildProcess("/bin/sh", ["-c", script, program, input, path ?? self.path])
    try await child.output.waitForEnd()
    return child.output.all
  }
}
