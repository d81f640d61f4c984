import Foundation

/// Encodes and writes states on a queue of its own, in order; the newest one that waits stands for
/// those before it.
///
/// It knows no main actor and no life cycle. Work under way keeps it alive, so nothing that was
/// handed over is lost when its owner goes.
final class StateWriter<State: Codable & Sendable>: @unchecked Sendable {
  // Proof for @unchecked: the mutable fields are read and written under `lock` only, except
  // `generation`, which only the serial queue touches after init. Nothing foreign is called under
  // the lock.
  typealias Completion = @Sendable (Result<UInt64, ListenerFileError>) -> Void

  private let file: DurableFile
  private let version: Int
  private let maximumSize: Int
  private let queue = BackgroundQueue("LifecycleBus.StateSaver")
  private var generation: UInt64

  private let lock = NSLock()
  private var waiting: State?
  private var completions: [Completion] = []

  init(file: DurableFile, version: Int, maximumSize: Int, generation: UInt64) {
    self.file = file
    self.version = version
    self.maximumSize = maximumSize
    self.generation = generation
  }

  /// Hands a state over. Takes no longer than putting it down.
  ///
  /// - Parameter completion: Called on the queue when this state, or a newer one in its place, is
  ///   on the disk, or when that failed.
  func write(_ state: State, completion: @escaping Completion) {
    // What is overtaken is let go of outside the lock: a state that is an object may come back here
    // when it goes.
    let overtaken = lock.withLock {
      defer { waiting = state }
      completions.append(completion)
      return waiting
    }
    if overtaken == nil { queue.later { self.writeWaiting() } }
  }

  /// Returns once everything that was handed over is written, or has failed.
  func wait() { queue.wait() }

  private func writeWaiting() {
    lock.lock()
    let (state, completions) = (waiting, completions)
    waiting = nil
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
