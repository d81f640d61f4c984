import Foundation

/// A file that is replaced as a whole or not at all, and never read beyond a bound.
///
/// Every call goes through a descriptor of the file's directory, so that a directory that is
/// replaced during the call has no effect on it. Neither the file nor its directory may be a
/// symbolic link; links further up are followed. Safe from any thread.
struct DurableFile: Sendable {
  /// What a replacement has to survive.
  enum Durability: Sendable {
    /// The end of this process, however it ends. Takes microseconds.
    case process
    /// A power cut too: waits for the disk.
    case power
  }

  let directory: String
  let name: String

  var path: String { directory == "/" ? "/\(name)" : "\(directory)/\(name)" }

  init(_ url: URL) {
    let name = url.lastPathComponent
    precondition(
      url.isFileURL && !["", "/", ".", ".."].contains(name),
      "\(url) does not name a file. Give a file URL, such as URL(fileURLWithPath: \"app.state\").")
    // Without the slash at its end: behind one, a link would be followed.
    let directory = url.absoluteURL.deletingLastPathComponent().path(percentEncoded: false)
    self.init(directory: directory.count > 1 ? String(directory.dropLast()) : directory, name: name)
  }

  private init(directory: String, name: String) {
    self.directory = directory
    self.name = name
  }

  /// A file beside this one.
  func sibling(_ suffix: String) -> DurableFile {
    DurableFile(directory: directory, name: name + suffix)
  }

  // MARK: Reading

  /// The contents; `nil` if there is no such file.
  func read(upTo bound: Int) throws(ListenerFileError) -> [UInt8]? {
    do {
      let file = try FileDescriptor(directory: directory).openForReading(name)
      guard let size = try file.regularFileSize() else { throw notARegularFile }
      guard size <= bound else { throw tooLarge(bound) }
      // A file can grow after it was looked at, and those of /proc have no size.
      let bytes = try file.read(noMoreThan: bound)
      guard bytes.count <= bound else { throw tooLarge(bound) }
      return bytes
    } catch let error as SystemError {
      if error.isMissing { return nil }
      throw readError(error)
    } catch let error as ListenerFileError {
      throw error
    } catch {
      throw self.error(.unreadable, "It cannot be read: \(error).")
    }
  }

  // MARK: Writing

  /// Replaces the contents, atomically; makes the directory if it is missing.
  ///
  /// - Parameter previous: A sibling that takes over what was there before.
  func replace(
    with bytes: [UInt8], durability: Durability, previous: DurableFile? = nil
  ) throws(ListenerFileError) {
    do {
      // Another process that removes leftovers can remove a temporary file just before it is
      // locked; then another one is made.
      for _ in 0..<7 {
        do {
          return try write(bytes, durability, previous)
        } catch  where error.isMissing || error.isExisting || error.isBusy {
          continue
        }
      }
      try write(bytes, durability, previous)
    } catch {
      throw writeError(error)
    }
  }

  private func write(
    _ bytes: [UInt8], _ durability: Durability, _ previous: DurableFile?
  ) throws(SystemError) {
    let folder = try openDirectory()
    let temporary = ".\(name).\(String(UInt64.random(in: 0 ... .max), radix: 36)).tmp"
    let file = try folder.create(temporary)
    do {
      try file.write(bytes)
      if durability == .power { try file.sync() }
      if let previous {
        do {
          try folder.rename(name, to: previous.name)
        } catch  where error.isMissing {}  // The first generation has none before it.
      }
      try folder.rename(temporary, to: name)
    } catch {
      try? folder.remove(temporary)
      throw error
    }
    if durability == .power { try folder.sync() }
  }

  private func openDirectory() throws(SystemError) -> FileDescriptor {
    do {
      return try FileDescriptor(directory: directory)
    } catch  where error.isMissing {
      try makeDirectories(URL(fileURLWithPath: directory, isDirectory: true))
      return try FileDescriptor(directory: directory)
    }
  }

  private func makeDirectories(_ url: URL) throws(SystemError) {
    do {
      try FileDescriptor.makeDirectory(url.path(percentEncoded: false))
    } catch  where error.isMissing && url.pathComponents.count > 1 {
      try makeDirectories(url.deletingLastPathComponent())
      try FileDescriptor.makeDirectory(url.path(percentEncoded: false))
    }
    // So that the new directory outlives a power cut as its file does. Best effort: the parent may
    // be a link.
    let parent = url.deletingLastPathComponent().path(percentEncoded: false)
    try? FileDescriptor(directory: parent).sync()
  }

  // MARK: Setting aside

  /// Renames the file, so that it is neither read nor overwritten, and returns its new path.
  func setAside(as reason: ListenerFileError.Code) throws(ListenerFileError) -> String {
    let taken = Set(namesInDirectory())
    let newName =
      (1...).lazy.map { "\(name).set-aside-\(reason.rawValue)-\($0)" }.first { !taken.contains($0) }
    do {
      let newName = newName ?? "\(name).set-aside"
      try FileDescriptor(directory: directory).rename(name, to: newName)
      return sibling(String(newName.dropFirst(name.count))).path
    } catch {
      throw writeError(error)
    }
  }

  /// Removes temporary files of writers that were killed. Those of living writers are locked, and
  /// stay.
  func removeLeftovers() {
    let leftovers = namesInDirectory().filter { $0.hasPrefix(".\(name).") && $0.hasSuffix(".tmp") }
    guard !leftovers.isEmpty, let folder = try? FileDescriptor(directory: directory) else { return }
    for leftover in leftovers {
      guard let file = try? folder.openForReading(leftover), file.lock() else { continue }
      try? folder.remove(leftover)
    }
  }

  private func namesInDirectory() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
  }
}
