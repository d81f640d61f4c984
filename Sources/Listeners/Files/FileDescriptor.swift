#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import Foundation

  /// An open file or directory, closed when the value is destroyed. Only this file names the
  /// system's file calls.
  struct FileDescriptor: ~Copyable {
    private let number: Int32

    private init(_ number: Int32) throws(SystemError) {
      guard number >= 0 else { throw SystemError() }
      self.number = number
    }

    deinit { close(number) }

    /// Opens a directory that is not a symbolic link.
    init(directory path: String) throws(SystemError) {
      try self.init(retrying { open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) })
    }

    /// Opens a file of this directory for reading; never waits for a pipe's other end, and follows
    /// no link.
    func openForReading(_ name: String) throws(SystemError) -> FileDescriptor {
      try FileDescriptor(
        retrying { openat(number, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) })
    }

    /// Creates a file of this directory, for its owner only, and locks it; fails if there is one of
    /// that name.
    func create(_ name: String) throws(SystemError) -> FileDescriptor {
      let file = try FileDescriptor(
        retrying {
          openat(number, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        })
      // The process's mask may have taken permissions away from the owner.
      try check(fchmod(file.number, 0o600))
      guard file.lock() else { throw SystemError() }
      return file
    }

    /// Locks the file unless another process has locked it. The lock ends with the process, however
    /// it ends.
    func lock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

    /// The size of a regular file; `nil` for anything else.
    func regularFileSize() throws(SystemError) -> Int64? {
      var status = stat()
      try check(fstat(number, &status))
      return status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    }

    /// Reads from here to the end, or until there is more than a bound.
    func read(noMoreThan bound: Int) throws(SystemError) -> [UInt8] {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: min(bound + 1, 65_536))
      while bytes.count <= bound {
        let wanted = min(buffer.count, bound + 1 - bytes.count)
        let count = retrying { Int32(truncatingIfNeeded: readSome(number, &buffer, wanted)) }
        guard count >= 0 else { throw SystemError() }
        if count == 0 { break }
        bytes += buffer[..<Int(count)]
      }
      return bytes
    }

    /// Writes all of it.
    func write(_ bytes: [UInt8]) throws(SystemError) {
      var rest = bytes[...]
      while !rest.isEmpty {
        // At most 1 GiB at a time, so that the count fits everywhere.
        let piece = rest.prefix(1 << 30)
        let count = retrying { Int32(truncatingIfNeeded: writeSome(number, piece)) }
        guard count >= 0 else { throw SystemError() }
        rest = rest.dropFirst(Int(count))
      }
    }

    /// Returns once what was written is on the disk.
    func sync() throws(SystemError) {
      #if canImport(Darwin)
        // On Apple platforms fsync leaves the data in the drive's own cache; file systems that
        // cannot do better say so.
        if fcntl(number, F_FULLFSYNC) == 0 { return }
      #endif
      try check(retrying { fsync(number) })
    }

    /// Renames within this directory. Replaces what has the new name.
    func rename(_ name: String, to newName: String) throws(SystemError) {
      try check(renameat(number, name, number, newName))
    }

    /// Removes a file of this directory.
    func remove(_ name: String) throws(SystemError) {
      try check(unlinkat(number, name, 0))
    }

    /// Makes a directory for its owner only. One that is there already is left as it is.
    static func makeDirectory(_ path: String) throws(SystemError) {
      guard mkdir(path, 0o700) != 0 else { return }
      let error = SystemError()
      if error.number != EEXIST { throw error }
    }
  }

  /// Why the system refused.
  struct SystemError: Error {
    let number: Int32

    init(number: Int32 = errno) { self.number = number }

    var isMissing: Bool { number == ENOENT }
    var isExisting: Bool { number == EEXIST }
    /// FreeBSD reports EMLINK where Linux and Darwin report ELOOP.
    var isSymbolicLink: Bool { number == ELOOP || number == EMLINK }
    /// The errors of opening a socket, or a device that is not there.
    var isNotARegularFile: Bool { number == ENXIO || number == EOPNOTSUPP || number == EISDIR }
    /// Another process holds the lock.
    var isBusy: Bool { number == EWOULDBLOCK }

    /// The system's description of the error.
    var text: String { String(cString: strerror(number)) }
  }

  private func check(_ result: Int32) throws(SystemError) {
    if result != 0 { throw SystemError() }
  }

  /// Calls again what a signal has interrupted.
  private func retrying(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  private func readSome(_ number: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int {
    read(number, &buffer, count)
  }

  private func writeSome(_ number: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    // The buffer is the slice's own, and is read during the call only.
    bytes.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
  }
#endif
