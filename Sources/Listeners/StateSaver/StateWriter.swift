import Foundation
import LifecycleBus

/// Encodes and writes states on a queue of its own, in order; the newest one that waits stands for
/// those before it.
///
/// It depends on neither the main actor nor the life cycle. Submitted work retains the writer, so
/// that a state is written also after its owner was released.
final class StateWriter<State: Codable & Sendable>: Sendable {
  typealias Completion = @Sendable (Result<UInt64, ListenerFileError>) -> Void

  private let file: DurableFile
  private let version: Int
  private let maximumSize: Int
  private let queue = DispatchQueue(label: "LifecycleBus.StateSaver", qos: .userInitiated)
  /// Only the queue uses it, so that a state may be encoded and written under the lock.
  private let start: Locked<StateWriterStart>
  private let waiting = Locked<(state: State?, completions: [Completion])>((nil, []))
  /// Of the state that was submitted last, once the queue has come to it.
  private let result = Locked<Result<UInt64, ListenerFileError>>(.success(0))

  init(
    file: DurableFile, version: Int, maximumSize: Int,
    start: StateWriterStart = StateWriterStart()
  ) {
    self.file = file
    self.version = version
    self.maximumSize = maximumSize
    self.start = Locked(start)
  }

  /// Submits a state. Takes constant time.
  ///
  /// - Parameter completion: Called on the queue when this state, or a newer one in its place, is
  ///   on the disk, or when that failed.
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

  /// Submits a failure instead of a state, so that it is reported in order.
  func fail(_ error: ListenerFileError, completion: @escaping Completion) {
    queue.async { self.finish(.failure(error), [completion]) }
  }

  /// Continues from what a later read has found.
  func restart(_ start: StateWriterStart) {
    queue.async { self.start.withLock { $0 = start } }
  }

  /// Waits until every submitted state is written, or has failed; returns the result of the last.
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
    let result = start.withLock { start in
      Result { () throws(ListenerFileError) in try write(state, after: &start) }
    }
    finish(result, completions)
  }

  private func finish(_ result: Result<UInt64, ListenerFileError>, _ completions: [Completion]) {
    self.result.withLock { $0 = result }
    for completion in completions { completion(result) }
  }

  private func write(
    _ state: State, after start: inout StateWriterStart
  ) throws(ListenerFileError) -> UInt64 {
    let envelope = StateEnvelope(
      version: version, generation: start.generation + 1, payload: try encode(state))
    if let saved = start.saved, file.status == saved.status,
      saved.holds(envelope) || (saved.length == envelope.payload.count && isInFile(state, envelope))
    {
      return start.generation
    }
    let status = try file.replace(
      with: envelope.encoded, durability: .power,
      previous: start.saved == nil ? nil : file.sibling(".previous"))
    start = StateWriterStart(
      generation: envelope.generation, saved: StateWriterStart.Saved(envelope, status: status))
    return envelope.generation
  }

  /// Whether the file holds an equal state in other bytes: those of a set, or of a dictionary whose
  /// keys are no strings, come in another order each time. Bytes that are not the same in any order
  /// are another state, whatever `==` says.
  private func isInFile(_ state: State, _ envelope: StateEnvelope) -> Bool {
    guard let state = state as? any Equatable,
      let bytes = try? file.read(upTo: maximumSize + StateEnvelope.maximumOverhead),
      let saved = try? StateEnvelope(decoding: bytes), saved.version == envelope.version,
      Self.counts(saved.payload) == Self.counts(envelope.payload)
    else { return false }
    func isEqual<Value: Equatable>(_ value: Value) -> Bool {
      (try? StateCoding.decode(State.self, from: saved.payload)) as? Value == value
    }
    return isEqual(state)
  }

  /// How often each byte occurs.
  private static func counts(_ bytes: [UInt8]) -> [Int] {
    bytes.reduce(into: Array(repeating: 0, count: 256)) { $0[Int($1)] += 1 }
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

/// Where a `StateWriter` continues.
struct StateWriterStart: Sendable {
  /// The generation that was written last.
  var generation: UInt64 = 0
  /// What the file holds, if it is that generation; only then it is worth keeping as the previous
  /// one.
  var saved: Saved?

  /// What a file holds: enough to tell whether a state is in it already.
  struct Saved: Sendable {
    let checksum: UInt64
    let length: Int
    let status: FileStatus

    init(_ envelope: StateEnvelope, status: FileStatus) {
      checksum = Self.checksum(envelope)
      length = envelope.payload.count
      self.status = status
    }

    /// Whether the file holds the same payload in the same version.
    func holds(_ envelope: StateEnvelope) -> Bool { checksum == Self.checksum(envelope) }

    private static func checksum(_ envelope: StateEnvelope) -> UInt64 {
      CRC64(Array("\(envelope.version) \(envelope.payload.count) ".utf8), envelope.payload).value
    }
  }
}
