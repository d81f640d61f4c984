import Foundation

struct SessionFile {
  private let file: DurableFile
  private let lock: FileLock

  /// `nil` without a directory, or where the file is another tracker's.
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

  /// Throws where the file cannot be read yet. One that makes no sense holds no session.
  func read() throws(ListenerFileError) -> SessionTracker.Session? {
    guard let data = try file.read()?.data else { return nil }
    return try? JSONDecoder().decode(SessionTracker.Session?.self, from: data)
  }

  /// Not synced: a session that a power cut shortens is no loss.
  func write(_ session: SessionTracker.Session?) {
    guard (try? lock.take()) == true else { return }
    guard let data = try? JSONEncoder().encode(session) else { return }
    try? file.replace(with: data, synced: false)
  }
}
