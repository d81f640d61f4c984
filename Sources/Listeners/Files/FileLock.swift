import Foundation
import LifecycleBus

/// The right to a file, by a lock on a file beside it: one object has it, for its life.
///
/// A record lock (`fcntl`), because a child would inherit a `flock`, and keep a dead program
/// "running".
final class FileLock: Sendable {
  private struct Held: Sendable {
    let path: String
    /// Of the lock's file; `nil` if only objects of this process are kept apart.
    var identity: FileIdentity?
    var opened: OpenedFile?
  }

  /// A process cannot ask for its own locks, and drops one by opening and closing its file again.
  private static let held = Locked<[ObjectIdentifier: Held]>([:])
  private let file: DurableFile
  private let isAmongPrograms: Bool

  /// `isAmongPrograms`: false if only objects of this process are kept apart.
  init(beside file: DurableFile, isAmongPrograms: Bool = FileLock.isUsed) {
    (self.file, self.isAmongPrograms) = (file, isAmongPrograms)
  }

  deinit {
    Self.held.withLock { $0.removeValue(forKey: ObjectIdentifier(self))?.opened?.end() }
  }

  /// False if the file is another one's. Ask again before each save, because a program that copies its
  /// own folder drops its locks without a word.
  func take() throws(SystemCallError) -> Bool {
    let place = DurableFile(path: try file.resolved().path + ".lock")
    let id = ObjectIdentifier(self)
    return try Self.held.withLock { held throws(SystemCallError) in
      let identity = try place.lookUp()
      let isOthers = held.contains { other, lock in
        other != id && (lock.path == place.path || identity != nil && lock.identity == identity)
      }
      if isOthers { return false }
      if let own = held[id], own.identity == identity, let opened = own.opened, opened.isOpen {
        return Self.lock(opened)
      }
      held.removeValue(forKey: id)?.opened?.end()
      var new = Held(path: place.path)
      if isAmongPrograms {
        let opened = OpenedFile(try place.create(O_RDWR))
        guard Self.lock(opened) else {
          opened.end()
          return false
        }
        (new.opened, new.identity) = (opened, try? place.lookUp())
      }
      held[id] = new
      return true
    }
  }

  /// Not on phones, where an app that is suspended with a lock is ended.
  #if (os(iOS) && !targetEnvironment(macCatalyst)) || os(tvOS) || os(watchOS) || os(visionOS)
    static let isUsed = false
  #else
    static let isUsed = true
  #endif

  private static func lock(_ file: OpenedFile) -> Bool {
    var range = flock()
    range.l_type = Int16(F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    return unsafe fcntl(file.number, F_SETLK, &range) == 0 || errno != EAGAIN && errno != EACCES
  }
}
