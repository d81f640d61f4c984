import Foundation

/// The file that the lines are kept in: one line each, added at the end and forced to the disk.
struct JournalFile {
  let path: String
  private let handle: FileHandle
  /// How many lines the file holds.
  private(set) var count: Int

  /// Opens the file, or makes it, and counts what is there. A last line that was cut short is
  /// completed first, so that the next one does not run into it.
  init(path: String) throws(JournalFileError) {
    self.path = path
    let url = URL(fileURLWithPath: path)
    do {
      let files = FileManager.default
      try files.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      if !files.fileExists(atPath: path) {
        try Data().write(to: url, options: .withoutOverwriting)
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      }
      // A device or a pipe could be read for ever.
      let target = url.resolvingSymlinksInPath().path
      let type = try files.attributesOfItem(atPath: target)[.type] as? FileAttributeType
      guard type == .typeRegular else {
        throw JournalFileError(path: path, reason: "it is not a regular file")
      }
      handle = try FileHandle(forUpdating: url)
      count = try Self.countLines(handle)
    } catch {
      throw JournalFileError(path: path, cause: error)
    }
  }

  /// Keeps one line. When this returns, the line survives a crash of the program and of the
  /// machine.
  mutating func append(_ line: String) throws(JournalFileError) {
    let end = try? handle.offset()
    do {
      try handle.write(contentsOf: Data("\(line)\n".utf8))
      try handle.synchronize()
      count += 1
    } catch {
      // Half a line is none.
      if let end { try? handle.truncate(atOffset: end) }
      throw JournalFileError(path: path, cause: error)
    }
  }

  /// The lines that are kept, oldest first; none if the file has become unreadable.
  var lines: [String] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private static func countLines(_ handle: FileHandle) throws -> Int {
    let newline = UInt8(ascii: "\n")
    var lines = 0
    var last = newline
    while let chunk = try handle.read(upToCount: 65_536), let end = chunk.last {
      lines += chunk.count { $0 == newline }
      last = end
    }
    guard last != newline else { return lines }
    try handle.write(contentsOf: Data([newline]))
    return lines + 1
  }
}

extension JournalFile {
  /// `journal/journal.txt` in the folder for such files: Application Support on Apple platforms,
  /// `$XDG_STATE_HOME` or `~/.local/state` elsewhere.
  static var defaultPath: String {
    let files = FileManager.default
    #if canImport(Darwin)
      let base = files.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    #else
      let base =
        ProcessInfo.processInfo.environment["XDG_STATE_HOME"].map { URL(fileURLWithPath: $0) }
        ?? files.homeDirectoryForCurrentUser.appendingPathComponent(".local/state")
    #endif
    return base.appendingPathComponent("journal/journal.txt").path
  }
}

/// Why the journal cannot be kept.
struct JournalFileError: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String {
    "The journal cannot be kept in \(path): \(reason). Name another file: swift run journal PATH"
  }

  init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Foundation wraps the reason that the system gave; the innermost one says most.
  init(path: String, cause: any Error) {
    if let cause = cause as? JournalFileError {
      self = cause
      return
    }
    var error = cause
    while let inner = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error {
      error = inner
    }
    let innermost = error as NSError
    let reason =
      innermost.domain == NSPOSIXErrorDomain
      ? String(cString: strerror(Int32(innermost.code))) : innermost.localizedDescription
    self.init(path: path, reason: reason)
  }
}
