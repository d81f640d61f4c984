import Foundation

/// The file that keeps the open session, owned by one tracker at a time.
struct SessionFile {
  private struct Contents: Codable {
    var session: SessionTracker.Session?
  }

  private let file: DurableFile
  private let lock: FileLock

  /// - Returns: `nil` without a directory, or where the file is another tracker's.
  init?(_ storage: SessionTracker.Storage) {
    switch storage {
    case .standard:
      guard let directory = try? StateDirectory.url() else { return nil }
      file = DurableFile(directory.appending(path: "session"))
    case .file(let url): file = DurableFile(url)
    case .memory: return nil
    }
    lock = FileLock(beside: file)
    if (try? lock.take()) == false { return nil }
  }

  /// - Throws: Where the file cannot be read yet. One that makes no sense holds no session.
  func read() throws(ListenerFileError) -> SessionTracker.Session? {
    guard let data = try file.read(limit: 65_536) else { return nil }
    return (try? JSONDecoder().decode(Contents.self, from: data))?.session
  }

  /// Not synced: a session that a power cut shortens is no loss. Nobody could act on an error here.
  func write(_ session: SessionTracker.Session?) {
    guard (try? lock.take()) == true else { return }
    guard let data = try? JSONEncoder().encode(Contents(session: session)) else { return }
    try? file.replace(with: data, synced: false)
  }
}
