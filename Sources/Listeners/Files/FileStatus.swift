/// What the system reports about a file.
struct FileStatus: Equatable, Sendable {
  let isRegular: Bool
  let size: Int64
  let device: UInt64
  let inode: UInt64
  /// The time of the last change of the contents, in seconds and nanoseconds.
  let modification: [Int64]
}

/// The system calls of `FileDescriptor`.
enum FileCall: String, CaseIterable, Sendable {
  case openDirectory, openFile, create, lock, status, read, write, sync, rename, link, remove
  case makeDirectory
}

#if DEBUG
  /// Makes file calls fail in a test.
  enum FileFaults {
    /// Returns the error number with which a call fails, or `nil` if it is to be made. Applies to
    /// the current task.
    @TaskLocal static var errorNumber: (@Sendable (FileCall) -> Int32?)?
  }
#endif
