import Foundation
import LifecycleBus

/// The file of a saver. The main actor looks at it before each save, so it knows what the save will
/// replace. States are encoded and written elsewhere, one at a time.
final class StateFile<State: Codable & Sendable>: Sendable {
  typealias Result = Swift.Result<Void, ListenerFileError>
  typealias Completion = @Sendable (Result) -> Void
  typealias Found = (data: Data, identity: FileIdentity)

  private struct Waiting {
    var state: State?
    var completions: [Completion] = []
    var isWriting = false
  }

  /// What this saver has read or written last.
  private struct Disk {
    var identity: FileIdentity?
    /// `nil` while nobody knows whether it would outlive a power cut.
    var hash: Int?
    var result = Result.success(())
  }

  private let file: DurableFile
  private let format: StateFormat<State>
  private let lock: FileLock
  private let queue = DispatchQueue(label: "LifecycleBus.StateSaver", qos: .userInitiated)
  private let waiting = Locked(Waiting())
  /// Whoever writes has it until the file is on the disk.
  private let disk = Locked(Disk())

  init(_ file: DurableFile, _ format: StateFormat<State>) {
    self.file = file
    self.format = format
    lock = FileLock(beside: file)
  }

  // MARK: Whose it is, and what's in it

  func take() throws(ListenerFileError) -> Bool {
    try file.perform { _ throws(SystemCallError) in try lock.take() }
  }

  /// A write that is under way knows what it replaces.
  var isWriting: Bool { waiting.withLock { $0.isWriting } }

  /// What is in the file and was neither read nor written here; `nil` also after an edit that changes
  /// nothing, such as `touch`.
  func unknownContents() throws(ListenerFileError) -> Found? {
    let known = disk.withLock { $0 }
    if try file.identity() == known.identity { return nil }
    guard let found = try file.read() else { return nil }

    guard hash(of: found.data) == known.hash else { return found }
    know(found)
    return nil
  }

  func know(_ found: Found) {
    disk.withLock { disk in
      disk.identity = found.identity
      disk.hash = hash(of: found.data)
    }
  }

  func decode(
    _ found: Found, _ migrate: ((StateSaver<State>.Payload, Int) throws -> State?)?
  ) throws(ListenerFileError) -> State {
    try format.decode(found.data, of: file, migrate)
  }

  /// Gives what was found a second name. Returns what to tell the program about it.
  func setAside(
    _ found: Found, as suffix: String, why: String
  ) throws(ListenerFileError) -> ListenerFileError {
    let path = try file.setAside(as: suffix)
    know(found)
    return file.error(.undecodable, "\(why) What was in it is now in \(path).")
  }

  var inUse: ListenerFileError { file.inUse }

  // MARK: Writing

  /// `completion`: called on another thread.
  func write(_ state: State, completion: @escaping Completion) {
    submit(state, completion)
    queue.async { self.writeWaiting() }
  }

  /// Writes on this thread, because in a forked process no queue runs.
  func writeAndWait(_ state: State) throws(ListenerFileError) {
    submit(state) { _ in }
    writeWaiting()
    try disk.withLock { $0.result }.get()
  }

  /// Returns the state that this one replaces, to be released outside the lock, because its `deinit`
  /// may save another one.
  @discardableResult
  private func submit(_ state: State, _ completion: @escaping Completion) -> State? {
    waiting.withLock { waiting in
      let replaced = waiting.state
      waiting.state = state
      waiting.completions.append(completion)
      waiting.isWriting = true
      return replaced
    }
  }

  private func writeWaiting() {
    let (result, completions) = disk.withLock { disk in
      let taken = takeWaiting()

      if let state = taken.state {
        disk.result = Result { () throws(ListenerFileError) in try write(state, &disk) }
      }

      waiting.withLock { $0.isWriting = $0.state != nil }
      return (disk.result, taken.completions)
    }

    for completion in completions {
      completion(result)
    }
  }

  /// What was submitted since the last write.
  private func takeWaiting() -> Waiting {
    waiting.withLock { waiting in
      let taken = waiting
      waiting = Waiting(isWriting: true)
      return taken
    }
  }

  private func write(_ state: State, _ disk: inout Disk) throws(ListenerFileError) {
    let data = try format.encode(state, for: file)
    let hash = hash(of: data)

    // It's there already, as at the end right after the way to the background.
    if disk.hash == hash, try file.identity() == disk.identity { return }

    disk.hash = nil
    try file.replace(with: data) { disk.identity = $0 }
    disk.hash = hash
  }

  /// Of all bytes; `hashValue` takes the first ones only.
  private func hash(of data: Data) -> Int {
    var hasher = Hasher()
    unsafe data.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
