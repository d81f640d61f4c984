import Foundation

/// The file of the open session, as long as no other tracker has it.
struct SessionFile {
  private let file: DurableFile
  private let lock: FileLock

  /// `nil` without a directory, or if the file is another tracker's.
  init?(_ storage: SessionTracker.Storage) {
    switch storage {
    case .standard:
      guard let directory = try? StateDirectory.url() else { return nil }
      file = DurableFile(directory.appending(path: "session"))
    case .file(let url):
      file = DurableFile(url)
    case .memory:
      return nil
    }

    lock = FileLock(beside: file)
    // If nobody can say whose it is, nobody else has it.
    let isOurs = (try? lock.take()) ?? true
    guard isOurs else { return nil }
  }

  /// How much of the file is looked at.
  private static let limit = 65_536

  /// Throws if the file can't be read yet. One that makes no sense contains no session.
  func read() throws(ListenerFileError) -> SessionTracker.Session? {
    guard let data = try file.read(first: Self.limit)?.data else { return nil }
    return try? JSONDecoder().decode(SessionTracker.Session?.self, from: data)
  }

  /// Not synced: a session that a power cut shortens is no loss.
  func write(_ session: SessionTracker.Session?) {
    let isOurs = (try? lock.take()) ?? false
    guard isOurs, let data = try? JSONEncoder().encode(session) else { return }

    try? file.replace(with: data, synced: false)
  }
}
