import Foundation
import LifecycleBus

final class StateFile: Sendable {
  typealias Result = Swift.Result<Void, ListenerFileError>
  typealias Completion = @Sendable (Result) -> Void
  typealias Found = (data: Data, identity: FileIdentity)

  private struct Waiting {
    var bytes: Data?
    var completions: [Completion] = []
    var isWriting = false
  }

  private struct Outcome {
    let result: Result
    let completions: [Completion]

    func tell() {
      for completion in completions {
        completion(result)
      }
    }
  }

  private struct Disk {
    var identity: FileIdentity?
    var contents: Int?
    var state: Int?
    /// True if the file has that state, even after a power cut.
    var isInFile = false
    var result = Result.success(())
  }

  let place: DurableFile
  private let lock: FileLock
  private let queue = DispatchQueue(label: "LifecycleBus.StateSaver", qos: .userInitiated)
  private let waiting = Locked(Waiting())
  /// Locked until a write is on the disk.
  private let disk = Locked(Disk())

  init(_ place: DurableFile) {
    self.place = place
    lock = FileLock(beside: place)
  }

  // MARK: Whose it is, and what's in it

  func take() throws(ListenerFileError) -> Bool {
    try place.perform { _ throws(SystemCallError) in try lock.take() }
  }

  var isWriting: Bool { waiting.withLock { $0.isWriting } }

  func unknownContents() throws(ListenerFileError) -> Found? {
    let known = disk.withLock { $0 }
    if try place.identity() == known.identity { return nil }
    guard let found = try place.read() else { return nil }

    guard hash(of: found.data) == known.contents else { return found }
    disk.withLock { $0.identity = found.identity }
    return nil
  }

  func isNew(_ bytes: Data) -> Bool { disk.withLock { $0.state } != hash(of: bytes) }

  /// What was found is read. `bytes`: its state, as it's encoded now; at first one that is in no file.
  func know(_ found: Found?, as bytes: Data?) {
    disk.withLock { disk in
      if let found {
        disk.identity = found.identity
        disk.contents = hash(of: found.data)
        disk.isInFile = bytes != nil
      }
      if let bytes {
        disk.state = hash(of: bytes)
      }
    }
  }

  func setAside(_ found: Found, as suffix: String) throws(ListenerFileError) -> String {
    let path = try place.setAside(as: suffix)
    know(found, as: nil)
    return path
  }

  // MARK: Writing

  /// The completion is called on the main thread.
  func write(_ bytes: Data, completion: @escaping Completion) {
    submit(bytes, completion)

    let outcome = Locked<Outcome?>(nil)
    let release = DispatchGroup()
    queue.async(group: release) {
      let written = self.writeWaiting()
      outcome.withLock { $0 = written }
    }
    // The queue keeps nothing anymore. Who is told may let the saver go, and the next one needs the
    // lock.
    release.notify(queue: .main) { outcome.withLock { $0 }?.tell() }
  }

  /// Writes on this thread, because in a forked process no queue runs.
  func writeAndWait(_ bytes: Data) throws(ListenerFileError) {
    submit(bytes) { _ in }
    let outcome = writeWaiting()
    outcome.tell()
    try outcome.result.get()
  }

  private func submit(_ bytes: Data, _ completion: @escaping Completion) {
    waiting.withLock { waiting in
      waiting.bytes = bytes
      waiting.completions.append(completion)
      waiting.isWriting = true
    }
  }

  private func writeWaiting() -> Outcome {
    disk.withLock { disk in
      // What was submitted since the last write.
      let taken = waiting.withLock { waiting in
        defer { waiting = Waiting(isWriting: true) }
        return waiting
      }

      if let bytes = taken.bytes {
        disk.result = Result { () throws(ListenerFileError) in try write(bytes, &disk) }
      }

      waiting.withLock { $0.isWriting = $0.bytes != nil }
      return Outcome(result: disk.result, completions: taken.completions)
    }
  }

  private func write(_ bytes: Data, _ disk: inout Disk) throws(ListenerFileError) {
    let hash = hash(of: bytes)

    // It's there already, as at the end right after the way to the background.
    let isThere = disk.isInFile && disk.state == hash
    if isThere, try place.identity() == disk.identity { return }

    var new: FileIdentity?
    defer {
      if let new {
        disk.identity = new
        disk.contents = hash
      }
    }
    disk.isInFile = false
    try place.replace(with: bytes, &new)
    disk.state = hash
    disk.isInFile = true
  }

  /// `hashValue` takes the first bytes only. Not inlined, because each copy is a kilobyte.
  @inline(never)
  private func hash(of data: Data) -> Int {
    var hasher = Hasher()
    unsafe data.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
