import Foundation
import LifecycleBus

#if canImport(Darwin)
  import Darwin
#endif

/// The temporary files of processes that were killed while they wrote, where each process has a name of
/// its own for them, as on a phone.
enum LeftFiles {
  private static let tidied = Locked<Set<String>>([])

  /// Looks once in a process, at the first save.
  static func removeOnce(beside file: DurableFile) {
    let isFirst = tidied.withLock { $0.insert(file.path).inserted }
    if isFirst {
      remove(beside: file)
    }
  }

  /// An extension of the app may be writing, so what belongs to a living process stays.
  static func remove(beside file: DurableFile) {
    let url = URL(fileURLWithPath: file.path)
    let folder = url.deletingLastPathComponent()
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)

    for name in names ?? [] {
      guard let process = process(of: name, besides: url.lastPathComponent),
        isDead(process)
      else { continue }
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  /// "notes.json.4711.tmp" is of 4711.
  private static func process(of name: String, besides file: String) -> pid_t? {
    let beginning = "\(file)."
    guard name.hasPrefix(beginning), name.hasSuffix(".tmp") else { return nil }
    return pid_t(name.dropFirst(beginning.count).dropLast(4))
  }

  private static func isDead(_ process: pid_t) -> Bool {
    guard process > 0 else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
