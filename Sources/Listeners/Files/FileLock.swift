import Foundation
import LifecycleBus

/// The right to a file: one object has it, in one process, for its life. It is a lock on a file
/// beside it.
///
/// A record lock (`fcntl`), because a child would inherit a `flock`, and keep a dead program
/// "running".
final class FileLock: Sendable {
  private struct Held: Sendable {
    let owner: ObjectIdentifier
    let path: String
    let number: Int32
    let identity: FileIdentity

    /// False if other code has closed the descriptor, which may mean another file by now.
    var isOpen: Bool { (try? fileStatus(number)).map { isSame($0) } ?? false }

    func isSame(_ status: stat) -> Bool { identity.isSameFile(as: FileIdentity(status)) }

    func end() {
      if isOpen { close(number) }
    }
  }

  /// Those of this process. It cannot ask for its own locks, and whoever opens and closes a locked
  /// file once more drops the lock.
  private static let held = Locked<[Held]>([])
  private let file: DurableFile

  init(beside file: DurableFile) { self.file = file }

  deinit {
    let id = ObjectIdentifier(self)
    Self.held.withLock { held in
      for each in held where each.owner == id { each.end() }
      held.removeAll { $0.owner == id }
    }
  }

  /// Returns true if the file is this object's now, and false if it is another one's.
  ///
  /// It is asked again before each save, because a program that copies its own folder drops its
  /// locks without a word. Where there are no locks, the answer is true.
  func take() throws(SystemCallError) -> Bool {
    guard Self.isUsed else { return true }
    let place = DurableFile(path: try file.resolved().path + ".lock")
    let id = ObjectIdentifier(self)
    return try Self.held.withLock { held throws(SystemCallError) in
      let status = try place.status()
      let isTaken = held.contains {
        $0.owner != id && ($0.path == place.path || status.map($0.isSame) ?? false)
      }
      if isTaken { return false }
      if let own = held.first(where: { $0.owner == id }) {
        if own.isOpen, status.map(own.isSame) ?? false { return Self.lock(own.number) }
        own.end()
        held.removeAll { $0.owner == id }
      }
      let number = try place.create(O_RDWR)
      guard Self.lock(number), let new = try? fileStatus(number) else {
        close(number)
        return false
      }
      held.append(Held(owner: id, path: place.path, number: number, identity: FileIdentity(new)))
      return true
    }
  }

  /// Not on phones, where an app that is suspended with a lock is ended.
  #if (os(iOS) && !targetEnvironment(macCatalyst)) || os(tvOS) || os(watchOS) || os(visionOS)
    static let isUsed = false
  #else
    static let isUsed = true
  #endif

  private static func lock(_ number: Int32) -> Bool {
    var range = flock()
    range.l_type = Int16(F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    return unsafe fcntl(number, F_SETLK, &range) == 0 || errno != EAGAIN && errno != EACCES
  }
}
