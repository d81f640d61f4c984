import Foundation

/// Reads the saved state back.
struct StateReader<State: Codable & Sendable> {
  /// What the files hold.
  struct Result {
    /// The newest state that can be read; `nil` if there is none.
    var state: State?
    var restoration: StateSaver<State>.Restoration
    /// Where the writer continues.
    var start: StateWriter<State>.Start
    /// The contents of the file that the state came from.
    var bytes: [UInt8] = []
  }

  let file: DurableFile
  let version: Int
  let maximumSize: Int
  let migrate: ((Data, Int) throws -> State?)?

  private var problems: [ListenerFileError] = []
  /// The highest generation in any intact file, so that the next one is higher.
  private var lastGeneration: UInt64 = 0
  private var isUnavailable = false

  init(
    file: DurableFile, version: Int, maximumSize: Int, migrate: ((Data, Int) throws -> State?)?
  ) {
    self.file = file
    self.version = version
    self.maximumSize = maximumSize
    self.migrate = migrate
  }

  /// Reads the file, or the previous generation where the file is missing or cannot be used.
  ///
  /// Damaged files are renamed. A file that the system refuses to read stays where it is, and is no
  /// reason to use an older one.
  func restore() -> Result {
    var reader = self
    return reader.read()
  }

  private mutating func read() -> Result {
    file.removeLeftovers()
    if let found = read(file) { return result(.current, found) }
    if !isUnavailable, let found = read(file.sibling(".previous")) {
      return result(.previous, found)
    }
    return result(isUnavailable ? .unavailable : .initial, nil)
  }

  private func result(
    _ source: StateSaver<State>.Restoration.Source, _ found: Found?
  ) -> Result {
    var start = StateWriter<State>.Start(generation: lastGeneration)
    if source == .current, let found {
      // Only a generation that was restored is worth keeping as the previous one.
      start.keepsPrevious = true
      start.saved = .init(found.envelope, status: found.status)
    }
    return Result(
      state: found?.state,
      restoration: .init(
        source: source, generation: found?.envelope.generation ?? 0, problems: problems),
      start: start, bytes: found?.bytes ?? [])
  }

  private struct Found {
    let state: State
    let envelope: StateEnvelope
    let status: FileStatus
    let bytes: [UInt8]
  }

  private mutating func read(_ file: DurableFile) -> Found? {
    let bytes: [UInt8]
    let status: FileStatus
    do {
      let bound = maximumSize + StateEnvelope.maximumOverhead
      guard let contents = try file.readWithStatus(upTo: bound) else { return nil }
      (bytes, status) = contents
    } catch {
      if error.code == .unreadable {
        isUnavailable = true
        problems.append(error)
      } else {
        setAside(file, error)
      }
      return nil
    }
    let envelope: StateEnvelope
    do {
      envelope = try StateEnvelope(decoding: bytes)
    } catch {
      let problem = file.error(error.code, error.sentence)
      if error.code == .wrongVersion {
        keepAside(bytes, of: file, problem)
      } else {
        setAside(file, problem)
      }
      return nil
    }
    lastGeneration = max(lastGeneration, envelope.generation)
    do {
      return Found(state: try decode(envelope), envelope: envelope, status: status, bytes: bytes)
    } catch {
      keepAside(bytes, of: file, file.error(error.code, error.sentence))
      return nil
    }
  }

  private func decode(_ envelope: StateEnvelope) throws(FileDamage) -> State {
    let payload = Data(envelope.payload)
    do {
      if envelope.version == version {
        return try JSONDecoder().decode(State.self, from: payload)
      }
      if let state = try migrate?(payload, envelope.version) { return state }
    } catch {
      throw FileDamage(
        code: .undecodable,
        sentence: "It is intact and does not decode as \(State.self): \(error)")
    }
    throw FileDamage(
      code: .wrongVersion,
      sentence: "It holds version \(envelope.version) of the state; this is version \(version). "
        + "Give a `migrate` closure that reads the other version.")
  }

  /// Renames a damaged file, so that the next save does not overwrite it.
  private mutating func setAside(_ file: DurableFile, _ problem: ListenerFileError) {
    report(problem) { () throws(ListenerFileError) in try file.setAside(as: problem.code) }
  }

  /// Copies an intact file that cannot be used, so that the next save does not lose it.
  private mutating func keepAside(
    _ bytes: [UInt8], of file: DurableFile, _ problem: ListenerFileError
  ) {
    report(problem) { () throws(ListenerFileError) in
      try file.keepAside(bytes, as: problem.code)
    }
  }

  private mutating func report(
    _ problem: ListenerFileError, _ path: () throws(ListenerFileError) -> String
  ) {
    var problem = problem
    do {
      problem.setAsidePath = try path()
      problems.append(problem)
    } catch {
      problems += [problem, error]
    }
  }
}
