import Foundation

/// The file that the lines are kept in: one line each, added at the end and forced to the disk.
///
/// Several programs may add to it. One journal at a time keeps it open, which a lock sees to; and a
/// line is one write at the end of the file, wherever that is by then. An editor that saves the file
/// puts another one in its place, and the journal goes on in that one.
final class JournalFile {
  let path: String
  private var descriptor: Int32 = -1
  /// How many lines the file holds, as far as it was read.
  private(set) var count = 0
  /// How far it was read.
  private var scanned: off_t = 0
  private var endsInLine = false

  /// Opens the file, or makes it, for this process alone.
  init(path: String) throws(JournalFileError) {
    self.path = path
    // What a String makes of bytes that are not UTF-8: the name of another file.
    guard !path.unicodeScalars.contains("\u{FFFD}") else {
      throw JournalFileError(path: path, reason: "its name has bytes that are not UTF-8")
    }
    do {
      try Self.makeFolders(URL(fileURLWithPath: path).deletingLastPathComponent())
    } catch {
      throw JournalFileError(path: path, cause: error)
    }
    try open()
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Makes a folder and those above it that are missing, and forces each new name to the disk: a
  /// file is there after a power failure only if the folders above it are.
  static func makeFolders(_ url: URL) throws {
    var (folder, changed) = (url, [url])
    while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
      folder.deleteLastPathComponent()
      changed.append(folder)
    }
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for folder in changed.dropFirst() { try sync(folder) }
  }

  /// Forces the names in a folder to the disk.
  private static func sync(_ folder: URL) throws {
    let descriptor = repeating { Foundation.open(folder.path, O_RDONLY | O_CLOEXEC) }
    // A folder that may not be listed cannot be synced either.
    if descriptor < 0, errno == EACCES { return }
    defer { if descriptor >= 0 { close(descriptor) } }
    // Some file systems cannot do it, and say so with EINVAL.
    guard descriptor >= 0, repeating({ fsync(descriptor) }) == 0 || errno == EINVAL else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  /// Opens the file, or makes it, and locks it.
  private func open() throws(JournalFileError) {
    // Opening a device or a pipe may wait for ever, or do something.
    var status = stat()
    let isNew = stat(path, &status) != 0
    guard isNew || status.st_mode & S_IFMT == S_IFREG else {
      throw JournalFileError(path: path, reason: "it is not a regular file")
    }
    let opened = Self.repeating {
      Foundation.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    }
    guard opened >= 0 else { throw JournalFileError(path: path, systemError: errno) }
    // Above the standard files: where one of them is closed, what is printed would land in here.
    let moved = Self.repeating { fcntl(opened, F_DUPFD_CLOEXEC, 3) }
    let failure = errno
    close(opened)
    guard moved >= 0 else { throw JournalFileError(path: path, systemError: failure) }
    if descriptor >= 0 { close(descriptor) }
    descriptor = moved
    (scanned, count, endsInLine) = (0, 0, false)
    try lock()
    guard isNew else { return }
    do {
      try Self.sync(URL(fileURLWithPath: path).deletingLastPathComponent())
    } catch {
      throw JournalFileError(path: path, cause: error)
    }
  }

  /// Whether another file has the path by now, or none.
  private var isReplaced: Bool {
    var (opened, named) = (stat(), stat())
    guard stat(path, &named) == 0 else { return errno == ENOENT }
    return fstat(descriptor, &opened) == 0
      && (opened.st_ino != named.st_ino || opened.st_dev != named.st_dev)
  }

  /// Calls again after an interruption by a signal.
  private static func repeating<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  private func lock() throws(JournalFileError) {
    var request = flock()
    request.l_type = numericCast(F_WRLCK)
    request.l_whence = numericCast(SEEK_SET)
    if Self.repeating({ fcntl(descriptor, F_SETLK, &request) }) == 0 { return }
    let failure = errno
    guard [EACCES, EAGAIN].contains(failure) else {
      throw JournalFileError(path: path, systemError: failure)
    }
    let isKnown =
      Self.repeating { fcntl(descriptor, F_GETLK, &request) } == 0 && request.l_type != F_UNLCK
    throw JournalFileError(
      path: path,
      reason: isKnown
        ? "process \(request.l_pid) keeps a journal in it" : "another process keeps a journal in it"
    )
  }

  /// How many bytes the file has that were not read yet.
  var unreadSize: off_t {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? max(0, status.st_size - scanned) : 0
  }

  /// Counts what is there. A last line that was cut short is completed, so that the next one does
  /// not run into it.
  func read() throws(JournalFileError) {
    try scan { _ in }
    if endsInLine {
      try write([UInt8(ascii: "\n")])
      try scan { _ in }
    }
  }

  /// Keeps one line. When this returns, the line survives a crash of the program and of the
  /// machine, and ``count`` is its number.
  ///
  /// Where the file was replaced meanwhile, the line goes into the new one. A program that has read
  /// the old file before the line came, and puts its own copy in place after this has returned, has
  /// no way to know of the line.
  func append(_ line: [UInt8]) throws(JournalFileError) {
    repeat {
      if isReplaced {
        try open()
        try read()
      }
      try write(line + [UInt8(ascii: "\n")])
      guard Self.repeating({ fsync(descriptor) }) == 0 else {
        throw JournalFileError(path: path, systemError: errno)
      }
    } while isReplaced
    // What other programs have added meanwhile counts, too.
    try scan { _ in }
  }

  /// The lines that are kept, oldest first, without their ends.
  func lines() throws(JournalFileError) -> [[UInt8]] {
    var splitter: [[UInt8]] = []
    var rest: [UInt8] = []
    (scanned, count) = (0, 0)
    try scan { bytes in
      for byte in bytes {
        if byte != UInt8(ascii: "\n") {
          rest.append(byte)
          continue
        }
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        splitter.append(rest)
        rest = []
      }
    }
    return splitter
  }

  /// Reads on from where it was read to, through the one descriptor: to close a second one would
  /// give up the lock.
  private func scan(_ body: (ArraySlice<UInt8>) -> Void) throws(JournalFileError) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let length = Self.repeating { pread(descriptor, &buffer, buffer.count, scanned) }
      guard length >= 0 else { throw JournalFileError(path: path, systemError: errno) }
      guard length > 0 else { return }
      let bytes = buffer[..<length]
      count += bytes.count { $0 == UInt8(ascii: "\n") }
      endsInLine = bytes.last != UInt8(ascii: "\n")
      scanned += off_t(length)
      body(bytes)
    }
  }

  /// Adds bytes at the end. If they do not fit, what was written of them is taken back, unless
  /// another program has written behind it.
  private func write(_ bytes: [UInt8]) throws(JournalFileError) {
    var written = 0
    while written < bytes.count {
      let length = Self.repeating {
        bytes[written...].withUnsafeBytes {
          Foundation.write(descriptor, $0.baseAddress, $0.count)
        }
      }
      if length < 0 {
        let failure = errno
        var status = stat()
        let end = lseek(descriptor, 0, SEEK_CUR)
        if written > 0, fstat(descriptor, &status) == 0, status.st_size == end {
          ftruncate(descriptor, end - off_t(written))
        }
        throw JournalFileError(path: path, systemError: failure)
      }
      written += length
    }
  }
}
