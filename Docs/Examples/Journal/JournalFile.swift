import Foundation

/// The file that the lines are saved in: one line each, added at the end and forced to the disk.
///
/// Several programs may add to it. One journal at a time has it open, which a lock sees to; and a
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

    // What a String makes of bytes that aren't UTF-8: the name of another file.
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

  deinit { closeFile() }

  private func closeFile() {
    if descriptor >= 0 {
      close(descriptor)
    }
  }

  /// Makes a folder and those above it that are missing, and forces each new name to the disk: a
  /// file is there after a power failure only if the folders above it are.
  static func makeFolders(_ url: URL) throws {
    var folder = url
    var changed = [url]
    while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
      folder.deleteLastPathComponent()
      changed.append(folder)
    }

    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])

    for folder in changed.dropFirst() {
      try sync(folder)
    }
  }

  /// Forces the names in a folder to the disk.
  private static func sync(_ folder: URL) throws {
    let descriptor = repeating { Foundation.open(folder.path, O_RDONLY | O_CLOEXEC) }
    if descriptor < 0 {
      // A folder that may not be listed can't be synced either.
      if errno == EACCES { return }
      throw systemError
    }
    defer {
      close(descriptor)
    }

    // Some file systems can't do it, and say so with EINVAL.
    let result = repeating { fsync(descriptor) }
    if result != 0, errno != EINVAL { throw systemError }
  }

  private static var systemError: POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }

  /// Opens the file, or makes it, and locks it.
  private func open() throws(JournalFileError) {
    // Opening a device or a pipe may wait for ever, or do something.
    var status = stat()
    let isNew = stat(path, &status) != 0
    guard isNew || status.st_mode & S_IFMT == S_IFREG else {
      throw JournalFileError(path: path, reason: "it is not a regular file")
    }

    let opened = try openAboveStandardFiles()
    closeFile()
    descriptor = opened
    startOver()
    endsInLine = false
    try lock()

    guard isNew else { return }
    do {
      try Self.sync(URL(fileURLWithPath: path).deletingLastPathComponent())
    } catch {
      throw JournalFileError(path: path, cause: error)
    }
  }

  /// Where a standard file is closed, what is printed would land in a file with its number.
  private func openAboveStandardFiles() throws(JournalFileError) -> Int32 {
    let opened = Self.repeating {
      Foundation.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    }
    guard opened >= 0 else { throw JournalFileError(path: path, systemError: errno) }

    let moved = Self.repeating { fcntl(opened, F_DUPFD_CLOEXEC, 3) }
    let failure = errno
    close(opened)
    guard moved >= 0 else { throw JournalFileError(path: path, systemError: failure) }
    return moved
  }

  private func startOver() {
    scanned = 0
    count = 0
  }

  /// Whether another file has the path by now, or none.
  private var isReplaced: Bool {
    var named = stat()
    guard stat(path, &named) == 0 else { return errno == ENOENT }
    var opened = stat()
    guard fstat(descriptor, &opened) == 0 else { return false }

    return opened.st_ino != named.st_ino || opened.st_dev != named.st_dev
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
    let result = Self.repeating { fcntl(descriptor, F_SETLK, &request) }
    if result == 0 { return }

    let failure = errno
    guard [EACCES, EAGAIN].contains(failure) else {
      throw JournalFileError(path: path, systemError: failure)
    }

    var owner = "another process"
    let answer = Self.repeating { fcntl(descriptor, F_GETLK, &request) }
    if answer == 0, request.l_type != F_UNLCK {
      owner = "process \(request.l_pid)"
    }
    throw JournalFileError(path: path, reason: "\(owner) keeps a journal in it")
  }

  /// How many bytes the file has that weren't read yet.
  var unreadSize: off_t {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return 0 }
    return max(0, status.st_size - scanned)
  }

  /// Counts what is there. A last line that was cut short is completed, so that the next one
  /// doesn't run into it.
  func read() throws(JournalFileError) {
    try scan { _ in }
    if endsInLine {
      try write([UInt8(ascii: "\n")])
      try scan { _ in }
    }
  }

  /// Saves one line. When this returns, the line survives a crash of the program and of the
  /// machine, and ``count`` is its number.
  ///
  /// Where the file was replaced meanwhile, the line goes into the new one. A program that has read
  /// the old file before the line came, and puts its own copy in place after this has returned, has
  /// no way to know of the line.
  func append(_ line: String) throws(JournalFileError) {
    repeat {
      if isReplaced {
        try open()
        try read()
      }

      try write(Array("\(line)\n".utf8))
      guard Self.repeating({ fsync(descriptor) }) == 0 else {
        throw JournalFileError(path: path, systemError: errno)
      }
    } while isReplaced

    // What other programs have added meanwhile counts, too.
    try scan { _ in }
  }

  /// The lines that are saved, oldest first, without their ends.
  func lines() throws(JournalFileError) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    startOver()

    try scan { bytes in
      for byte in bytes {
        if byte != UInt8(ascii: "\n") {
          line.append(byte)
          continue
        }

        if line.last == UInt8(ascii: "\r") {
          line.removeLast()
        }
        lines.append(line)
        line = []
      }
    }
    return lines
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

  /// Adds bytes at the end. If they don't fit, what was written of them is taken back, unless
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
        takeBack(written)
        throw JournalFileError(path: path, systemError: failure)
      }
      written += length
    }
  }

  private func takeBack(_ written: Int) {
    var status = stat()
    let end = lseek(descriptor, 0, SEEK_CUR)
    if written > 0, fstat(descriptor, &status) == 0, status.st_size == end {
      ftruncate(descriptor, end - off_t(written))
    }
  }
}
