/// What went wrong with a file of a listener, and what to do about it.
///
/// The program goes on: the listener keeps its state in memory and reports the error.
///
/// ```swift
/// do {
///   try await saver.save()
/// } catch where error.code == .unwritable {
///   print(error)  // the path, the reason, and what to do
/// }
/// ```
public struct ListenerFileError: Error, Sendable, Equatable {
  /// The kind of error. The raw values are stable, because names of files contain them.
  public enum Code: String, Sendable {
    /// No directory to write to was found.
    case noDirectory = "no-directory"
    /// The file is a symbolic link. Its directory may be one.
    case symbolicLink = "symbolic-link"
    /// It is a directory, a pipe, a socket or a device.
    case notARegularFile = "not-a-file"
    /// It is larger than may be read or written.
    case tooLarge = "too-large"
    /// The system refused to open or read it.
    case unreadable = "unreadable"
    /// The system refused to create, write, sync or rename it.
    case unwritable = "unwritable"
    /// It ends before it should.
    case truncated = "truncated"
    /// It does not begin as such a file does.
    case wrongFormat = "wrong-format"
    /// It was written by another version.
    case wrongVersion = "wrong-version"
    /// Its contents are not what was written.
    case wrongChecksum = "wrong-checksum"
    /// Its contents are intact, and do not decode as the wanted type.
    case undecodable = "undecodable"
    /// The value cannot be encoded.
    case unencodable = "unencodable"
    /// Another copy of the program has written it.
    case conflict = "conflict"
  }

  /// The kind of error.
  public let code: Code
  /// The path of the file.
  public let path: String
  /// What happened, and what to do about it.
  public let sentence: String
  /// Where the damaged file is, or the state that did not replace another copy's.
  public internal(set) var setAsidePath: String?
  /// The generation that this copy knew, with ``Code/conflict``.
  public internal(set) var ownGeneration: UInt64?
  /// The generation that another copy has written, with ``Code/conflict``, if it is known.
  public internal(set) var otherGeneration: UInt64?
}

extension ListenerFileError: CustomStringConvertible {
  /// The path, the sentence, and where the file is now if it was set aside.
  public var description: String {
    let what = code == .conflict ? "This one" : "It"
    let aside = setAsidePath.map { " \(what) was set aside as \($0)." } ?? ""
    return "\(path): \(sentence)\(aside)"
  }
}

extension DurableFile {
  func error(_ code: ListenerFileError.Code, _ sentence: String) -> ListenerFileError {
    ListenerFileError(code: code, path: path, sentence: sentence)
  }

  var notARegularFile: ListenerFileError {
    error(.notARegularFile, "This is not a regular file. Move it away, or give another path.")
  }

  func tooLarge(_ bound: Int) -> ListenerFileError {
    error(
      .tooLarge,
      "It is larger than \(bound) bytes, the most that is read. Raise the bound if it should be.")
  }

  func readError(_ cause: SystemError) -> ListenerFileError {
    if cause.isSymbolicLink { return symbolicLink }
    if cause.isNoText { return error(.unreadable, Self.noText) }
    if cause.isNotARegularFile { return notARegularFile }
    return error(
      .unreadable,
      "It cannot be read: \(cause.text). Check that \(directory) is a directory, "
        + "and that this user may read \(name) in it."
    )
  }

  func writeError(_ cause: SystemError) -> ListenerFileError {
    if cause.isSymbolicLink { return symbolicLink }
    if cause.isNoText { return error(.unwritable, Self.noText) }
    if cause.isMount {
      return error(
        .unwritable,
        "It is a mount of its own, which cannot be replaced. Mount the directory that it is in.")
    }
    return error(
      .unwritable,
      "It cannot be written: \(cause.text). Check that \(directory) is a directory, "
        + "that it may be written to, and that there is room on its disk.")
  }

  private static let noText =
    "Its path has bytes that are not UTF-8, and another file would be used. Give another path."

  private var symbolicLink: ListenerFileError {
    error(
      .symbolicLink,
      "It is a symbolic link, which is not followed. Give the path that the link leads to.")
  }
}
