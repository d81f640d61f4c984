import Foundation

/// A file that is replaced as a whole or not at all, and never read beyond a bound. Safe from any
/// thread.
///
/// The file may be no symbolic link; its directory may be one.
struct FormerFile: Sendable {
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

  func file(named name: String) -> FormerFile { FormerFile(directory: directory, name: name) }

  /// A file beside this one, named after it. A name that would be too long is shortened.
  func sibling(_ suffix: String) -> FormerFile {
    file(named: FileName.appending(suffix, to: name))
  }

  func read(upTo bound: Int) throws(ListenerFileError) -> [UInt8]? {
    let file: FileDescriptor
    do {
      file = try FileDescriptor(directory: directory).open(name)
    } catch {
      if error.isMissing { return nil }
      throw readError(error)
    }
    return try contents(of: file, upTo: bound).bytes
  }

  func contents(
    of file: borrowing FileDescriptor, upTo bound: Int
  ) throws(ListenerFileError) -> (bytes: [UInt8], status: FileStatus) {
    let status: FileStatus
    var bytes: [UInt8] = []
    do {
      status = try file.status()
      if status.isRegular, status.size <= bound { bytes = try file.read(noMoreThan: bound) }
    } catch {
      throw readError(error)
    }
    guard status.isRegular else { throw notARegularFile }
    // A file can grow after its size was read, and those of /proc report no size.
    guard status.size <= bound, bytes.count <= bound else { throw tooLarge(bound) }
    return (bytes, status)
  }
}

extension FormerFile {
  init(_ url: URL) {
    let path = url.path(percentEncoded: false)
    // A URL whose bytes are no UTF-8 has no path. This one is refused when it is opened.
    if url.isFileURL, path.isEmpty {
      self.init(directory: "/", name: "\u{FFFD}")
      return
    }
    let name = url.lastPathComponent
    // Where the working directory was deleted, a relative path makes no file URL, and a file under
    // it cannot be opened.
    let isFile =
      url.isFileURL
      || url.scheme == nil && FileManager.default.currentDirectoryPath.isEmpty
    precondition(
      isFile && !["", "/", ".", ".."].contains(name),
      "\(url) does not name a file. Give a file URL, such as URL(fileURLWithPath: \"app.state\").")
    let directory = url.absoluteURL.deletingLastPathComponent().path(percentEncoded: false)
    self.init(directory: directory.count > 1 ? String(directory.dropLast()) : directory, name: name)
  }
}

/// The names of the files beside a file.
enum FileName {
  /// The longest name that file systems allow, in bytes.
  static let maximumLength = 255

  /// A name with a suffix. A name that would be too long is shortened, with a checksum of the
  /// whole.
  static func appending(_ suffix: String, to name: String) -> String {
    if name.utf8.count + suffix.utf8.count <= maximumLength { return name + suffix }
    let end = "~\(checksum(name))\(suffix)"
    return name.bounded(to: maximumLength - end.utf8.count) + end
  }

  /// A new name for a temporary file, of constant length.
  static func temporary(for name: String) -> String {
    let number = String(UInt64.random(in: 0 ... .max), radix: 36)
    let digits = String(repeating: "0", count: numberLength - number.count) + number
    return prefix(name) + digits + suffix
  }

  static func isTemporary(_ candidate: String, for name: String) -> Bool {
    let prefix = prefix(name)
    guard candidate.hasPrefix(prefix), candidate.hasSuffix(suffix) else { return false }
    let number = candidate.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    return number.count == numberLength
      && number.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
  }

  private static let numberLength = 13
  private static let suffix = ".tmp"

  private static func prefix(_ name: String) -> String { ".LifecycleBus-\(checksum(name))-" }

  private static func checksum(_ name: String) -> String { CRC64(Array(name.utf8)).digits }
}
