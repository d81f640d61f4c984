import Foundation
import TestSupport

/// A folder of its own for one journal, with the program's state directory in it; it goes with this
/// object.
final class JournalFolder: Sendable {
  let url: URL
  var path: String { url.appending(path: "journal.txt").path }

  init() throws {
    url = TestFiles.folder.appending(path: "journal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The program's state directory and home, for a run in this folder.
  var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(
      ["XDG_STATE_HOME": url.appending(path: "state").path, "HOME": url.path]
    ) { $1 }
  }

  /// The file of this name that a run keeps in the state directory.
  func kept(_ name: String) -> URL? {
    let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }.first {
      $0.lastPathComponent == name && $0.path.contains("/runs/")
    }
  }

  /// What the journal has kept.
  var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

  /// Runs the journal on piped lines. Returns what it wrote to both outputs, or to standard output
  /// alone, and "exit CODE" as the last line.
  func run(
    _ input: String, path: String? = nil, options: String = "", before: String = "",
    outputs: String = "2>&1"
  ) async throws -> [String] {
    let program = ChildProcess.path(of: "journal")
    let script = """
      \(before)printf '%s' "$1" | "$0" \(options) "$2" \(outputs); echo "exit $?"
      """
    let child = try ChildProcess(
      "/bin/sh", ["-c", script, program, input, path ?? self.path],
      environment: environment)
    try await child.output.waitForEnd()
    return child.output.all
  }
}
