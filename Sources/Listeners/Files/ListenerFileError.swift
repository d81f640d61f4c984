/// What went wrong with a file that a listener reads or writes, and what to do about it.
///
/// No such error ends the program: the listener keeps its state in memory, reports the error once,
/// and continues.
///
/// ```swift
/// do {
///   try await saver.save()
/// } catch where error.code == .unwritable {
///   print(error)  // the path, the reason, and what to do
/// }
/// ```
public struct ListenerFileError: Error, Sendable, Hashable {
  /// The kind of error. The raw values are stable, because they appear in the names of files that
  /// were set aside.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// No directory to write to could be found, for instance because `HOME` is not set.
    case noDirectory = "no-directory"
    /// The file, or the directory it is in, is a symbolic link. Links are never followed.
    case symbolicLink = "symbolic-link"
    /// It is a directory, a pipe, a socket or a device.
    case notARegularFile = "not-a-file"
    /// It is larger than the bound on what is read into memory or written.
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
    /// Its contents are intact and do not decode as the type that is asked for.
    case undecodable = "undecodable"
    /// The value cannot be encoded.
    case unencodable = "unencodable"
    /// Files cannot be written on this platform.
    case unsupported = "unsupported"
  }

  /// The kind of error.
  public let code: Code
  /// The path of the file.
  public let path: String
  /// What happened, and what to do about it, in one sentence or two.
  public let sentence: String
  /// Where the damaged file is now, if it was set aside.
  public var setAsidePath: String?

  /// Makes an error, for the test of code that handles one.
  ///
  /// - Parameters:
  ///   - code: What went wrong, for code that reacts to it.
  ///   - path: The file or directory.
  ///   - sentence: What happened, and what to do about it.
  ///   - setAsidePath: Where a damaged file was moved to.
  public init(code: Code, path: String, sentence: String, setAsidePath: String? = nil) {
    self.code = code
    self.path = path
    self.sentence = sentence
    self.setAsidePath = setAsidePath
  }
}

extension ListenerFileError: CustomStringConvertible {
  /// The path, the sentence, and where the file is now if it was set aside.
  public var description: String {
    let aside = setAsidePath.map { " It was set aside as \($0)." } ?? ""
    return "\(path): \(sentence)\(aside)"
  }
}
