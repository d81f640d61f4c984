import Foundation
import LifecycleBus

/// The file of a saver. The main actor looks at it before each save, so it knows what the save will
/// replace. States are encoded and written elsewhere, one at a time.
final class StateFile<State: Codable & Sendable>: Sendable {
  typealias Result = Swift.Result<Void, ListenerFileError>
  typealias Completion = @Sendable (Result) -> Void

  private struct Waiting {
    var state: State?
    var completions: [Completion] = []
    var isWriting = false
  }

  /// What this saver has read or written last.
  private struct Disk {
    var identity: FileIdentity?
    var hash: Int?
    var result = Result.success(())
  }

  let file: DurableFile
  let format: StateFormat<State>
  private let lock: FileLock
  private let queue = DispatchQueue(label: "LifecycleBus.StateSaver", qos: .userInitiated)
  private let waiting = Locked(Waiting())
  /// Whoever writes has it until the file is on the disk.
  private let disk = Locked(Disk())

  init(_ file: DurableFile, _ format: StateFormat<State>) {
    (self.file, self.format) = (file, format)
    lock = FileLock(beside: file)
  }

  // MARK: Whose it is, and what is in it

  func take() throws(ListenerFileError) -> Bool {
    do {
      return try lock.take()
    } catch {
      throw file.writeError(error)
    }
  }

  /// A write that is under way knows what it replaces.
  var isWriting: Bool { waiting.withLock { $0.isWriting } }

  /// What is in the file and was neither read nor written here. An edit that changes nothing, such as
  /// `touch`, is not news.
  func news() throws(ListenerFileError) -> (data: Data, identity: FileIdentity)? {
    let identity = try file.identity()
    let known = disk.withLock { ($0.identity, $0.hash) }
    if identity == known.0 { return nil }
    guard let found = try file.contents(limit: format.limit) else { return nil }
    guard found.data.wholeHash == known.1 else { return found }
    know(found)
    return nil
  }

  func know(_ found: (data: Data, identity: FileIdentity)) {
    disk.withLock { ($0.identity, $0.hash) = (found.identity, found.data.wholeHash) }
  }

  // MARK: Writing

  /// `completion`: called on another thread.
  func write(_ state: State, completion: @escaping Completion) {
    if submit(state, completion) { queue.async { self.writeWaiting() } }
  }

  /// Writes on this thread, because in a forked process no queue runs.
  func writeAndWait(_ state: State) throws(ListenerFileError) {
    _ = submit(state) { _ in }
    writeWaiting()
    try disk.withLock { $0.result }.get()
  }

  /// Returns true if no state was waiting.
  private func submit(_ state: State, _ completion: @escaping Completion) -> Bool {
    // The replaced state is released outside the lock, because its `deinit` may save another one.
    let replaced = waiting.withLock { waiting in
      defer { waiting.state = state }
      waiting.completions.append(completion)
      waiting.isWriting = true
      return waiting.state
    }
    return replaced == nil
  }

  private func writeWaiting() {
    let (result, completions) = disk.withLock { disk in
      let (state, completions) = waiting.withLock { waiting in
        defer { (waiting.state, waiting.completions) = (nil, []) }
        return (waiting.state, waiting.completions)
      }
      if let state {
        disk.result = Result { () throws(ListenerFileError) in try write(state, &disk) }
      }
      waiting.withLock { $0.isWriting = $0.state != nil }
      return (disk.result, completions)
    }
    for completion in completions { completion(result) }
  }

  private func write(_ state: State, _ disk: inout Disk) throws(ListenerFileError) {
    let data = try format.encode(state, for: file)
    let hash = data.wholeHash
    // It is there already, as at the end right after the way to the background.
    if let identity = disk.identity, disk.hash == hash, try file.identity() == identity { return }
    var written: FileIdentity?
    defer { if let written { (disk.identity, disk.hash) = (written, hash) } }
    try file.replace(with: data) { written = $0 }
  }
}

extension Data {
  /// Of all bytes; `hashValue` takes the first ones only.
  fileprivate var wholeHash: Int {
    var hasher = Hasher()
    unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}

/// ```
/// {"version": 1, "state":
/// { "drafts" : [] }}
/// ```
struct StateFormat<State: Codable & Sendable>: Sendable {
  let version: Int
  /// The most bytes that are read or written.
  let limit = 256 << 20

  /// The errors of JSON hold values of the state, so nothing of them is told.
  func encode(_ state: State, for file: DurableFile) throws(ListenerFileError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    guard let json = try? encoder.encode(state) else {
      throw file.error(
        .unencodable, "The state was not saved, because \(State.self) cannot be encoded as JSON.")
    }
    var data = Data("{\"version\": \(version), \"state\":\n".utf8)
    data += json
    data += Data("}\n".utf8)
    guard data.count <= limit else {
      throw file.error(
        .unencodable,
        "The state was not saved, because it takes \(data.count) bytes and \(limit) are allowed. "
          + "Keep what is large in files of its own.")
    }
    return data
  }

  func decode(
    _ data: Data, of file: DurableFile,
    _ migrate: ((StateSaver<State>.Payload, Int) throws -> State?)?
  ) throws(ListenerFileError) -> State {
    let payload = StateSaver<State>.Payload(file: data)
    guard let found = try? payload.decoded(Version.self).version else {
      throw file.error(.undecodable, "It is not what a saver writes.")
    }
    if found == version {
      if let state = try? payload.decode(State.self) { return state }
      throw file.error(.undecodable, "It does not decode as \(State.self).")
    }
    if let state = try? migrate?(payload, found) { return state }
    throw file.error(
      .undecodable,
      "It holds version \(found) of the state, and this program reads version \(version). "
        + "Give a `migrate` closure that reads the other version.")
  }

  private struct Version: Decodable { let version: Int }
}

extension StateSaver {
  /// The saved state of another version.
  public struct Payload: Sendable {
    let file: Data

    /// Decodes the state, or throws a `DecodingError`.
    public func decode<Old: Decodable>(_ type: Old.Type) throws -> Old {
      try decoded(Contents<Old>.self).state
    }

    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
      return try decoder.decode(type, from: file)
    }

    private struct Contents<Old: Decodable>: Decodable { let state: Old }
  }
}
