import Foundation
import LifecycleBus

/// The right to a file, by a lock on a file beside it: one object has it, for its life.
///
/// A record lock (`fcntl`), because a child would inherit a `flock`, and keep a dead program
/// "running".
final class FileLock: Sendable {
  private struct Held: Sendable {
    let owner: ObjectIdentifier
    let path: String
    var lock: OpenedFile?
  }

  /// A process cannot ask for its own locks, and drops one by opening and closing its file again.
  private static let held = Locked<[Held]>([])
  private let file: DurableFile
  private let isAmongPrograms: Bool

  /// `isAmongPrograms`: false if only objects of this process are kept apart.
  init(beside file: DurableFile, isAmongPrograms: Bool = FileLock.isUsed) {
    (self.file, self.isAmongPrograms) = (file, isAmongPrograms)
  }

  deinit {
    let id = ObjectIdentifier(self)
    Self.held.withLock { Self.end(id, in: &$0) }
  }

  /// False if the file is another one's. Ask again before each save, because a program that copies its
  /// own folder drops its locks without a word.
  func take() throws(SystemCallError) -> Bool {
    let place = DurableFile(path: try file.resolved().path + ".lock")
    let id = ObjectIdentifier(self)
    return try Self.held.withLock { held throws(SystemCallError) in
      let status = try place.status()
      func isHere(_ other: Held) -> Bool {
        other.path == place.path || other.lock?.isSame(status) ?? false
      }
      if held.contains(where: { $0.owner != id && isHere($0) }) { return false }
      let own = held.first { $0.owner == id }?.lock
      if let own, own.isOpen, own.isSame(status) { return Self.lock(own) }
      Self.end(id, in: &held)
      var new: OpenedFile?
      if isAmongPrograms {
        let opened = try OpenedFile(try place.create(O_RDWR))
        guard Self.lock(opened) else {
          opened.end()
          return false
        }
        new = opened
      }
      held.append(Held(owner: id, path: place.path, lock: new))
      return true
    }
  }

  private static func end(_ owner: ObjectIdentifier, in held: inout [Held]) {
    for each in held where each.owner == owner { each.lock?.end() }
    held.removeAll { $0.owner == owner }
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
