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

  init(directory: String, name: String) {
    self.directory = directory
    self.name = name
  }

  /// Another file of the same directory.
  func file(named name: String) -> DurableFile { DurableFile(directory: directory, name: name) }

  /// A file beside this one, named after it. A name that would be too long for a file system is
  /// shortened.
  func sibling(_ suffix: String) -> DurableFile {
    file(named: FileName.appending(suffix, to: name))
  }

  /// The contents; `nil` if there is no such file.
  func read(upTo bound: Int) throws(ListenerFileError) -> [UInt8]? {
    try readWithStatus(upTo: bound)?.bytes
  }

  /// The contents, and the status of the file that they came from.
  func readWithStatus(
    upTo bound: Int
  ) throws(ListenerFileError) -> (bytes: [UInt8], status: FileStatus)? {
    do {
      let file = try FileDescriptor(directory: directory).openForReading(name)
      return try contents(of: file, upTo: bound)
    } catch let error as SystemError {
      if error.isMissing { return nil }
      throw readError(error)
    } catch let error as ListenerFileError {
      throw error
    } catch {
      throw self.error(.unreadable, "It cannot be read: \(error).")
    }
  }

  /// The contents and the status of this file, which is open already.
  func contents(
    of file: borrowing FileDescriptor, upTo bound: Int
  ) throws -> (bytes: [UInt8], status: FileStatus) {
    let status = try file.status()
    guard status.isRegular else { throw notARegularFile }
    guard status.size <= bound else { throw tooLarge(bound) }
    // A file can grow after its size was read, and those of /proc report no size.
    let bytes = try file.read(noMoreThan: bound)
    guard bytes.count <= bound else { throw tooLarge(bound) }
    return (bytes, status)
  }

  /// The status of the file under this name; `nil` if there is none or it cannot be determined.
  var status: FileStatus? {
    guard let folder = try? FileDescriptor(directory: directory) else { return nil }
    return try? folder.status(of: name)
  }
}

/// A file that stays open until the object is released, and so does its lock, if it has one.
final class OpenFile: Sendable {
  let file: DurableFile
  let descriptor: FileDescriptor

  init(_ file: DurableFile, _ descriptor: consuming FileDescriptor) {
    self.file = file
    self.descriptor = descriptor
  }

  /// Whether a file that belongs to one process is locked for its life.
  ///
  /// Not where only one copy of an app runs, because such a system ends an app that is suspended
  /// with a lock on a file in a shared container.
  #if (os(iOS) && !targetEnvironment(macCatalyst)) || os(tvOS) || os(watchOS) || os(visionOS)
    static let locksForLife = false
  #else
    static let locksForLife = true
  #endif
}
