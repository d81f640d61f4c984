import Foundation

/// Reads the saved state back.
struct StateReader<State: Codable & Sendable> {
  /// What the files hold.
  struct Result {
    /// The newest state that can be read; `nil` if there is none.
    var state: State?
    var restoration: StateSaver<State>.Restoration
    /// Where the writer continues.
    var known: KnownState
  }

  let file: DurableFile
  let version: Int
  let maximumSize: Int
  let migrate: ((StateSaver<State>.Payload, Int) throws -> State?)?

  private(set) var problems: [ListenerFileError] = []
  private(set) var known = KnownState()
  /// Whether the system refuses to read a file.
  private var isUnavailable: Bool { problems.contains { $0.code == .unreadable } }

  /// Reads the file, or the previous generation where the file is missing or cannot be used.
  ///
  /// Damaged files are renamed. A file that the system refuses to read stays where it is, and is no
  /// reason to use an older one.
  ///
  /// - Parameter initial: The state where there is none, which has not changed until it differs.
  func restore(or initial: State?) -> Result {
    file.removeLeftovers()
    // What is found is noted in a copy, so that each call begins without any.
    var reader = self
    if let found = reader.read(file) {
      reader.known.version = found.envelope.version
      return reader.result(.current, found.state, found.envelope)
    }
    if !reader.isUnavailable, let found = reader.read(file.sibling(".previous")) {
      return reader.result(.previous, found.state, found.envelope)
    }
    return reader.result(reader.isUnavailable ? .unavailable : .initial, nil, nil, initial)
  }

  private func result(
    _ source: StateSaver<State>.Restoration.Source, _ state: State?, _ envelope: StateEnvelope?,
    _ initial: State? = nil
  ) -> Result {
    var known = known
    // At once: later a state with references may be another one, and each set has an order of its
    // own.
    if let own = (state ?? initial).flatMap({ try? StateCoding.encode($0) }) {
      let stored = (known.bytes ?? []).suffix(envelope?.payload.count ?? 0)
      // The same memory, if it is the same.
      known.payload = stored.elementsEqual(own) ? stored : own[...]
    }
    return Result(
      state: state,
      restoration: .init(
        source: source, generation: envelope?.generation ?? 0, problems: problems),
      known: known)
  }

  private mutating func read(
    _ file: DurableFile
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
