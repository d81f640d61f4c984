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
    case ELOOP: "it is a symbolic link that is not this user's or leads nowhere"
    case EISDIR, ENXIO: "this is a folder, a pipe or a device, and no regular file"
    case EILSEQ: "its path names no file, or has bytes that are not UTF-8"
    case EFBIG: "it has more than 256 MiB, or more than the process may write (ulimit -f)"
    default: unsafe String(cString: strerror(number))
    }
  }

  var advice: String {
    switch number {
    case EBUSY, EACCES, EPERM, EROFS:
      "The program makes a new file beside it, so it needs the folder: in a container, mount the "
        + "folder, not the file alone."
    default:
      "Look at its folder and the disk."
    }
  }
}

@discardableResult
func systemCall<Count: SignedInteger>(_ call: () -> Count) throws(SystemCallError) -> Count {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw SystemCallError(number: errno) }
  }
}

/// Opens a file above standard input, output and error: if one of those is closed, other code would
/// print into the file.
func openFile(_ path: String, _ flags: Int32) throws(SystemCallError) -> Int32 {
  let number = try systemCall { unsafe open(path, flags | O_CLOEXEC, 0o600) }
  if number > 2 { return number }

  defer { close(number) }
  return try systemCall { fcntl(number, F_DUPFD_CLOEXEC, 3) }
}

/// Gives what root has opened to the owner of the first path that is there.
func giveAway(_ number: Int32, like paths: [String?]) {
  guard geteuid() == 0 else { return }

  for path in paths.compactMap(\.self) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { continue }
    fchown(number, status.st_uid, status.st_gid)
    return
  }
}

/// Throws for a symbolic link of another user's.
func isLink(_ path: String) throws(SystemCallError) -> Bool {
  var status = stat()
  guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return false }

  if status.st_uid == geteuid() { return true }
  throw SystemCallError(number: ELOOP)
}

func writeAll(_ data: Data, to number: Int32) throws(SystemCallError) {
  var rest = data[...]

  while !rest.isEmpty {
    let count = try systemCall {
      unsafe rest.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) }
    }
    rest = rest.dropFirst(count)
  }
}

/// Waits for the disk, as far as the file system can tell.
func sync(_ number: Int32) throws(SystemCallError) {
  #if canImport(Darwin)
    // On Apple platforms fsync leaves the data in the drive's cache. A file system that has nothing
    // better reports an error.
    if fcntl(number, F_FULLFSYNC) == 0 { return }
  #endif
  do {
    try systemCall { fsync(number) }
  } catch  where error.number == EINVAL || error.number == EOPNOTSUPP {
    // This file system can't.
  }
}

/// For a larger size, the system would end the process by a signal.
func checkSize(_ size: Int) throws(SystemCallError) {
  var limit = rlimit()
  #if canImport(Glibc)
    let result = unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  #else
    let result = unsafe getrlimit(RLIMIT_FSIZE, &limit)
  #endif

  let isWithinLimit = result != 0 || limit.rlim_cur >= size
  guard size <= DurableFile.limit, isWithinLimit else { throw SystemCallError(number: EFBIG) }
}
