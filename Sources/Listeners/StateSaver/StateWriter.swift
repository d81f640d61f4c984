import Foundation

/// Encodes and writes states on a queue of its own, in order; the newest one that waits stands for
/// those before it.
///
/// It depends on neither the main actor nor the life cycle. Submitted work retains the writer, so
/// that a state is written also after its owner was released.
final class StateWriter<State: Codable & Sendable>: @unchecked Sendable {
  // Proof for @unchecked: the mutable fields are read and written under `lock` only, except
  // `generation`, which only the serial queue uses after init. No code of the caller runs under
  // the lock.
  typealias Completion = @Sendable (Result<UInt64, ListenerFileError>) -> Void

  private let file: DurableFile
  private let version: Int
  private let maximumSize: Int
  private let queue = BackgroundQueue("LifecycleBus.StateSaver")
  private var generation: UInt64

  private let lock = NSLock()
  private var pending: State?
  private var completions: [Completion] = []

  init(file: DurableFile, version: Int, maximumSize: Int, generation: UInt64) {
    self.file = file
    self.version = version
    self.maximumSize = maximumSize
    self.generation = generation
  }

  /// Submits a state. Takes constant time.
  ///
  /// - Parameter completion: Called on the queue when this state, or a newer one in its place, is
  ///   on the disk, or when that failed.
  func write(_ state: State, completion: @escaping Completion) {
    // The replaced state is released outside the lock, because releasing an object may run a
    // `deinit` that calls this method.
    let replaced = lock.withLock {
      defer { pending = state }
      completions.append(completion)
      return pending
    }
    if replaced == nil { queue.submit { self.writePending() } }
  }

  /// Returns once every submitted state is written, or has failed.
  func wait() { queue.wait() }

  private func writePending() {
    lock.lock()
    let (state, completions) = (pending, completions)
    pending = nil
    self.completions = []
    lock.unlock()
    guard let state else { return }
    let result: Result<UInt64, ListenerFileError>
    do {
      result = .success(try write(state))
    } catch {
      result = .failure(error)
    }
    for completion in completions { completion(result) }
  }

  private func write(_ state: State) throws(ListenerFileError) -> UInt64 {
    let payload: [UInt8]
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      payload = Array(try encoder.encode(state))
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
    let envelope = StateEnvelope(version: version, generation: generation + 1, payload: payload)
    try file.replace(
      with: envelope.encoded, durability: .power, previous: file.sibling(".previous"))
    generation += 1
    return generation
  }
}
