import Foundation
import LifecycleBus

/// The right to a file, by a lock on a file beside it: one object has it, for its life.
///
/// It's a record lock (`fcntl`). A child would inherit a `flock`, and a dead program would look
/// alive.
final class FileLock: Sendable {
  private struct Held: Sendable {
    let owner: ObjectIdentifier
    let path: String
    /// `nil` if the lock is among objects of this process only.
    var identity: FileIdentity?
    var opened: OpenedFile?

    func isBeside(_ place: DurableFile, _ found: FileIdentity?) -> Bool {
      if path == place.path { return true }
      // Another path may lead to the same file.
      return found != nil && found == identity
    }
  }

  /// Of all objects of this process, which can't ask for its own locks, and drops one by opening
  /// and closing its file again.
  private static let held = Locked<[Held]>([])
  private let file: DurableFile
  private let isAmongPrograms: Bool

  /// `isAmongPrograms`: false for a lock among objects of this process only.
  init(beside file: DurableFile, isAmongPrograms: Bool = FileLock.isUsed) {
    self.file = file
    self.isAmongPrograms = isAmongPrograms
  }

  deinit {
    Self.held.withLock { held in
      drop(&held)
    }
  }

  /// False if the file is another object's. Asked before each save: a program that copies its own
  /// folder drops its locks.
  func take() throws(SystemCallError) -> Bool {
    let place = DurableFile(path: try file.resolved().path + ".lock")

    return try Self.held.withLock { held throws(SystemCallError) in
      let found = try place.lookUp()
      let beside = held.first { $0.isBeside(place, found) && !isOwn($0) }
      if beside != nil { return false }

      if let own = held.first(where: isOwn), own.identity == found, let opened = own.opened,
        opened.isOpen
      {
        return Self.lock(opened)
      }

      drop(&held)
      guard let made = try make(at: place) else { return false }
      held.append(made)
      return true
    }
  }

  private func isOwn(_ held: Held) -> Bool { held.owner == ObjectIdentifier(self) }

  private func drop(_ held: inout [Held]) {
    guard let place = held.firstIndex(where: isOwn) else { return }
    held.remove(at: place).opened?.end()
  }

  private func make(at place: DurableFile) throws(SystemCallError) -> Held? {
    let owner = ObjectIdentifier(self)
    guard isAmongPrograms else { return Held(owner: owner, path: place.path) }

    let opened = OpenedFile(try place.open(O_RDWR))
    let isOurs = Self.lock(opened)
    guard isOurs else {
      opened.end()
      return nil
    }
    return Held(
      owner: owner, path: place.path, identity: try? place.lookUp(), opened: opened)
  }

  /// Not on phones, where an app that is suspended with a lock is ended.
  #if targetEnvironment(macCatalyst)
    static let isUsed = true
  #elseif os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    static let isUsed = false
  #else
    static let isUsed = true
  #endif

  /// On a file system without locks, each program takes it.
  private static func lock(_ file: OpenedFile) -> Bool {
    var range = flock()
    range.l_type = Int16(F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    if unsafe fcntl(file.number, F_SETLK, &range) == 0 { return true }

    let isAnothers = errno == EAGAIN || errno == EACCES
    return !isAnothers
  }
}
