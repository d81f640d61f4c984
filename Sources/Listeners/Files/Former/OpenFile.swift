import Foundation
import LifecycleBus

/// A file that stays open, with its lock if it has one, until the object is released.
final class OpenFile: Sendable {
  let file: FormerFile
  let descriptor: FileDescriptor
  private let process = getpid()

  init(_ file: FormerFile, _ descriptor: consuming FileDescriptor) {
    self.file = file
    self.descriptor = descriptor
  }

  /// Writes in place. Does nothing in a child that was forked, because the file is its parent's.
  func write(_ bytes: [UInt8], at offset: Int = 0) throws(ListenerFileError) {
    guard process == getpid() else { return }
    do {
      try descriptor.write(bytes, at: offset)
    } catch {
      throw file.writeError(error)
    }
  }

  /// Removes the file from its directory, if possible.
  func remove() { try? FileDescriptor(directory: file.directory).remove(file.name) }

  /// Opens a file for good and locks it; makes it if it is missing. Throws a busy error if it is
  /// locked already.
  convenience init(locking file: FormerFile) throws(FormerError) {
    let folder = try file.openDirectory()
    do {
      self.init(file, try folder.create(file.name))
    } catch  where error.isExisting {
      self.init(file, try folder.open(file.name, forUpdating: true))
      if descriptor.lock() == .busy { throw FormerError(number: EWOULDBLOCK) }
    }
  }

  /// The same, waiting up to a second for a lock; `nil` without one.
  static func waiting(for file: FormerFile) -> OpenFile? {
    for _ in 0..<1_000 {
      do {
        return try OpenFile(locking: file)
      } catch {
        if !error.isBusy { return nil }
        usleep(1_000)
      }
    }
    return nil
  }

  /// Whether a file that belongs to one process is locked for its life.
  ///
  /// Phones end an app that is suspended with a lock on a file in a shared container.
  #if (os(iOS) && !targetEnvironment(macCatalyst)) || os(tvOS) || os(watchOS) || os(visionOS)
    static let locksForLife = false
  #else
    static let locksForLife = true
  #endif

  private struct Held: Sendable {
    weak var file: OpenFile?
  }

  private static let held: Locked<[Held]> = {
    pthread_atfork(nil, nil) {
      OpenFile.held.withLockIfAvailable { for open in $0 { open.file?.descriptor.closeInChild() } }
    }
    return Locked([])
  }()

  /// Closes the file in each child that is forked without a new program, because the child would
  /// share the lock.
  func closeInChildren() {
    OpenFile.held.withLock { held in
      held.removeAll { $0.file == nil }
      held.append(Held(file: self))
    }
  }
}

/// What this process has made for each path.
final class SharedByPath<Value: Sendable>: Sendable {
  private let values = Locked<[(path: String, value: Value)]>([])

  var all: [Value] { values.withLock { $0.map(\.value) } }

  func value(
    for file: FormerFile, make: () throws(ListenerFileError) -> Value
  ) throws(ListenerFileError) -> Value {
    try values.withLock { values throws(ListenerFileError) in
      if let (_, found) = values.first(where: { $0.path == file.path }) { return found }
      let new = try make()
      values.append((file.path, new))
      return new
    }
  }
}
