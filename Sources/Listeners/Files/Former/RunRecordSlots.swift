import Foundation
import LifecycleBus

/// The files of one kind that a program keeps for a run: one for each copy that runs at the same
/// time.
///
/// The first is the file that was asked for; the others are numbered from 2. A copy locks its file,
/// so an unlocked file is of a run that has ended.
struct RunRecordSlots<Contents: Sendable> {
  let file: FormerFile
  /// More than any file of this kind, so that others are recognized.
  let maximumSize: Int
  /// Takes the bytes of a file; `nil` if nothing was ever written.
  let decode: ([UInt8]) throws(FileDamage) -> Contents?
  /// The process that wrote a file, unless it has ended in order; for file systems without locks.
  let process: (Contents) -> Int32?

  /// The most copies that are recorded.
  private static var limit: Int { 1_024 }
  /// So many missing files in a row are the end.
  private static var longestGap: Int { 8 }

  struct Claim {
    let open: OpenFile
    var newest: Contents?
    /// What ended runs have left, the one of `open` included.
    var ended: [Result<Contents, ListenerFileError>] = []
    var living: [Contents] = []
    /// Files of ended runs. Those behind the last living one can be removed.
    var spare: [(open: OpenFile, isRemovable: Bool)] = []

    /// Empties or removes the files of other ended runs.
    func release() {
      guard !spare.isEmpty, let folder = try? FileDescriptor(directory: open.file.directory) else {
        return
      }
      for (open, isRemovable) in spare.reversed() {
        if isRemovable {
          try? folder.remove(open.file.name)
        } else {
          try? open.descriptor.truncate()
        }
      }
    }
  }

  /// Finds or makes a file that no living run uses.
  func claim() throws(ListenerFileError) -> Claim {
    let folder: FileDescriptor
    do {
      folder = try file.openDirectory()
    } catch {
      throw file.writeError(error)
    }
    for _ in 0..<16 {
      if let claim = try claim(in: folder) {
        claim.open.closeInChildren()
        return claim
      }
    }
    throw file.error(
      .unwritable, "Too many copies of the program start at once. Start it again later.")
  }

  /// What can be read of the first file, in a read-only folder.
  func readOnly() -> (contents: Contents, isLiving: Bool)? {
    guard let folder = try? FileDescriptor(directory: file.directory),
      let open = try? folder.open(file.name),
      let bytes = try? file.contents(of: open, upTo: maximumSize).bytes,
      let contents = try? decode(bytes)
    else { return nil }
    return (contents, OpenFile.locksForLife && open.lock() == .busy)
  }

  private enum Slot {
    case missing
    case living(Contents?)
    case free(OpenFile, Contents?)
    /// It was replaced or removed meanwhile.
    case changed
  }

  /// Returns `nil` if another copy has taken or removed a file meanwhile.
  private func claim(in folder: borrowing FileDescriptor) throws(ListenerFileError) -> Claim? {
    var free: [(number: Int, open: OpenFile, newest: Contents?)] = []
    var ended: [Result<Contents, ListenerFileError>] = []
    var living: [Contents] = []
    var (firstMissing, lastLiving, gap, number): (FormerFile?, Int, Int, Int) = (nil, 0, 0, 0)
    while number < Self.limit, gap < Self.longestGap {
      number += 1
      let slot = number == 1 ? file : file.sibling(".\(number)")
      var isMissing = false
      do throws(ListenerFileError) {
        switch try look(at: slot, in: folder) {
        case .missing: isMissing = true
        case .living(let contents):
          lastLiving = number
          if let contents { living.append(contents) }
        case .free(let open, let newest):
          free.append((number, open, newest))
          if let newest { ended.append(.success(newest)) }
        case .changed: return nil
        }
      } catch {
        isMissing = error.setAsidePath != nil
        if isMissing { ended.append(.failure(error)) } else if number == 1 { throw error }
      }
      gap = isMissing ? gap + 1 : 0
      if isMissing, firstMissing == nil { firstMissing = slot }
    }
    if let own = free.first {
      let spare = free.dropFirst().map { ($0.open, $0.number > lastLiving) }
      return Claim(
        open: own.open, newest: own.newest, ended: ended, living: living, spare: spare)
    }
    guard let slot = firstMissing else {
      throw file.error(.unwritable, "More than \(Self.limit) copies of the program are running.")
    }
    do {
      let descriptor = try folder.create(slot.name, locks: OpenFile.locksForLife)
      return Claim(open: OpenFile(slot, descriptor), ended: ended, living: living)
    } catch {
      if error.isExisting || error.isBusy { return nil }
      throw file.writeError(error)
    }
  }

  private func look(
    at slot: FormerFile, in folder: borrowing FileDescriptor
  ) throws(ListenerFileError) -> Slot {
    let opened: OpenFile
    do {
      opened = OpenFile(slot, try folder.open(slot.name, forUpdating: true))
    } catch {
      if error.isMissing { return .missing }
      throw setAside(slot, slot.readError(error), in: folder)
    }
    let lock = OpenFile.locksForLife ? opened.descriptor.lock() : .acquired
    do throws(ListenerFileError) {
      let (bytes, status) = try slot.contents(of: opened.descriptor, upTo: maximumSize)
      let newest: Contents?
      do throws(FileDamage) {
        // Numbered files are emptied, and a copy that starts now has made a file just before.
        if bytes.isEmpty, slot.name == file.name, abs(Int64(time(nil)) - status.modification) > 1 {
          throw FileDamage.truncated
        }
        newest = try decode(bytes)
      } catch {
        if lock == .busy { return .living(nil) }
        throw slot.error(error.code, error.sentence)
      }
      guard lock != .busy else { return .living(newest) }
      if lock == .unsupported, let newest, let process = process(newest),
        otherProcessExists(process)
      {
        return .living(newest)
      }
      let present = try? folder.status(of: slot.name)
      guard let present, present.inode == status.inode, present.device == status.device else {
        return .changed
      }
      return .free(opened, newest)
    } catch {
      throw setAside(slot, error, in: folder)
    }
  }

  /// Renames a file that is known to be no record; leaves one that cannot be read now.
  private func setAside(
    _ slot: FormerFile, _ problem: ListenerFileError, in folder: borrowing FileDescriptor
  ) -> ListenerFileError {
    var problem = problem
    if problem.code != .unreadable {
      problem.setAsidePath = try? slot.setAside(as: problem.code, in: folder)
    }
    return problem
  }
}

/// Whether another process of this number exists.
func otherProcessExists(_ number: Int32) -> Bool {
  number > 0 && number != getpid() && (kill(number, 0) == 0 || errno == EPERM)
}
