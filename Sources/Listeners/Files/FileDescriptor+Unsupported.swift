#if !(canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android))
  /// Where the system's file calls are not known (Windows, WASI), every call fails, and the
  /// listeners say so once.
  struct FileDescriptor: ~Copyable {
    init(directory path: String) throws(SystemError) { throw SystemError() }
    func openForReading(_ name: String) throws(SystemError) -> FileDescriptor {
      throw SystemError()
    }
    func create(_ name: String) throws(SystemError) -> FileDescriptor { throw SystemError() }
    func lock() -> Bool { false }
    func regularFileSize() throws(SystemError) -> Int64? { throw SystemError() }
    func read(noMoreThan bound: Int) throws(SystemError) -> [UInt8] { throw SystemError() }
    func write(_ bytes: [UInt8]) throws(SystemError) { throw SystemError() }
    func sync() throws(SystemError) { throw SystemError() }
    func rename(_ name: String, to newName: String) throws(SystemError) { throw SystemError() }
    func remove(_ name: String) throws(SystemError) { throw SystemError() }
    static func makeDirectory(_ path: String) throws(SystemError) { throw SystemError() }
  }

  struct SystemError: Error {
    var isMissing: Bool { false }
    var isExisting: Bool { false }
    var isSymbolicLink: Bool { false }
    var isNotARegularFile: Bool { false }
    var isBusy: Bool { false }
    var isUnsupported: Bool { true }
    var text: String { "files cannot be written on this platform yet" }
  }
#endif
