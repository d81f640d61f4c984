/// What went wrong with the file of a listener, such as a ``StateSaver``.
///
/// What the listener wanted to write is still in memory. The error never quotes the contents of the
/// file, so you can log it.
///
/// ```swift
/// do {
///   try await saver.save()
/// } catch where error.code == .unwritable {
///   print(error)  // the path, the reason, and what to do
/// }
/// ```
public struct ListenerFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: Sendable {
    /// Another copy of the program, or another object in this one, owns the file.
    case inUse
    /// The file can't be read now.
    case unreadable
    /// The file can't be written, or would be too large.
    case unwritable
    /// The file was read, but doesn't contain what the program expects.
    case undecodable
    /// The value can't be encoded as JSON.
    case unencodable
  }

  /// The kind of error.
  public let code: Code
  let path: String
  /// What happened, and what to do about it.
  public let sentence: String

  /// The path and the sentence.
  public var description: String { "\(path): \(sentence)" }
}
