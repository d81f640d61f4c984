#if !(canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android))
  /// Where the system's file calls are not known (Windows, WASI), every call fails, and the
  /// listeners report it once.
  struct FileDescriptor: ~Copyable {
    enum LockResult: Equatable { case acquired, busy, unsupported }
    init(directory path: String) throws(SystemError) { throw SystemError() }
    func openForReading(_ name: String) throws(SystemError) -> FileDescriptor {
      throw SystemError()
    }
    func openForUpdating(_ name: String) throws(SystemError) -> FileDescriptor {
      throw SystemError()
    }
    func create(_ name: String, locks: Bool = true) throws(SystemError) -> FileDescriptor {
      throw SystemError()
    }
    func lock() -> LockResult { .unsupported }
    func status() throws(SystemError) -> FileStatus { throw SystemError() }
    func status(of name: String) throws(SystemError) -> FileStatus { throw SystemError() }
    func read(noMoreThan bound: Int) throws(SystemError) -> [UInt8] { throw SystemError() }
    func write(_ bytes: [UInt8], at offset: Int = 0) throws(SystemError) { throw SystemError() }
    func truncate() throws(SystemError) { throw SystemError() }
    func sync() throws(SystemError) { throw SystemError() }
    func rename(_ name: String, to newName: String) throws(SystemError) { throw SystemError() }
    func link(_ name: String, to newName: String) throws(SystemError) { throw SystemError() }
    func remove(_ name: String) throws(SystemError) { throw SystemError() }
    static func makeDirectory(_ path: String) throws(SystemError) { throw SystemError() }
  }

  struct SystemError: Error {
    var isMissing: Bool { false }
    var isExisting: Bool { false }
    var isSymbolicLink: Bool { false }
    var isNotARegularFile: Bool { false }
    var isBusy: Bool { false }
    var text: String { "files cannot be written on this platform yet" }
  }

  func otherProcessExists(_ number: Int32) -> Bool { false }
#endif
