import Foundation
import LifecycleBus

#if canImport(Darwin)
  import Darwin
#endif

/// Temporary files of killed processes, where each process has its own name for them, as on a
/// phone.
enum LeftFiles {
  private static let tidied = Locked<Set<String>>([])

  static func removeOnce(beside file: DurableFile) {
    let isFirst = tidied.withLock { $0.insert(file.path).inserted }
    if isFirst {
      remove(beside: file)
    }
  }

  /// What belongs to a living process stays: an extension of the app may be writing.
  static func remove(beside file: DurableFile) {
    let url = URL(fileURLWithPath: file.path)
    let folder = url.deletingLastPathComponent()
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)

    for name in names ?? [] where isLeft(name, by: "\(url.lastPathComponent).") {
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  /// "notes.json.4711.tmp" is of process 4711.
  private static func isLeft(_ name: String, by beginning: String) -> Bool {
    guard name.hasPrefix(beginning), name.hasSuffix(".tmp"),
      let process = pid_t(name.dropFirst(beginning.count).dropLast(4)), process > 0
    else { return false }

    return kill(process, 0) != 0 && errno == ESRCH
  }
}
