import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// A file that is replaced as a whole: after a kill or a power cut it is the old one or the new one.
///
/// A symbolic link in its place is followed if it belongs to this user, because people keep their
/// files in another folder that way.
struct DurableFile: Sendable {
  private let folder: String
  private let name: String

  var path: String { folder + name }

  init(_ url: URL) {
    // Bytes that are no UTF-8, a web address and a deleted working directory make a path that no
    // call accepts.
    self.init(path: url.isFileURL ? url.absoluteURL.path(percentEncoded: false) : "")
  }

  init(path: String) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
    (folder, name) = (String(path[..<start]), String(path[start...]))
  }

  // MARK: Reading

  /// `nil` if there is no file.
  func read(limit: Int) throws(ListenerFileError) -> Data? { try contents(limit: limit)?.data }

  func contents(
    limit: Int
  ) throws(ListenerFileError) -> (data: Data, identity: FileIdentity)? {
    do throws(SystemCallError) {
      let number = try openFile(resolved().path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      defer { close(number) }
      let identity = FileIdentity(try fileStatus(number))
      var data = Data()
      var buffer = [UInt8](repeating: 0, count: 65_536)
      // A file can grow while it is read, and those of /proc report no size.
      while data.count <= limit {
        let wanted = min(buffer.count, limit + 1 - data.count)
        let count = try systemCall { unsafe Foundation.read(number, &buffer, wanted) }
        if count == 0 { return (data, identity) }
        data += buffer[..<count]
      }
    } catch {
      if error.number == ENOENT { return nil }
      throw self.error(.unreadable, "It cannot be read: \(error.text).")
    }
    throw error(
      .undecodable, "It is larger than the \(limit) bytes that are read. Allow more if it may be.")
  }

  func identity() throws(ListenerFileError) -> FileIdentity? {
    do {
      return try resolved().status().map { FileIdentity($0) }
    } catch {
      throw self.error(.unreadable, "It cannot be found: \(error.text).")
    }
  }

  // MARK: Writing

  /// Replaces the contents, or leaves the file as it is. Makes the folder if it is missing. Only who
  /// has the file's lock may call it.
  ///
  /// `synced`: waits for the disk, so that the new file outlives a power cut. `noting`: called as soon
  /// as it is in its place, also if the folder cannot be synced then.
  func replace(
    with data: Data, synced: Bool = true, noting: (FileIdentity) -> Void = { _ in }
  ) throws(ListenerFileError) {
    do {
      try resolved().write(data, synced, noting)
    } catch {
      throw writeError(error)
    }
  }

  private func write(
    _ data: Data, _ synced: Bool, _ noting: (FileIdentity) -> Void
  ) throws(SystemCallError) {
    // One name, so that a writer that is killed leaves nothing that nobody removes. On a phone the
    // app and its extensions may write at the same time.
    let mark = FileLock.isUsed ? "" : ".\(getpid())"
    let new = DurableFile(path: "\(folder).\(name)\(mark).tmp")
    // Anything but a regular file is refused.
    _ = try status()
    try checkSizeLimit(data.count)
    // What a killed writer has left.
    unsafe unlink(new.path)
    let number = try new.create(O_WRONLY | O_EXCL)
    defer { close(number) }
    do {
      try writeAll(data, to: number)
      if synced { try sync(number) }
      let identity = FileIdentity(try fileStatus(number))
      try systemCall { unsafe rename(new.path, path) }
      noting(identity)
    } catch {
      unsafe unlink(new.path)
      throw error
    }
    if synced { try syncFolder() }
  }

  /// Opens the file for writing, for this user only. Makes what is missing.
  func create(_ flags: Int32) throws(SystemCallError) -> Int32 {
    let flags = flags | O_CREAT | O_NOFOLLOW
    let number: Int32
    do {
      number = try openFile(path, flags)
    } catch  where error.number == ENOENT {
      try Self.makeFolder(folder)
      number = try openFile(path, flags)
    }
    // The process's mask may have removed permissions of the owner.
    fchmod(number, 0o600)
    return number
  }

  private static func makeFolder(_ path: String) throws(SystemCallError) {
    let parent = DurableFile(path: String(path.dropLast())).folder
    do {
      try systemCall { unsafe mkdir(path, 0o700) }
    } catch  where error.number == EEXIST {
      return
    } catch  where error.number == ENOENT && parent.count > 1 {
      try makeFolder(parent)
      try systemCall { unsafe mkdir(path, 0o700) }
    }
    unsafe chmod(path, 0o700)
    // Best effort, because a parent that may not be listed cannot be synced.
    try? DurableFile(path: parent).syncFolder()
  }

  private func syncFolder() throws(SystemCallError) {
    let number = try openFile(folder, O_RDONLY | O_DIRECTORY)
    defer { close(number) }
    do {
      try sync(number)
    } catch  where error.number == EINVAL || error.number == EOPNOTSUPP {
      // The file system cannot sync a folder.
    }
  }

  /// Keeps the file under a second name too, such as `NAME.damaged` or `NAME.damaged-2`. The ninth is
  /// replaced. Returns the path.
  func keep(as suffix: String) throws(ListenerFileError) -> String {
    do {
      return try resolved().keep(suffix)
    } catch {
      throw writeError(error)
    }
  }

  private func keep(_ suffix: String) throws(SystemCallError) -> String {
    guard let own = try status().map({ FileIdentity($0) }) else {
      throw SystemCallError(number: ENOENT)
    }
    var number = 1
    while true {
      let other = path + suffix + (number == 1 ? "" : "-\(number)")
      let found = try DurableFile(path: other).status(isAnything: true).map { FileIdentity($0) }
      if found == own { return other }
      if found == nil || number == 9 {
        if found != nil { unsafe unlink(other) }
        // Some file systems have no second names.
        if unsafe link(path, other) != 0 { try systemCall { unsafe rename(path, other) } }
        return other
      }
      number += 1
    }
  }

  // MARK: The place

  /// The file itself, if a link of this user's leads to it.
  func resolved() throws(SystemCallError) -> DurableFile {
    var file = self
    for _ in 0..<8 {
      guard let status = try file.status(isAnything: true),
        status.st_mode & S_IFMT == S_IFLNK
      else { return file }
      guard status.st_uid == geteuid(),
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)
      else { break }
      file = DurableFile(path: target.hasPrefix("/") ? target : file.folder + target)
    }
    throw SystemCallError(number: ELOOP)
  }

  /// `nil` if there is nothing. Throws for anything but a regular file.
  func status(isAnything: Bool = false) throws(SystemCallError) -> stat? {
    // What was no UTF-8 is this character in a String, and would lead to another file.
    guard !["", ".", ".."].contains(name), !path.unicodeScalars.contains("\u{FFFD}") else {
      throw SystemCallError(number: EILSEQ)
    }
    var status = stat()
    do {
      try systemCall { unsafe lstat(path, &status) }
    } catch {
      if error.number == ENOENT { return nil }
      throw error
    }
    if !isAnything { try requireRegular(status) }
    return status
  }

  // MARK: Errors

  func error(_ code: ListenerFileError.Code, _ sentence: String) -> ListenerFileError {
    ListenerFileError(code: code, path: path, sentence: sentence)
  }

  func writeError(_ cause: SystemCallError) -> ListenerFileError {
    error(
      .unwritable,
      "It cannot be written: \(cause.text). Look at its folder and at the room on the disk.")
  }

  var inUse: ListenerFileError {
    error(
      .inUse,
      "Another copy of the program, or another object in it, is using it. "
        + "This one takes it over when the other has ended.")
  }
}

struct FileIdentity: Equatable, Sendable {
  private let device, inode, size, seconds, nanoseconds: Int64

  init(_ status: stat) {
    device = Int64(truncatingIfNeeded: status.st_dev)
    inode = Int64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (seconds, nanoseconds) = (Int64(time.tv_sec), Int64(time.tv_nsec))
  }

  /// True for one file before and after a change of its contents.
  func isSameFile(as other: Self) -> Bool { device == other.device && inode == other.inode }
}
