import Foundation

/// The file of the open session, as long as no other tracker has it.
struct SessionFile {
  private let file: DurableFile
  private let lock: FileLock

  /// `nil` without a directory, or if the file is another tracker's.
  init?(_ url: URL?) {
    guard let url = url ?? (try? StateDirectory.url().appending(path: "session")) else {
      return nil
    }
    file = DurableFile(url)
    lock = FileLock(beside: file)
    // If nobody can say whose it is, nobody else has it.
    let isOurs = (try? lock.take()) ?? true
    guard isOurs else { return nil }
  }

  /// Throws if the file can't be read yet. One that makes no sense contains no session.
  func read() throws(ListenerFileError) -> SessionTracker.Session? {
    guard let data = try file.read(first: Texts.limit)?.data, let texts = Texts(data),
      let id = UUID(uuidString: texts["id"] ?? ""), let start = texts.number("start")
    else { return nil }

    let end = texts.number("end") ?? start
    // Within what a duration can express.
    let seconds = min(max(texts.number("timeInForeground") ?? 0, 0), 1e10)
    return SessionTracker.Session(
      id: id, start: Date(timeIntervalSinceReferenceDate: start),
      end: Date(timeIntervalSinceReferenceDate: end), timeInForeground: .seconds(seconds))
  }

  /// Not synced: a session that a power cut shortens is no loss.
  func write(_ session: SessionTracker.Session?) {
    let isOurs = (try? lock.take()) ?? false
    guard isOurs, let data = try? JSONEncoder().encode(texts(of: session)) else { return }

    var identity: FileIdentity?
    try? file.replace(with: data, synced: false, &identity)
  }

  private func texts(of session: SessionTracker.Session?) -> [String: String] {
    guard let session else { return [:] }
    let end = session.end ?? session.start

    return [
      "id": session.id.uuidString,
      "start": "\(session.start.timeIntervalSinceReferenceDate)",
      "end": "\(end.timeIntervalSinceReferenceDate)",
      "timeInForeground": "\(session.timeInForeground / .seconds(1))",
    ]
  }
}
