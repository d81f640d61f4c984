import Foundation

/// A file that is replaced as a whole: after a kill or a power cut it's the old one or the new one.
///
/// A symbolic link in its place is followed if it's this user's, since people move their files that
/// way.
struct DurableFile: Sendable {
  static let limit = 256 << 20
  let path: String

  init(path: String) { self.path = path }

  init(_ url: URL) {
    // A web address and a deleted working directory make a path that no call accepts.
    guard url.isFileURL else {
      path = ""
      return
    }
    path = url.absoluteURL.path(percentEncoded: false)
  }

  /// Performs calls on the file that links lead to.
  func perform<Result>(
    _ code: ListenerFileError.Code = .unwritable,
    _ calls: (_ file: DurableFile) throws(SystemCallError) -> Result
  ) throws(ListenerFileError) -> Result {
    do {
      return try calls(resolved())
    } catch {
      throw self.error(code, error)
    }
  }

  // MARK: Reading

  /// `nil` if there is no file. `first`: the most bytes to read; without it, a file of more than
  /// 256 MiB is an error.
  func read(
    first count: Int? = nil
  ) throws(ListenerFileError) -> (data: Data, identity: FileIdentity)? {
    try perform(.unreadable) { file throws(SystemCallError) in
      guard try file.lookUp() != nil else { return nil }

      let number = try openFile(file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      defer { close(number) }
      let identity = try FileIdentity { unsafe fstat(number, &$0) }

      var data = Data()
      var buffer = [UInt8](repeating: 0, count: 65_536)
      // A file can grow while it's read, and those of /proc report no size.
      while data.count <= Self.limit {
        let read = try systemCall { unsafe Foundation.read(number, &buffer, buffer.count) }
        data += buffer[..<read]

        if let count, data.count >= count { return (data.prefix(count), identity) }
        if read == 0 { return (data, identity) }
      }
      throw SystemCallError(number: EFBIG)
    }
  }

  func identity() throws(ListenerFileError) -> FileIdentity? {
    try perform(.unreadable) { file throws(SystemCallError) in try file.lookUp() }
  }

  // MARK: Writing

  /// Replaces the contents, or leaves the file as it is. Call it with the file's lock only.
  ///
  /// `synced`: waits for the disk. `identity` is set as soon as the new file is in its place, even
  /// if the folder can't be synced then.
  func replace(
    with data: Data, synced: Bool = true, _ identity: inout FileIdentity?
  ) throws(ListenerFileError) {
    try perform { file throws(SystemCallError) in
      try checkSize(data.count)
      let new = file.beforeItIsInPlace
      unsafe unlink(new.path)
      let number = try new.create(O_WRONLY, replacing: file)
      defer {
        close(number)
        // It's there only if a call has failed.
        unsafe unlink(new.path)
      }

      try writeAll(data, to: number)
      if synced {
        try sync(number)
      }
      let found = try FileIdentity { unsafe fstat(number, &$0) }

      try systemCall { unsafe rename(new.path, file.path) }
      identity = found
      if synced {
        try file.syncFolder()
      }
    }
  }

  /// Under the lock one name, so a killed writer's file is replaced. Without it, as on a phone, the
  /// app and its extensions may write at the same time.
  private var beforeItIsInPlace: DurableFile {
    guard FileLock.isUsed else {
      LeftFiles.removeOnce(beside: self)
      return DurableFile(path: "\(path).\(getpid()).tmp")
    }
    return DurableFile(path: "\(path).tmp")
  }

  /// Opens the file for writing, for this user only. Makes what is missing.
  func open(_ flags: Int32) throws(SystemCallError) -> Int32 {
    do {
      return try create(flags)
    } catch  where error.number == EEXIST {
      let number = try openFile(path, flags | O_NOFOLLOW)
      fchmod(number, 0o600)
      return number
    }
  }

  /// Makes the file, which must be new. Root gives it the owner of the file that it replaces or of
  /// the folder, so after one `sudo` it's still the user's.
  private func create(
    _ flags: Int32, replacing old: DurableFile? = nil
  ) throws(SystemCallError) -> Int32 {
    try makeFolder()
    let number = try openFile(path, flags | O_CREAT | O_EXCL | O_NOFOLLOW)
    // The process's mask may have removed permissions of the owner.
    fchmod(number, 0o600)
    giveAway(number, like: [old?.path, folder])
    return number
  }

  private var folder: String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    return String(path[...slash])
  }

  private func makeFolder() throws(SystemCallError) {
    if unsafe access(folder, F_OK) == 0 { return }
    let made = DurableFile(path: String(folder.dropLast()))
    try made.makeFolder()

    // Another process may be making it, too.
    let isMade = unsafe mkdir(made.path, 0o700) == 0
    if !isMade, errno != EEXIST { throw SystemCallError(number: errno) }
    unsafe chmod(made.path, 0o700)
    if isMade {
      made.giveFolderAway()
    }
    // Best effort, because a parent that may not be listed can't be synced.
    try? made.syncFolder()
  }

  private func giveFolderAway() {
    guard geteuid() == 0, let number = try? openFile(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    else { return }

    giveAway(number, like: [folder])
    close(number)
  }

  private func syncFolder() throws(SystemCallError) {
    let number = try openFile(folder, O_RDONLY | O_DIRECTORY)
    defer { close(number) }
    try sync(number)
  }

  // MARK: Second names

  /// Gives the file a second name: `NAME.damaged`, or `NAME.damaged-2` up to `-9`, which is taken
  /// from another file.
  func setAside(as suffix: String) throws(ListenerFileError) -> String {
    try perform { file throws(SystemCallError) in
      guard let identity = try file.lookUp() else { throw SystemCallError(number: ENOENT) }
      let first = file.path + suffix
      let paths = [first] + (2...9).map { "\(first)-\($0)" }

      let usable = paths.first { path in
        let isThere = unsafe access(path, F_OK) == 0
        return !isThere || file.hasName(path, identity)
      }
      let path = usable ?? paths[8]
      if !file.hasName(path, identity) {
        try file.takeName(path)
      }
      return path
    }
  }

  private func hasName(_ path: String, _ identity: FileIdentity) -> Bool {
    let found = try? DurableFile(path: path).lookUp()
    return found == identity
  }

  private func takeName(_ name: String) throws(SystemCallError) {
    unsafe unlink(name)
    let isLinked = unsafe link(path, name) == 0
    if isLinked { return }
    // Some file systems have no second names.
    try systemCall { unsafe rename(path, name) }
  }

  // MARK: The place

  /// The file that links of this user's lead to. Throws for anything but a regular file.
  func resolved(links: Int = 8) throws(SystemCallError) -> DurableFile {
    // What was no UTF-8 is this character in a String, and would lead to another file.
    guard path.hasPrefix("/"), !path.unicodeScalars.contains("\u{FFFD}") else {
      throw SystemCallError(number: EILSEQ)
    }
    guard try isLink(path) else {
      _ = try lookUp()
      return self
    }

    guard links > 0, let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    else { throw SystemCallError(number: ELOOP) }
    let isAbsolute = target.hasPrefix("/")
    let next = DurableFile(path: isAbsolute ? target : folder + target)
    return try next.resolved(links: links - 1)
  }

  /// Throws for anything but a regular file.
  func lookUp() throws(SystemCallError) -> FileIdentity? {
    do {
      return try FileIdentity { unsafe lstat(path, &$0) }
    } catch  where error.number == ENOENT {
      return nil
    }
  }

  // MARK: Errors

  func error(_ code: ListenerFileError.Code, _ sentence: String) -> ListenerFileError {
    ListenerFileError(code: code, path: path, sentence: sentence)
  }

  func error(_ code: ListenerFileError.Code, _ cause: SystemCallError) -> ListenerFileError {
    let verb = code == .unreadable ? "read" : "written"
    return error(code, "It cannot be \(verb): \(cause.text). \(cause.advice)")
  }

  var inUse: ListenerFileError {
    error(
      .inUse,
      "Another copy of the program, or another object in it, is using it. "
        + "This one takes it over when the other has ended.")
  }
}
