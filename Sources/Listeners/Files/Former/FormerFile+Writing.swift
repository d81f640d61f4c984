import Foundation

extension FormerFile {
  /// Replaces the contents atomically; makes the directory if it is missing. If this fails, or the
  /// process is killed during it, the old file stays.
  ///
  /// - `previous`: A sibling that is replaced by the old contents first.
  func replace(
    with bytes: [UInt8], durability: Durability, previous: FormerFile? = nil
  ) throws(ListenerFileError) {
    var attemptsLeft = 8
    while true {
      do {
        return try write(bytes, durability, previous)
      } catch {
        // Another process that removes leftovers can remove a temporary file just before it is
        // locked; then another one is made.
        attemptsLeft -= 1
        let isTaken = error.isMissing || error.isExisting || error.isBusy
        guard isTaken, attemptsLeft > 0 else { throw writeError(error) }
      }
    }
  }

  private func write(
    _ bytes: [UInt8], _ durability: Durability, _ previous: FormerFile?
  ) throws(FormerError) {
    let folder = try openDirectory()
    let temporary = FileName.temporary(for: name)
    let file = try folder.create(temporary)
    do {
      try file.write(bytes)
      if durability == .power { try file.sync() }
      if let previous { try keep(as: previous, in: folder, durability) }
      try rename(temporary, to: name, in: folder)
    } catch {
      try? folder.remove(temporary)
      throw error
    }
    if durability == .power {
      do { try folder.sync() } catch  where error.cannotSync {}
    }
  }

  /// Keeps the present contents under another name too.
  private func keep(
    as other: FormerFile, in folder: borrowing FileDescriptor, _ durability: Durability
  ) throws(FormerError) {
    let temporary = FileName.temporary(for: name)
    do {
      guard try folder.status(of: name).isRegular else { return }
      do {
        try folder.link(name, to: temporary)
      } catch  where !error.isMissing && !error.isExisting {
        // Some file systems have no second names.
        let copy = try folder.create(temporary)
        try copy.write(folder.open(name).read(noMoreThan: 1 << 31))
        if durability == .power { try copy.sync() }
      }
      try rename(temporary, to: other.name, in: folder)
    } catch {
      try? folder.remove(temporary)
      if error.isMissing { return }
      throw error
    }
    // Where both names already led to one file, the system renames nothing.
    try? folder.remove(temporary)
  }

  /// Renames a temporary file. A directory that has the new name is set aside first.
  private func rename(
    _ temporary: String, to newName: String, in folder: borrowing FileDescriptor
  ) throws(FormerError) {
    do {
      try folder.rename(temporary, to: newName)
    } catch  where error.isNotARegularFile {
      _ = try file(named: newName).setAside(as: .notARegularFile, in: folder)
      try folder.rename(temporary, to: newName)
    }
  }

  func openDirectory() throws(FormerError) -> FileDescriptor {
    do {
      return try FileDescriptor(directory: directory)
    } catch  where error.isMissing {
      try makeDirectories(URL(fileURLWithPath: directory, isDirectory: true))
      return try FileDescriptor(directory: directory)
    }
  }

  private func makeDirectories(_ url: URL) throws(FormerError) {
    do {
      try FileDescriptor.makeDirectory(url.path(percentEncoded: false))
    } catch  where error.isMissing && url.pathComponents.count > 1 {
      try makeDirectories(url.deletingLastPathComponent())
      try FileDescriptor.makeDirectory(url.path(percentEncoded: false))
    }
    // So that the new directory outlives a power cut as its file does. Best effort, because a
    // parent that may not be listed cannot be synced.
    let parent = url.deletingLastPathComponent().path(percentEncoded: false)
    try? FileDescriptor(directory: parent).sync()
  }
}

extension FormerFile {
  /// Renames a damaged file, and returns its new path.
  func setAside(as reason: ListenerFileError.Code) throws(ListenerFileError) -> String {
    do {
      return try setAside(as: reason, in: FileDescriptor(directory: directory))
    } catch {
      throw writeError(error)
    }
  }

  func setAside(
    as reason: ListenerFileError.Code, in folder: borrowing FileDescriptor
  ) throws(FormerError) -> String {
    var number = 1
    while true {
      let newFile = sibling(".set-aside-\(reason.rawValue)-\(number)")
      do {
        _ = try folder.status(of: newFile.name)
        number += 1
      } catch  where error.isMissing {
        try folder.rename(name, to: newFile.name)
        return newFile.path
      }
    }
  }

  /// Copies intact contents that this program cannot use to a second file, so that they outlive the
  /// next replacement.
  ///
  /// The same contents get the same name.
  ///
  /// - Returns: The path of the second file.
  func keepAside(
    _ bytes: [UInt8], as reason: ListenerFileError.Code
  ) throws(ListenerFileError) -> String {
    let other = sibling(".set-aside-\(reason.rawValue)-\(CRC64(bytes).digits)")
    let isKept = (try? FileDescriptor(directory: directory).status(of: other.name)) != nil
    if !isKept { try other.replace(with: bytes, durability: .power) }
    return other.path
  }

  /// Removes temporary files of writers that were killed. Those of living writers are locked, and
  /// stay.
  func removeLeftovers() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    let leftovers = names.filter { FileName.isTemporary($0, for: name) }
    guard !leftovers.isEmpty, let folder = try? FileDescriptor(directory: directory) else { return }
    for leftover in leftovers {
      guard let file = try? folder.open(leftover), file.lock() == .acquired else {
        continue
      }
      try? folder.remove(leftover)
    }
  }
}
