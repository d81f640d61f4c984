import Foundation

#if canImport(Darwin)
  import Darwin
#endif

// The system's calls for files. Each `unsafe` passes a name or a local variable, which the call
// reads or fills before it returns.

struct SystemCallError: Error {
  let number: Int32

  var text: String {
    switch number {
    case ELOOP: "it is a symbolic link that is not this user's, so it is not followed"
    case EISDIR, ENXIO: "this is a folder, a pipe or a device, and no regular file"
    case EILSEQ: "its path names no file, or has bytes that are not UTF-8"
    case EFBIG: "it would pass the process's limit of a file's size (ulimit -f)"
    default: unsafe String(cString: strerror(number))
    }
  }
}

/// Makes a call, again if a signal has interrupted it.
@discardableResult
func systemCall<Count: SignedInteger>(_ call: () -> Count) throws(SystemCallError) -> Count {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw SystemCallError(number: errno) }
  }
}

/// Opens a file above the descriptors of standard input, output and error: if one of those is
/// closed, other code would print into the file.
func openFile(_ path: String, _ flags: Int32) throws(SystemCallError) -> Int32 {
  let number = try systemCall { unsafe open(path, flags | O_CLOEXEC, 0o600) }
  if number > 2 { return number }
  defer { close(number) }
  return try systemCall { fcntl(number, F_DUPFD_CLOEXEC, 3) }
}

func fileStatus(_ number: Int32) throws(SystemCallError) -> stat {
  var status = stat()
  try systemCall { unsafe fstat(number, &status) }
  try requireRegular(status)
  return status
}

func requireRegular(_ status: stat) throws(SystemCallError) {
  if status.st_mode & S_IFMT != S_IFREG { throw SystemCallError(number: EISDIR) }
}

/// An open file that is kept. Other code may close it, and then its number may mean another file.
///
/// It is known by its position, which nothing here moves. `fstat` costs more than it looks: once a
/// file's times have been read, Linux notes new ones at the next write.
struct OpenedFile: Sendable {
  let number: Int32
  private let identity: FileIdentity
  private let position = off_t.random(in: 1 << 20..<1 << 31)

  init(_ number: Int32) throws(SystemCallError) {
    let position = position
    do {
      identity = FileIdentity(try fileStatus(number))
      try systemCall { lseek(number, position, SEEK_SET) }
    } catch {
      close(number)
      throw error
    }
    self.number = number
  }

  var isOpen: Bool { lseek(number, 0, SEEK_CUR) == position }

  func isSame(_ status: stat?) -> Bool {
    status.map { FileIdentity($0).isSameFile(as: identity) } ?? false
  }

  func end() {
    if isOpen { close(number) }
  }
}

func writeAll(_ data: Data, to number: Int32) throws(SystemCallError) {
  var rest = data[...]
  while !rest.isEmpty {
    rest = rest.dropFirst(
      try systemCall {
        unsafe rest.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) }
      })
  }
}

/// Returns once the contents are on the disk.
func sync(_ number: Int32) throws(SystemCallError) {
  #if canImport(Darwin)
    // On Apple platforms fsync leaves the data in the drive's cache. A file system that has nothing
    // better reports an error.
    if fcntl(number, F_FULLFSYNC) == 0 { return }
  #endif
  try systemCall { fsync(number) }
}

/// Throws if the process may not write a file of this size. The system would end it by a signal.
func checkSizeLimit(_ size: Int) throws(SystemCallError) {
  var limit = rlimit()
  #if canImport(Glibc)
    let result = unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  #else
    let result = unsafe getrlimit(RLIMIT_FSIZE, &limit)
  #endif
  if result == 0, limit.rlim_cur < size { throw SystemCallError(number: EFBIG) }
}
