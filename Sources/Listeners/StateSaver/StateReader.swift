import Foundation

/// Reads back what a saver wrote, once, when the saver is made.
///
/// A class only because it remembers the highest generation it has seen.
final class StateReader<State: Codable & Sendable> {
  private let file: DurableFile
  private let version: Int
  private let maximumSize: Int
  private let migrate: ((Data, Int) throws -> State?)?
  private var problems: [ListenerFileError] = []
  /// The highest generation in any intact file, so that the next one is higher.
  private(set) var lastGeneration: UInt64 = 0

  init(
    file: DurableFile, version: Int, maximumSize: Int, migrate: ((Data, Int) throws -> State?)?
  ) {
    self.file = file
    self.version = version
    self.maximumSize = maximumSize
    self.migrate = migrate
  }

  /// The newest state that can be read; `nil` if there is none.
  func restore() -> (State?, StateSaver<State>.Restoration) {
    file.removeLeftovers()
    if let (state, generation) = restore(file) {
      return (state, .init(source: .current, generation: generation, problems: problems))
    }
    if let (state, generation) = restore(file.sibling(".previous")) {
      return (state, .init(source: .previous, generation: generation, problems: problems))
    }
    return (nil, .init(source: .initial, generation: 0, problems: problems))
  }

  private func restore(_ file: DurableFile) -> (State, UInt64)? {
    do {
      let bound = maximumSize + StateEnvelope.maximumOverhead
      guard let bytes = try file.read(upTo: bound) else { return nil }
      let envelope: StateEnvelope
      do {
        envelope = try StateEnvelope(decoding: bytes)
      } catch {
        throw file.error(error.code, error.sentence)
      }
      lastGeneration = max(lastGeneration, envelope.generation)
      return (try decode(envelope, of: file), envelope.generation)
    } catch let problem as ListenerFileError {
      setAside(file, problem)
    } catch {
      setAside(file, file.error(.unreadable, "It cannot be read: \(error)"))
    }
    return nil
  }

  private func decode(_ envelope: StateEnvelope, of file: DurableFile) throws -> State {
    let payload = Data(envelope.payload)
    do {
      if envelope.version == version {
        return try JSONDecoder().decode(State.self, from: payload)
      }
      if let state = try migrate?(payload, envelope.version) { return state }
    } catch {
      throw file.error(.undecodable, "It is intact and does not decode as \(State.self): \(error)")
    }
    throw file.error(
      .wrongVersion,
      "It holds version \(envelope.version) of the state; this is version \(version). "
        + "Give a `migrate` closure that reads the other version.")
  }

  /// Renames the file, so that the next save does not overwrite it.
  private func setAside(_ file: DurableFile, _ problem: ListenerFileError) {
    var problem = problem
    do {
      problem.setAsidePath = try file.setAside(as: problem.code)
      problems.append(problem)
    } catch {
      problems += [problem, error]
    }
  }
}
