import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// An open file or directory, closed when the value is destroyed. Only this file names the
/// system's file calls. Each `unsafe` here passes a name or a local variable, which the call reads
/// or fills before it returns.
struct FileDescriptor: ~Copyable {
  private let number: Int32

  private init(_ number: Int32) { self.number = number }

  deinit {
    // A child that another thread has forked has the lock too, until it runs its own program.
    flock(number, LOCK_UN)
    close(number)
  }

  /// Closes the file in a forked child, where no code uses this value any more.
  func closeInChild() { close(number) }

  // MARK: Opening

  /// Opens a directory, also through a symbolic link, as `/var/lib/NAME` is with systemd's
  /// `DynamicUser=yes`.
  init(directory path: String) throws(FormerError) {
    number = try perform(.openDirectory, path) {
      unsafe Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
  }

  /// Opens an existing file of this directory. Does not wait for a pipe's other end, and follows no
  /// link.
  func open(_ name: String, forUpdating: Bool = false) throws(FormerError) -> FileDescriptor {
    let mode = forUpdating ? O_RDWR : O_RDONLY
    return FileDescriptor(
      try perform(.openFile, name) {
        unsafe openat(number, name, mode | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
      })
  }

  /// Creates a file of this directory, for its owner only, and locks it. Fails if there is one, or
  /// if another process locks it first.
  func create(_ name: String, locks: Bool = true) throws(FormerError) -> FileDescriptor {
    let file = FileDescriptor(
      try perform(.create, name) {
        unsafe openat(number, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      })
    // What another thread printed while the file was standard output. See `aboveStandard`.
    ftruncate(file.number, 0)
    // The process's mask may have removed permissions of the owner. Some file systems have none.
    fchmod(file.number, 0o600)
    guard locks, file.lock() == .busy else { return file }
    throw FormerError(number: EWOULDBLOCK)
  }

  enum LockResult: Equatable {
    case acquired
    /// Another descriptor, of this process or another one, holds the lock.
    case busy
    /// The file system has no locks.
    case unsupported
  }

  /// Locks the file unless it is locked. The lock ends with the descriptor.
  func lock() -> LockResult {
    do {
      try perform(.lock) { flock(number, LOCK_EX | LOCK_NB) }
      return .acquired
    } catch {
      return error.isBusy ? .busy : .unsupported
    }
  }

  // MARK: Status

  func status() throws(FormerError) -> FileStatus {
    var status = stat()
    try perform(.status) { unsafe fstat(number, &status) }
    return FileStatus(status)
  }

  /// The status of a file of this directory; of the link itself, if it is one.
  func status(of name: String) throws(FormerError) -> FileStatus {
    var status = stat()
    try perform(.status) { unsafe fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) }
    return FileStatus(status)
  }

  // MARK: Contents

  /// Reads from the beginning to the end, or until there is more than a bound.
  func read(noMoreThan bound: Int) throws(FormerError) -> [UInt8] {
    var bytes: [UInt8] = []
    // Most files are small, and clearing the large buffer takes longer than reading one of them.
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while bytes.count <= bound {
      let wanted = min(buffer.count, bound + 1 - bytes.count)
      let count = try perform(.read) {
        unsafe pread(number, &buffer, wanted, off_t(bytes.count))
      }
      if count == 0 { break }
      bytes += buffer[..<count]
      if bytes.count == 4_096 { buffer = [UInt8](repeating: 0, count: 65_536) }
    }
    return bytes
  }

  /// Writes all bytes, from an offset on.
  func write(_ bytes: [UInt8], at offset: Int = 0) throws(FormerError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // At most 1 GiB at a time, so that the count fits everywhere.
      let piece = rest.prefix(1 << 30)
      let position = off_t(offset + bytes.count - rest.count)
      let count = try perform(.write) {
        // The buffer is the slice's own, and is read during the call only.
        unsafe piece.withUnsafeBytes { unsafe pwrite(number, $0.baseAddress, $0.count, position) }
      }
      rest = rest.dropFirst(count)
    }
  }

  func truncate() throws(FormerError) {
    try perform(.write) { ftruncate(number, 0) }
  }

  /// Returns once the file's contents are on the disk.
  func sync() throws(FormerError) {
    #if canImport(Darwin)
      // On Apple platforms fsync leaves the data in the drive's cache. A file system that has
      // nothing better reports an error.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    try perform(.sync) { fsync(number) }
  }

  // MARK: Names

  /// Renames a file within this directory. Replaces a file that has the new name.
  func rename(_ name: String, to newName: String) throws(FormerError) {
    try perform(.rename) { unsafe renameat(number, name, number, newName) }
  }

  /// Gives a file a second name in this directory.
  func link(_ name: String, to newName: String) throws(FormerError) {
    try perform(.link) { unsafe linkat(number, name, number, newName, 0) }
  }

  func remove(_ name: String) throws(FormerError) {
    try perform(.remove) { unsafe unlinkat(number, name, 0) }
  }

  /// Makes a directory for its owner only, if it is missing.
  static func makeDirectory(_ path: String) throws(FormerError) {
    do {
      try perform(.makeDirectory) { unsafe mkdir(path, 0o700) }
      // The process's mask may have removed permissions of the owner.
      unsafe chmod(path, 0o700)
    } catch  where error.isExisting {}
  }
}

struct FileStatus: Equatable, Sendable {
  let isRegular: Bool
  let size: Int64
  let device: UInt64
  let inode: UInt64

  /// When the contents were changed last, in seconds since 1970.
  let modification: Int64

  fileprivate init(_ status: stat) {
    isRegular = status.st_mode & S_IFMT == S_IFREG
    size = Int64(status.st_size)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    #if canImport(Darwin)
      modification = Int64(status.st_mtimespec.tv_sec)
    #else
      modification = Int64(status.st_mtim.tv_sec)
    #endif
  }
}

/// Opens a file under a name, which may be relative; its descriptor is above 2.
private func perform(
  _ call: FileCall, _ name: String, _ open: () -> Int32
) throws(FormerError) -> Int32 {
  // What was no UTF-8 in a variable, an argument or the working directory is this character in a
  // String, and would lead to another file.
  if name.unicodeScalars.contains("\u{FFFD}") { throw FormerError(number: EILSEQ) }
  return try perform(call) { aboveStandard(open()) }
}

/// Calls again after an interruption by a signal.
@discardableResult
private func perform<Count: SignedInteger>(
  _ call: FileCall, _ body: () -> Count
) throws(FormerError) -> Count {
  #if DEBUG || FILE_FAULTS
    if let number = FileFaults.plan?.errorNumber(call) { throw FormerError(number: number) }
  #endif
  while true {
    let result = body()
    if result >= 0 { return result }
    if errno != EINTR { throw FormerError() }
  }
}

enum FileCall: String, CaseIterable, Sendable {
  case openDirectory, openFile, create, lock, status, read, write, sync, rename, link, remove
  case makeDirectory
}

#if DEBUG || FILE_FAULTS
  /// Makes file calls fail in a test.
  enum FileFaults {
    /// A closure alone, as a task-local value, crashes in an optimized build under the address
    /// sanitizer (Swift 6.3.1).
    struct Plan: Sendable {
      /// The error number with which a call fails; `nil` if it is to be made.
      let errorNumber: @Sendable (FileCall) -> Int32?
    }

    @TaskLocal static var plan: Plan?
  }
#endif
