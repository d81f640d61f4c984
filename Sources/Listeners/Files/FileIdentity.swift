import Foundation

#if canImport(Darwin)
  import Darwin
#endif

struct FileIdentity: Equatable, Sendable {
  private let values: [Int64]

  init(_ call: (inout stat) -> Int32) throws(SystemCallError) {
    var status = stat()
    try systemCall { call(&status) }
    if status.st_mode & S_IFMT != S_IFREG { throw SystemCallError(number: EISDIR) }

    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif

    let device = Int64(truncatingIfNeeded: status.st_dev)
    let inode = Int64(truncatingIfNeeded: status.st_ino)
    values = [device, inode, Int64(status.st_size), Int64(time.tv_sec), Int64(time.tv_nsec)]
  }
}
