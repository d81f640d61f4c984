import Foundation
import LifecycleBus

/// Encodes and writes states on another thread. Of the states that wait, only the newest is
/// written.
///
/// Submitted work retains the writer, so that a state is written also after its owner was released.
final class StateWriter<State: Codable & Sendable>: Sendable {
  typealias Completion = @Sendable (Result<UInt64, ListenerFileError>) -> Void

  private let file: FormerFile
  private let version: Int
  private let maximumSize: Int
  private let queue = DispatchQueue(label: "LifecycleBus.StateSaver", qos: .userInitiated)
  /// Only the queue uses it, so that a state may be encoded and written under the lock.
  private let known: Locked<KnownState>
  private let waiting = Locked<(state: State?, completions: [Completion])>((nil, []))
  /// Of the state that was submitted last, once the queue has come to it.
  private let result = Locked<Result<UInt64, ListenerFileError>>(.success(0))
  /// The file for a state that must not replace another copy's.
  private let aside: FormerFile

  init(
    file: FormerFile, version: Int, maximumSize: Int, known: KnownState = KnownState()
  ) {
    self.file = file
    self.version = version
    self.maximumSize = maximumSize
    self.known = Locked(known)
    let number = String(UInt64.random(in: 0 ... .max), radix: 36)
    aside = file.sibling(".set-aside-\(ListenerFileError.Code.conflict.rawValue)-\(number)")
  }

  /// Submits a state in constant time.
  ///
  /// - `completion`: Called on the queue with the result.
  func write(_ state: State, completion: @escaping Completion) {
    // The replaced state is released outside the lock, because releasing an object may run a
    // `deinit` that calls this method.
    let replaced = waiting.withLock { waiting in
      defer { waiting.state = state }
      waiting.completions.append(completion)
      return waiting.state
    }
    if replaced == nil { queue.async { self.writePending() } }
  }

  /// Submits a failure, which is reported in order.
  func fail(_ error: ListenerFileError, completion: @escaping Completion) {
    queue.async { self.finish(.failure(error), [completion]) }
  }

  /// Continues from what a later read has found.
  func restart(_ known: KnownState) {
    queue.async { self.known.withLock { $0 = known } }
  }

  /// Waits until every submitted state is written, or has failed; returns the last result.
  func wait() -> Result<UInt64, ListenerFileError> {
    queue.sync {}
    return result.withLock { $0 }
  }

  private func writePending() {
    let (state, completions) = waiting.withLock { waiting in
      defer { waiting = (nil, []) }
      return waiting
    }
    guard let state else { return }
    let result = known.withLock { known in
      Result { () throws(ListenerFileError) in try write(state, after: &known) }
    }
    finish(result, completions)
  }

  private func finish(_ result: Result<UInt64, ListenerFileError>, _ completions: [Completion]) {
    self.result.withLock { $0 = result }
    for completion in completions { completion(result) }
  }

  /// Replaces the file, if the state has changed and nobody else replaced it.
  private func write(
    _ state: State, after known: inout KnownState
  ) throws(ListenerFileError) -> UInt64 {
    let next = StateEnvelope(
      version: version, generation: known.generation + 1, payload: try encode(state))
    let isUnchanged = next.payload[...] == known.payload
    // Until the file is replaced, no other copy reads or writes it.
    guard let lock = try lockFolder() else { throw try conflict(next, with: nil) }
    defer { withExtendedLifetime(lock) {} }
    let present = try present(known.bytes)
    switch present {
    case .known where isUnchanged && known.version == version, .other where isUnchanged:
      return known.generation
    case .other(let other?, let bytes)
    where other.version == version && other.payload == next.payload:
      known = KnownState(other, bytes)
      return other.generation
    case .other(let other, _): throw try conflict(next, with: other)
    case .known, .none: break
    }
    let bytes = next.encoded
    // Only a generation that was restored is worth keeping as the previous one.
    var previous: FormerFile?
    if case .known = present, known.version != nil { previous = file.sibling(".previous") }
    try file.replace(with: bytes, durability: .power, previous: previous)
    known = KnownState(next, bytes)
    return next.generation
  }

  /// Waits up to a second for another copy's save; `nil` if it does not end.
  private func lockFolder() throws(ListenerFileError) -> OpenFile? {
    do {
      let folder = OpenFile(file, try file.openDirectory())
      for _ in 0..<1_000 {
        // A file system without locks is used without.
        if folder.descriptor.lock() != .busy { return folder }
        usleep(1_000)
      }
      return nil
    } catch {
      throw file.writeError(error)
    }
  }

  private enum Present {
    case none
    case known
    /// What another copy has written; without an envelope, in a newer format.
    case other(StateEnvelope?, [UInt8])
  }

  /// What cannot be a state is set aside.
  private func present(_ known: [UInt8]?) throws(ListenerFileError) -> Present {
    do throws(ListenerFileError) {
      let bound = maximumSize + StateEnvelope.maximumOverhead
      guard let bytes = try file.read(upTo: bound) else { return .none }
      if bytes == known { return .known }
      do throws(FileDamage) {
        return .other(try StateEnvelope(decoding: bytes), bytes)
      } catch {
        if error.code == .wrongVersion { return .other(nil, bytes) }
        throw file.error(error.code, error.sentence)
      }
    } catch {
      if error.code == .unreadable { throw error }
      _ = try file.setAside(as: error.code)
      return .none
    }
  }

  private func conflict(
    _ state: StateEnvelope, with other: StateEnvelope?
  ) throws(ListenerFileError) -> ListenerFileError {
    try aside.replace(with: state.encoded, durability: .power)
    var error = file.error(
      .conflict,
      "Another copy of the program has saved generation \(other.map { "\($0.generation)" } ?? "?") "
        + "since this one knew generation \(state.generation - 1), so its state was not replaced. "
        + "To join the two, change and save the state of a new saver with this file.")
    error.ownGeneration = state.generation - 1
    error.otherGeneration = other?.generation
    error.setAsidePath = aside.path
    return error
  }

  private func encode(_ state: State) throws(ListenerFileError) -> [UInt8] {
    let payload: [UInt8]
    do {
      payload = try StateCoding.encode(state)
    } catch {
      throw file.error(
        .unencodable, "The state was not saved, because it cannot be encoded: \(error)")
    }
    guard payload.count <= maximumSize else {
      throw file.error(
        .tooLarge,
        "The state was not saved, because it takes \(payload.count) bytes and \(maximumSize) are "
          + "allowed. Raise maximumSize if it should be.")
    }
    return payload
  }
}

/// What a saver has read or written last.
struct KnownState: Sendable {
  /// The highest generation of any file.
  var generation: UInt64 = 0
  /// The contents of the file; `nil` if there was none.
  var bytes: [UInt8]?
  /// The version of the state in the file; `nil` if it could not be used.
  var version: Int?
  /// The state as this process encoded it.
  var payload: ArraySlice<UInt8> = []
}

extension KnownState {
  init(_ envelope: StateEnvelope, _ bytes: [UInt8]) {
    generation = envelope.generation
    self.bytes = bytes
    version = envelope.version
    // A part of the same memory.
    payload = bytes.suffix(envelope.payload.count)
  }
}
