import Foundation

/// Reads the saved state back.
struct StateReader<State: Codable & Sendable> {
  /// What the files hold.
  struct Result {
    /// The newest state that can be read; `nil` if there is none.
    var state: State?
    var restoration: StateSaver<State>.Restoration
    /// Where the writer continues.
    var start: StateWriterStart
    /// The contents of the file that the state came from.
    var bytes: [UInt8] = []
  }

  let file: DurableFile
  let version: Int
  let maximumSize: Int
  let migrate: ((Data, Int) throws -> State?)?

  private(set) var problems: [ListenerFileError] = []
  /// The highest generation in any intact file, so that the next one is higher.
  private(set) var lastGeneration: UInt64 = 0
  /// Whether the system refuses to read a file.
  private var isUnavailable: Bool { problems.contains { $0.code == .unreadable } }

  /// Reads the file, or the previous generation where the file is missing or cannot be used.
  ///
  /// Damaged files are renamed. A file that the system refuses to read stays where it is, and is no
  /// reason to use an older one.
  func restore() -> Result {
    file.removeLeftovers()
    // Problems are noted in a copy, so that each call begins without any.
    var reader = self
    if let found = reader.read(file) { return reader.result(.current, found) }
    if !reader.isUnavailable, let found = reader.read(file.sibling(".previous")) {
      return reader.result(.previous, found)
    }
    return reader.result(reader.isUnavailable ? .unavailable : .initial, nil)
  }

  private func result(
    _ source: StateSaver<State>.Restoration.Source, _ found: Found?
  ) -> Result {
    var start = StateWriterStart(generation: lastGeneration)
    // Only a generation that was restored is worth keeping as the previous one.
    if source == .current, let found {
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
    do {
      let bound = maximumSize + StateEnvelope.maximumOverhead
      guard let (bytes, status) = try file.readWithStatus(upTo: bound) else { return nil }
      do throws(FileDamage) {
        let envelope = try StateEnvelope(decoding: bytes)
        lastGeneration = max(lastGeneration, envelope.generation)
        return Found(
          state: try decode(envelope), envelope: envelope, status: status, bytes: bytes)
      } catch {
        putAside(file, file.error(error.code, error.sentence), bytes)
      }
    } catch {
      if error.code == .unreadable {
        problems.append(error)
      } else {
        putAside(file, error)
      }
    }
    return nil
  }

  private func decode(_ envelope: StateEnvelope) throws(FileDamage) -> State {
    do {
      if envelope.version == version {
        return try StateCoding.decode(State.self, from: envelope.payload)
      }
      if let state = try migrate?(Data(envelope.payload), envelope.version) { return state }
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

  /// Copies an intact file that cannot be used, so that the next save does not lose it; renames a
  /// damaged one, so that it is not overwritten.
  private mutating func putAside(
    _ file: DurableFile, _ problem: ListenerFileError, _ bytes: [UInt8] = []
  ) {
    var problem = problem
    let isIntact = problem.code == .wrongVersion || problem.code == .undecodable
    do {
      problem.setAsidePath =
        isIntact
        ? try file.keepAside(bytes, as: problem.code) : try file.setAside(as: problem.code)
      problems.append(problem)
    } catch {
      problems += [problem, error]
    }
  }
}
