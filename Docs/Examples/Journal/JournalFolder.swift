import Foundation
import Listeners

/// Where the journal saves what it remembers beside the lines: in the program's own state directory,
/// so that nothing is written beside a file that belongs to the user.
struct JournalFolder {
  let url: URL

  /// What it remembers from one run to the next.
  var state: URL { url.appending(path: "state") }
  /// How the last run ended.
  var lastRun: URL { url.appending(path: "last-run") }
  /// The session that is open.
  var session: URL { url.appending(path: "session") }
  /// The picture of the last run.
  var timeline: URL { url.appending(path: "timeline.svg") }

  /// The folder of the journal in one file, made if it isn't there.
  init(for path: String) throws {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    // FNV-1a: the same in each run, unlike Swift's own hash.
    let hash = file.path.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }

    let name = String(file.lastPathComponent.prefix(40))
    url = try StateDirectory.url(for: "journal")
      .appending(path: "runs/\(name)-\(String(hash, radix: 16))", directoryHint: .isDirectory)

    // Not left to Foundation alone: what is saved in a folder is lost with the folder's name.
    try JournalFile.makeFolders(url)
  }

  /// Where the lines are saved unless the user names a file.
  static func defaultPath() throws(ListenerFileError) -> String {
    try StateDirectory.url(for: "journal").appending(path: "journal.txt").path
  }
}

/// What the journal remembers from one run to the next, beside the lines themselves.
struct JournalState: Codable, Sendable {
  var openings = 0
  var lineCount = 0
  var lastOpened: Date?
}
