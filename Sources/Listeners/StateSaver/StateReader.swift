import Foundation

struct StateReader<State: Codable & Sendable> {
  let file: FormerFile
  let version: Int
  let maximumSize: Int
  let migrate: ((StateSaver<State>.Payload, Int) throws -> State?)?

  private(set) var problems: [ListenerFileError] = []
  private(set) var known = KnownState()
  private var isUnavailable: Bool { problems.contains { $0.code == .unreadable } }

  /// Reads the file, or the previous generation if the file is missing or cannot be used.
  ///
  /// Damaged files are renamed. If the system refuses to read the file, no older one is used.
  ///
  /// - Parameter initial: The state if there is none.
  /// - Returns: The newest readable state, and where the writer continues.
  func restore(
    or initial: State?
  ) -> (state: State?, restoration: StateSaver<State>.Restoration, known: KnownState) {
    file.removeLeftovers()
    // What is found is noted in a copy, so that each call begins without any.
    var reader = self
    var source = StateSaver<State>.Restoration.Source.current
    var found = reader.read(file)
    reader.known.version = found?.envelope.version
    if found == nil, !reader.isUnavailable {
      found = reader.read(file.sibling(".previous"))
      source = .previous
    }
    if found == nil { source = reader.isUnavailable ? .unavailable : .initial }
    // At once: later a state with references may be another one, and each set has an order of its
    // own.
    if let own = (found?.state ?? initial).flatMap({ try? StateCoding.encode($0) }) {
      let stored = (reader.known.bytes ?? []).suffix(found?.envelope.payload.count ?? 0)
      // The same memory, if it is the same.
      reader.known.payload = stored.elementsEqual(own) ? stored : own[...]
    }
    let generation = found?.envelope.generation ?? 0
    return (
      found?.state, .init(source: source, generation: generation, problems: reader.problems),
      reader.known
    )
  }

  private mutating func read(
    _ file: FormerFile
  ) -> (state: State, envelope: StateEnvelope)? {
    do {
      let bound = maximumSize + StateEnvelope.maximumOverhead
      guard let bytes = try file.read(upTo: bound) else { return nil }
      if file.name == self.file.name { known.bytes = bytes }
      do throws(FileDamage) {
        let envelope = try StateEnvelope(decoding: bytes)
        known.generation = max(known.generation, envelope.generation)
        return (try decode(envelope), envelope)
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
      let payload = StateSaver<State>.Payload(bytes: envelope.payload)
      if envelope.version == version { return try payload.decode(State.self) }
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

  /// Copies an intact file that cannot be used, before the next save replaces it; renames a damaged
  /// one.
  private mutating func putAside(
    _ file: FormerFile, _ problem: ListenerFileError, _ bytes: [UInt8] = []
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
